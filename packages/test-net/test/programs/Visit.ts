/** What one visit of a URL came to, on both sides. */
import { setImmediate } from "node:timers/promises"
import type { Sites, World } from "../../src/index.ts"

/** A visit to make. */
export interface Errand {
  readonly url: string
  /** Visits of the same conversation share what it has pinned; a visit that names none has one of its own. */
  readonly conversation?: string
  /** How long to wait before, in ms. */
  readonly after?: number
  /** Whether Effect's own `HttpClient` goes instead of ours, to show what the caller would let through. */
  readonly control?: boolean
}

/** What the client's side says. */
export interface Outcome {
  readonly code: number | string | null
  readonly answer: Readonly<Record<string, unknown>>
}

/** Both sides. */
export interface Visit extends Outcome {
  readonly url: string
  readonly ms: number
  readonly intruders: ReadonlyArray<string>
  readonly asked: ReadonlyArray<string>
  readonly seen: ReadonlyArray<Sites.Seen>
  readonly hellos: ReadonlyArray<string>
  readonly raw: ReadonlyArray<string>
}

/** Runs `visit` and notes what happened in the world meanwhile. */
export const watch = async (world: World.World, url: string, visit: () => Promise<Outcome>): Promise<Visit> => {
  const { dns, hellos, intruders, raw, seen } = world
  const before = [dns.asked.length, hellos.length, intruders.length, raw.length, seen.length] as const
  const start = performance.now()
  const came = await visit()
  const ms = Math.round(performance.now() - start)
  // What has connected already but wasn't accepted yet is accepted in the next turns of the event loop.
  for (let turn = 0; turn < 3; turn++) await setImmediate()
  return {
    url,
    ms,
    ...came,
    asked: dns.asked.slice(before[0]),
    hellos: hellos.slice(before[1]),
    intruders: intruders.slice(before[2]),
    raw: raw.slice(before[3]),
    seen: seen.slice(before[4]),
  }
}
