/**
 * Visits the errands of each input by the real layers: this process holds the world, another holds the
 * layers ({@link ./client.ts}), one set of them for all errands of an input. Both stay for further inputs.
 */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { type Dns, Doh, Network, Nginx, Proxies, World } from "../../src/index.ts"
import { packedProgram } from "../../../cli/test/support/packed.ts"
import type { Order } from "./client.ts"
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

const world = await World.start()

const startClient = (env: Readonly<Record<string, string>> = {}): ChildProcess =>
  fork(packedProgram("client"), { env: { ...process.env, NODE_EXTRA_CA_CERTS: world.authority, ...env } })

/** What serves every input that needs it. */
let nginx: Promise<void> | undefined
let doh: Promise<void> | undefined
let client: ChildProcess | undefined

/** Node reads its own variables when it starts. */
const isOfNode = (name: string): boolean => name.startsWith("NODE_")

const clientFor = ({ env = {} }: Input): ChildProcess =>
  Object.keys(env).some(isOfNode) ? startClient(env) : (client ??= startClient())

let sets = 0

const visitAll = async (input: Input): Promise<Report> => {
  const set = String(sets++)
  world.dns.define({ ...World.zone, ...input.zone })
  if (input.nginx === true) await (nginx ??= Nginx.start(World.nginxAddress, world.certificates))
  if (input.doh === true) await (doh ??= Doh.start(world.dns, world.certificates.good))
  const proxy = input.proxy === undefined ? undefined : await Proxies.start(input.proxy)
  const settings = {
    ...(input.doh === true ? { PORTHOLE_RESOLVER: Doh.url } : {}),
    ...(proxy === undefined ? {} : { PORTHOLE_EGRESS_PROXY: proxy.url }),
    ...input.env,
  }
  const by = clientFor(input)
  const send = async (errand: Errand): Promise<Outcome> => {
    const reply = once(by, "message")
    const order: Order = { set, settings, errand }
    by.send(order)
    const [outcome] = await reply
    return outcome
  }
  const visits: Array<Visit> = []
  for (const errand of input.errands) visits.push(await watch(world, errand.url, () => send(errand), input.looks))
  if (by !== client) by.kill()
  return { visits, tunnels: (await proxy?.end()) ?? [] }
}

Network.serve(visitAll)
