/**
 * Measures each step from a text to its passages, for hostile texts and their sixteenths: how its cost grows. Its
 * arguments are the names of cases; it measures all of them without any. It prints JSON lines, so that a test that ends
 * it still knows what took too long.
 */
import type { HostileTexts } from "@porthole/testing"
import * as Effect from "effect/Effect"
import * as HostilePassages from "../passages/HostilePassages.ts"
import * as Steps from "../passages/Steps.ts"

/** Processor time of each step in ms. */
type Costs = Readonly<Record<string, number>>

/** The lengths that are tried: the first whose steps take this long together, in ms, is long enough. */
const lengths = [100_000, 200_000, 400_000, 800_000]
const longEnough = 120

/** The growth of a step that takes less than this, in ms, can't be measured. */
const negligible = 30

/**
 * A text is compared with its sixteenth: linear time grows 16 times, quadratic time 256 times. The bound is their
 * geometric mean, so that caches and other programs would have to cost four times as much to hide either. The sixteenth
 * is measured some times, since the system counts processor time in ticks of some milliseconds.
 */
const part = 16
const times = 8
const maxGrowth = part ** 1.5 / times

// clock: growth shows in processor time alone
const now = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1_000
}

const costsOf = (text: string, question: string): Effect.Effect<Costs> =>
  Effect.suspend(() => {
    const costs: Record<string, number> = {}
    const timed: Steps.Watch = (name, step) =>
      Effect.suspend(() => {
        const begun = now()
        return Effect.tap(step, () => Effect.sync(() => (costs[name] = now() - begun)))
      })
    return Effect.as(Steps.take(text, question, timed), costs)
  })

/** The faults of steps that each of four tries finds: timings of one try may be those of the machine. */
const faultsOf = (make: HostileTexts.Text, question: string): Effect.Effect<ReadonlyArray<string>> =>
  Effect.gen(function* () {
    let length = 0
    let whole: Costs = {}
    for (length of lengths) {
      whole = yield* costsOf(make(length), question)
      if (Object.values(whole).reduce((sum, cost) => sum + cost, 0) > longEnough) break
    }
    let faults: ReadonlyArray<string> | undefined
    for (let attempt = 0; attempt < 4 && faults?.length !== 0; attempt++) {
      if (attempt > 0) whole = yield* costsOf(make(length), question)
      const least: Record<string, number> = {}
      const small = make(length / part)
      for (let time = 0; time < times; time++) {
        const costs = yield* costsOf(small, question)
        for (const [name, cost] of Object.entries(costs)) least[name] = (least[name] ?? 0) + cost
      }
      const seen: Array<string> = []
      for (const [name, cost] of Object.entries(whole))
        if (cost > negligible && cost > maxGrowth * (least[name] ?? 0)) seen.push(`${name} grows`)
      faults = faults === undefined ? seen : faults.filter((fault) => seen.includes(fault))
    }
    return faults ?? []
  })

for (const { make, name, question } of HostilePassages.cases) {
  if (process.argv.length > 2 && !process.argv.includes(name)) continue
  process.stdout.write(`${JSON.stringify({ name })}\n`)
  const faults = await Effect.runPromise(faultsOf(make, question))
  process.stdout.write(`${JSON.stringify({ name, faults })}\n`)
}
