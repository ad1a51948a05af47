/**
 * Visits the errands of the input by the real layers: this process holds the world, another holds the layers ({@link
 * ./client.ts}), one set of them for all errands.
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { type Dns, Doh, Nginx, Proxies, World } from "../../src/index.ts"
import { packedProgram } from "../../../cli/test/support/packed.ts"
import { type Errand, type Outcome, type Visit, watch } from "./Visit.ts"

/** The program's input; `env` overrides the client's environment. */
export interface Input {
  readonly errands: ReadonlyArray<Errand>
  readonly zone?: Dns.Zone
  readonly env?: Readonly<Record<string, string>>
  /** Whether `nginx.test` runs. */
  readonly nginx?: boolean
  /** Whether a DNS-over-HTTPS server resolves the names. */
  readonly doh?: boolean
  /** The proxy through which everything goes. */
  readonly proxy?: Proxies.Kind
  /** Whether each visit records the lost addresses that it tried. */
  readonly looks?: boolean
}

/** The program's output: the visits, and the targets of the proxy's tunnels. */
export interface Report {
  readonly visits: ReadonlyArray<Visit>
  readonly tunnels: ReadonlyArray<string>
}

const { doh, env, errands, looks, nginx, proxy: kind, zone }: Input = JSON.parse(await text(process.stdin))
const world = await World.start(zone)
if (nginx === true) await Nginx.start(World.nginxAddress, world.certificates)
if (doh === true) await Doh.start(world.dns, world.certificates.good)
const proxy = kind === undefined ? undefined : await Proxies.start(kind)
const client = fork(packedProgram("client"), {
  env: {
    ...process.env,
    NODE_EXTRA_CA_CERTS: world.authority,
    ...(doh === true ? { PORTHOLE_RESOLVER: Doh.url } : {}),
    ...(proxy === undefined ? {} : { PORTHOLE_EGRESS_PROXY: proxy.url }),
    ...env,
  },
})

const send = async (errand: Errand): Promise<Outcome> => {
  const reply = once(client, "message")
  client.send(errand)
  const [outcome] = await reply
  return outcome
}

const visits: Array<Visit> = []
for (const errand of errands) visits.push(await watch(world, errand.url, () => send(errand), looks))
client.kill()
const report: Report = { visits, tunnels: (await proxy?.end()) ?? [] }
process.stdout.write(JSON.stringify(report), () => process.exit(0))
