/** Calls at a fixed rate, whether or not earlier ones are answered: a server that is stuck hides none of its delays. */
import { setTimeout as sleep } from "node:timers/promises"

/** Calls a second for some time; `signal` ends them early. */
export interface Rate {
  readonly perSecond: number
  readonly ms: number
  readonly signal: AbortSignal
}

/** The end of a call, and its milliseconds since it was due. */
export interface Timed<Outcome> {
  readonly ms: number
  readonly outcome: Outcome
}

/** Starts each call when it is due, and waits until all have ended. A call doesn't reject. */
export const run = async <Outcome>(
  { ms, perSecond, signal }: Rate,
  call: (number: number) => Promise<Outcome>,
): Promise<ReadonlyArray<Timed<Outcome>>> => {
  const begun = performance.now()
  const timed = async (number: number, due: number): Promise<Timed<Outcome>> => {
    const outcome = await call(number)
    return { ms: performance.now() - due, outcome }
  }
  const calls: Array<Promise<Timed<Outcome>>> = []
  for (let number = 0; number < (ms * perSecond) / 1_000; number++) {
    const due = begun + (number * 1_000) / perSecond
    await sleep(Math.max(0, due - performance.now()), undefined, { signal }).catch(() => {})
    if (signal.aborted) break
    calls.push(timed(number, due))
  }
  return await Promise.all(calls)
}
