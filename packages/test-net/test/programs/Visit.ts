/** The outcome of one visit of a URL, on both sides. */
import { readFileSync } from "node:fs"
import { setImmediate } from "node:timers/promises"
import { type Sites, World } from "../../src/index.ts"

/** A visit to make. */
export interface Errand {
  readonly url: string
  /** Visits of the same conversation share its pins; a visit without one has a conversation of its own. */
  readonly conversation?: string
  /** The delay before the visit, in ms. */
  readonly after?: number
  /** Whether Effect's own `HttpClient` makes the request instead of ours, to show what it would let through. */
  readonly control?: boolean
}

/** The client's side. */
export interface Outcome {
  readonly code: number | string | null
  readonly answer: Readonly<Record<string, unknown>>
}

/** Both sides. */
export interface Visit extends Outcome {
  readonly url: string
  readonly intruders: ReadonlyArray<string>
  readonly queries: ReadonlyArray<string>
  readonly seen: ReadonlyArray<Sites.SeenRequest>
  readonly hellos: ReadonlyArray<string>
  readonly raw: ReadonlyArray<string>
  /** The lost addresses that were seen waiting for a connection, in their order. */
  readonly tried: ReadonlyArray<string>
}

/** Runs `visit` and records the world's events meanwhile: `tried` only if it `looks`, which takes milliseconds a time. */
export const watch = async (
  world: World.World,
  url: string,
  visit: () => Promise<Outcome>,
  looks = false,
): Promise<Visit> => {
  const { dns, hellos, intruders, raw, seen } = world
  const before = [dns.queries.length, hellos.length, intruders.length, raw.length, seen.length] as const
  const tried = new Set<string>()
  const look = (): void => waitingFor().forEach((address) => tried.add(address))
  const timer = looks ? setInterval(look, 100) : undefined // clock: the kernel tells of no try
  const came = await visit()
  clearInterval(timer)
  // Connections that are established but not yet accepted are accepted in the next turns of the event loop.
  for (let turn = 0; turn < 3; turn++) await setImmediate()
  return {
    url,
    ...came,
    queries: dns.queries.slice(before[0]),
    hellos: hellos.slice(before[1]),
    intruders: intruders.slice(before[2]),
    raw: raw.slice(before[3]),
    seen: seen.slice(before[4]),
    tried: [...tried],
  }
}

// --- private --------------------------------------------------------------------------

/** The lost addresses that a connection of ours is waiting for: state 02 in `/proc/net/tcp` and `tcp6` (proc(5)). */
const waitingFor = (): ReadonlyArray<string> => {
  const sockets = ["tcp", "tcp6"]
    .flatMap((table) => readFileSync(`/proc/self/net/${table}`, "latin1").split("\n"))
    .map((line) => line.trim().split(/\s+/))
  const waiting = new Set(sockets.flatMap(([, , remote = "", state]) => (state === "02" ? remote.split(":")[0] : [])))
  return World.lostAddresses.filter((address) => waiting.has(spelledByKernel[address]))
}

/** The kernel's spelling: 32 bits at a time, in this machine's byte order. */
const spelledByKernel = {
  "93.184.217.1": "01D9B85D",
  "2606:2800:220:2::1": "00280626020020020000000001000000",
}
