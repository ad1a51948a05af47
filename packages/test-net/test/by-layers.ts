/**
 * Visits URLs by the real layers: this process holds the world, another holds the layers ({@link ./programs/client.ts}), one set
 * of them for all errands of an input.
 */
import { type ChildProcess, fork } from "node:child_process"
import { type Dns, Doh, Nginx, Proxies, World } from "../src/index.ts"
import { packedProgram } from "../../cli/test/support/packed.ts"
import type { Order } from "./programs/client.ts"
import { replyOf } from "./programs/Replies.ts"
import { type Errand, type Outcome, type Visit, watch } from "./programs/Visit.ts"

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

/** Visits the errands of inputs, one input after the other, in a world. */
export const make = (world: World.World): ((input: Input) => Promise<Report>) => {
  let nginx: Promise<void> | undefined
  let doh: Promise<void> | undefined
  let client: ChildProcess | undefined
  let sets = 0

  const startClient = (env: Settings = {}): ChildProcess =>
    fork(packedProgram("client"), { env: { ...process.env, NODE_EXTRA_CA_CERTS: world.authority, ...env } })
  const clientFor = (env: Settings): ChildProcess =>
    Object.keys(env).some(isOfNode) ? startClient(env) : (client ??= startClient())

  return async (input) => {
    const set = String(sets++)
    const { env = {}, errands, looks, proxy: kind, zone } = input
    world.dns.define({ ...World.zone, ...zone })
    if (input.nginx === true) await (nginx ??= Nginx.start(World.nginxAddress, world.certificates))
    if (input.doh === true) await (doh ??= Doh.start(world.dns, world.certificates.good))
    const proxy = kind === undefined ? undefined : await Proxies.start(kind)
    const settings: Settings = {
      ...(input.doh === true ? { PORTHOLE_RESOLVER: Doh.url } : {}),
      ...(proxy === undefined ? {} : { PORTHOLE_EGRESS_PROXY: proxy.url }),
      ...env,
    }
    const by = clientFor(env)
    const send = async (errand: Errand): Promise<Outcome> => {
      const order: Order = { set, settings, errand }
      return replyOf(by, order)
    }
    const visits: Array<Visit> = []
    for (const errand of errands) visits.push(await watch(world, errand.url, () => send(errand), looks))
    if (by !== client) by.kill()
    return { visits, tunnels: (await proxy?.end()) ?? [] }
  }
}

// --- private --------------------------------------------------------------------------

type Settings = Readonly<Record<string, string>>

/** Node reads its own variables when it starts. */
const isOfNode = (name: string): boolean => name.startsWith("NODE_")
