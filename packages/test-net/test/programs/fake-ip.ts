/**
 * The command in a network like that of a TUN proxy or a company: its name server answers every name with a fake
 * address, and nothing but one proxy can be reached; run inside. The world is the Internet behind the proxy.
 */
import { execFile, spawn, spawnSync } from "node:child_process"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { setTimeout } from "node:timers/promises"
import { Doh, Proxies, World } from "../../src/index.ts"
import { packed } from "../../../cli/test/support/packed.ts"

/** The program's input: the proxy, and one run of the command for each entry. */
export interface Input {
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

/** The program's output. */
export interface Report {
  readonly runs: ReadonlyArray<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>
  readonly intruders: ReadonlyArray<string>
  readonly tunnels: ReadonlyArray<string>
}

const { options, proxy: kind, runs }: Input = JSON.parse(await text(process.stdin))
const world = await World.start({ "example.com": [[World.publicA]] }, ["example.com"])

const [outside, inside] = ["10.77.0.1", "10.77.0.2"]
const folder = mkdtempSync(join(tmpdir(), "porthole-fake-"))
writeFileSync(join(folder, "resolv.conf"), `nameserver ${outside}\noptions timeout:1 attempts:1\n`)

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
  await setTimeout(20)
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
await Doh.start(world.dns, world.certificates.good)
const proxy = await Proxies.start(kind, { ...options, address: outside })

const runOne = ({ args, env = {}, proxy: hasProxy, resolver }: Run) =>
  new Promise<Report["runs"][number]>((done) => {
    const script = `mount --bind ${folder}/resolv.conf /etc/resolv.conf && exec "$@"`
    const command = [
      ...enter.split(" "),
      "unshare",
      "--mount",
      "bash",
      "-c",
      script,
      "-",
      process.execPath,
      packed,
      ...args,
    ]
    const [file = "", ...rest] = command
    const child = execFile(
      file,
      rest,
      {
        env: {
          ...process.env,
          NODE_EXTRA_CA_CERTS: world.authority,
          PORTHOLE_EXTRACT_ISOLATION: "none",
          XDG_CONFIG_HOME: folder,
          ...(resolver ? { PORTHOLE_RESOLVER: Doh.url } : {}),
          ...(hasProxy ? { PORTHOLE_EGRESS_PROXY: proxy.url } : {}),
          ...env,
        },
        timeout: 300_000,
      },
      (_error, stdout, stderr) => done({ code: child.exitCode, stdout, stderr }),
    )
  })

const ended: Array<Report["runs"][number]> = []
for (const one of runs) ended.push(await runOne(one))
network.kill("SIGKILL")
const report: Report = { runs: ended, intruders: world.intruders, tunnels: await proxy.end() }
process.stdout.write(JSON.stringify(report), () => process.exit(0))
