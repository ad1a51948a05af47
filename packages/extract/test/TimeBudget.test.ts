import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { read, stages } from "../src/html/Pipeline.ts"
import type { Reading, Stage } from "../src/html/Stage.ts"
import * as TimeBudget from "../src/html/TimeBudget.ts"
import * as Watchdog from "@porthole/reader-pool/watchdog"
import { bytesOf, fetchedOf } from "./support.ts"

const budgetOf = (maxProcessorTime: number, spent = 0): TimeBudget.TimeBudget =>
  TimeBudget.make({ maxProcessorTime, spent: () => spent })

const forever = (): never => {
  for (;;);
}

describe("the time for scoring a page", () => {
  it("is enough for work that ends in time", () =>
    assert.strictEqual(
      budgetOf(3_600_000).runScoring(() => 1),
      1,
    ))

  it("ends work that takes longer", () => assert.isUndefined(budgetOf(40).runScoring(forever)))

  it("begins no work once it is over", () => assert.isUndefined(budgetOf(60_000, 40_000).runScoring(() => 1)))

  it("isn't limited for a small document, except that no work begins once it is over", () => {
    const long = () => {
      // clock: work that takes five times the processor time that it may
      for (const spent = Watchdog.processorTime(); spent() < 200;);
      return 1
    }
    assert.isUndefined(budgetOf(40).runScoring(long))
    const small = { maxProcessorTime: 40, isSmall: true }
    assert.strictEqual(TimeBudget.make({ ...small, spent: () => 0 }).runScoring(long), 1)
    assert.isUndefined(TimeBudget.make({ ...small, spent: () => 40 }).runScoring(long))
  })

  it("passes the work's own errors on", () => {
    const fault = new Error("odd")
    const done = Result.try({
      try: () =>
        budgetOf(3_600_000).runScoring(() => {
          throw fault
        }),
      catch: (cause) => cause,
    })
    assert.isTrue(Result.isFailure(done) && done.failure === fault)
  })
})

const chapter =
  "<h2>A chapter</h2><p>Some words with <a href=/x>a link</a>, and more of them, and a list.</p><ul><li>One.</li><li>Two.</li></ul>" +
  "<table><tr><th>Name</th><th>Value</th></tr><tr><td>a</td><td>1</td></tr></table>"
const page = fetchedOf(
  bytesOf(
    `<nav>${"<a href=/n>Elsewhere</a> ".repeat(20)}</nav><main>${chapter.repeat(150)}</main><footer>All rights</footer>`,
  ),
  { mode: "html" },
)

/** The standard stages, one of which has nearly no time budget. */
const hurried = (name: string): ReadonlyArray<Stage> =>
  stages.map((stage) =>
    stage.name === name ? { ...stage, run: (reading) => stage.run({ ...reading, time: budgetOf(1) }) } : stage,
  )

/** So much time that every machine is fast enough. */
const ample = 3_600_000

const readBy = (spent: number, those: ReadonlyArray<Stage> = stages) => {
  const reached: Array<Reading> = []
  const { content } = Result.getOrThrow(
    read(page, {
      isTimedOut: () => false,
      maxProcessorTime: ample,
      spent: () => spent,
      stages: those,
      onStage: (_, reading) => reached.push(reading),
    }),
  )
  const last = reached.at(-1)
  return { content, foundBy: last?.foundBy }
}

describe("a judgement that takes too long", () => {
  it("is stopped, and the page is read by its main element", () => {
    const large = readBy(ample)
    assert.deepInclude(large, { foundBy: "main" })
    assert.deepStrictEqual(readBy(0, hurried("content")), large)
    assert.deepInclude(readBy(0), { foundBy: "blocks" })
  })
})
