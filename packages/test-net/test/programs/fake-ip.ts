/**
 * The command in a network like that of a TUN proxy or a company: its name server answers every name with a fake
 * address, and nothing but one proxy can be reached; run inside. The world is the Internet behind the proxy.
 */
import { spawn, spawnSync } from "node:child_process"
import { Resolver } from "node:dns/promises"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { setTimeout } from "node:timers/promises"
import { Doh, Proxies, World } from "../../src/index.ts"
import * as Commands from "../by-command.ts"

/** A proxy, and the runs of the command beside it, in order. */
export interface Scene {
  readonly proxy: Proxies.Kind
  readonly options?: Proxies.Options
  readonly runs: ReadonlyArray<Run>
}

/** A run: its arguments, and whether it has the settings that help. */
export interface Run {
  readonly args: ReadonlyArray<string>
  readonly resolver: boolean
  readonly proxy: boolean
  readonly env?: Readonly<Record<string, string>>
}

/** What came of a scene. */
export interface Report {
  readonly runs: ReadonlyArray<Commands.End>
  readonly intruders: ReadonlyArray<string>
  readonly tunnels: ReadonlyArray<string>
}

const scenes: ReadonlyArray<Scene> = JSON.parse(await text(process.stdin))
const world = await World.start({ "example.com": [[World.publicA]] }, ["example.com"])

const [outside, inside] = ["10.77.0.1", "10.77.0.2"]
const folder = mkdtempSync(join(tmpdir(), "porthole-fake-"))
writeFileSync(join(folder, "resolv.conf"), `nameserver ${outside}\noptions timeout:10 attempts:1\n`)

/** Its network: a loopback, and a cable to the proxy. */
const network = spawn("unshare", ["--net", "sleep", "infinity"], { stdio: "ignore" })
const run = (command: string): void => {
  const { status, stderr } = spawnSync("bash", ["-c", command], { encoding: "utf8" })
  if (status !== 0) throw new Error(`${command}: ${stderr}`)
}
const enter = `nsenter --target ${network.pid} --net`
while (
  spawnSync("bash", ["-c", `[ "$(readlink /proc/${network.pid}/ns/net)" != "$(readlink /proc/self/ns/net)" ]`])
    .status !== 0
)
  await setTimeout(20) // clock: polls until the network is there
run(`ip link add way type veth peer name in netns ${network.pid}`)
run(`ip address add ${outside}/30 dev way && ip link set way up`)
run(`${enter} ip link set lo up && ${enter} ip address add ${inside}/30 dev in && ${enter} ip link set in up`)

const fake = ["--address=/#/198.18.0.7", "--address=/#/fc00::7"]
const server = [
  "--no-resolv",
  "--no-hosts",
  `--listen-address=${outside}`,
  "--bind-interfaces",
  "--user=root",
  "--pid-file=",
]
spawn("dnsmasq", ["--keep-in-foreground", "--conf-file=/dev/null", ...server, ...fake], { stdio: "ignore" })
const names = new Resolver()
names.setServers([outside])
// clock: polls until it answers
while ((await names.resolve4("any.test").catch(() => [])).length === 0) await setTimeout(20)
await Doh.start(world.dns, world.certificates.good)

const script = `mount --bind ${folder}/resolv.conf /etc/resolv.conf && exec "$@"`
const runner = Commands.startRunner([...enter.split(" "), "unshare", "--mount", "bash", "-c", script, "-"], {
  ...process.env,
  NODE_EXTRA_CA_CERTS: world.authority,
  XDG_CONFIG_HOME: folder,
})

const play = async ({ options, proxy: kind, runs }: Scene): Promise<Report> => {
  const mark = world.intruders.length
  const proxy = await Proxies.start(kind, { ...options, address: outside })
  const ended: Array<Commands.End> = []
  for (const { args, env, proxy: hasProxy, resolver } of runs) {
    const settings = {
      ...(resolver ? { PORTHOLE_RESOLVER: Doh.url } : {}),
      ...(hasProxy ? { PORTHOLE_EGRESS_PROXY: proxy.url } : {}),
    }
    ended.push(await runner.run({ args, env: { ...settings, ...env } }))
  }
  return { runs: ended, intruders: world.intruders.slice(mark), tunnels: await proxy.end() }
}

const reports: Array<Report> = []
for (const scene of scenes) reports.push(await play(scene))
runner.child.kill()
network.kill("SIGKILL")
process.stdout.write(JSON.stringify(reports), () => process.exit(0))
