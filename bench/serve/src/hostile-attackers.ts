/**
 * One tenant's attackers, or the harmless clients in their place, in a process of their own: their work isn't that of
 * the ordinary clients. They begin at once; the order to stop is answered with the ends of each attack.
 */
import { setMaxListeners } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import * as Child from "../../harness/Child.ts"
import { countsOf } from "../../harness/Figures.ts"
import { type Attack, chosen, harmless } from "./Attacks.ts"
import { reasonOf, type Target } from "./Call.ts"
import { release } from "./HeldConnections.ts"

/** The argument of the program. */
export interface Orders {
  readonly groups: ReadonlyArray<string>
  readonly names: ReadonlyArray<string>
  readonly isHarmless: boolean
  /** How many times as often as usual each attack is done. */
  readonly rate: number
  readonly target: Target
}

/** How often each attack had which end. */
export type Ends = Readonly<Record<string, ReadonlyArray<readonly [end: string, count: number]>>>

const { groups, isHarmless, names, rate, target }: Orders = JSON.parse(process.argv[2] ?? "{}")
const stopping = new AbortController()
setMaxListeners(0, stopping.signal)

/** Repeats an attack until the end; returns how it ended each time. */
const repeat = async ({ atOnce, once, parallel, perSecond }: Attack) => {
  const ends: Array<string> = []
  const interval = 1_000 / (rate * perSecond)
  let [times, next] = [0, Number.NEGATIVE_INFINITY]
  // Turns that nobody took are kept, `atOnce` of them at most.
  const turn = async () => {
    const now = performance.now()
    next = Math.max(next, now - atOnce * interval) + interval
    await sleep(Math.max(0, next - now), undefined, { signal: stopping.signal }).catch(() => {})
  }
  const attacker = async () => {
    for (await turn(); !stopping.signal.aborted; await turn()) {
      const end = await once(target, times++, stopping.signal).catch(reasonOf)
      ends.push(stopping.signal.aborted ? "stopped" : end)
    }
  }
  await Promise.all(Array.from({ length: parallel }, attacker))
  return countsOf(ends)
}

const attacks = isHarmless ? harmless(chosen(groups, names)) : chosen(groups, names)
const done = Object.entries(attacks).map(async ([name, attack]) => [name, await repeat(attack)] as const)
Child.ready(async (): Promise<Ends> => {
  stopping.abort()
  release()
  return Object.fromEntries(await Promise.all(done))
})
