import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { limits } from "../../src/tree/Limits.ts"
import * as Nets from "../../src/budget/Nets.ts"
import { read, stages } from "../../src/Pipeline.ts"
import * as ReadDocument from "../../src/ReadDocument.ts"
import type { Reading, Stage } from "../../src/Stage.ts"
import { bytesOf, fetchedOf } from "../support.ts"

const netsOf = (processor: number, spent = 0): Nets.Nets => Nets.make({ processor, spent: () => spent })

describe("the nets under a reading", () => {
  it("are the shares of its time, however much that is", () => {
    for (const processor of [100, limits.processor, 15_000])
      assert.deepStrictEqual(
        [0.1, 0.49, 0.5, 0.51].map((part) => netsOf(processor, processor * part).isOver(0.5)),
        [false, false, false, true],
      )
  })

  it("let a page be larger in proportion to the time, but eight times at most, and never smaller", () => {
    const growthOf = (times: number): ReadonlyArray<number> => {
      const { blocks, judged } = netsOf(limits.processor * times)
      return [judged / limits.judged, blocks / limits.blocks]
    }
    assert.deepStrictEqual([0.1, 1, 3, 8, 100].map(growthOf), [
      [1, 1],
      [1, 1],
      [3, 3],
      [8, 8],
      [8, 8],
    ])
  })

  it("are as they were by the usual time", () => {
    const milliseconds = (shares: object): ReadonlyArray<number> =>
      Object.values(shares).map((share) => Math.round(share * limits.processor))
    assert.deepStrictEqual(milliseconds(limits.before), [600, 800, 950])
    assert.deepStrictEqual(milliseconds(limits.until), [800, 950, 1_050])
  })

  it("let work be done within a part of the time, and say nothing of what takes longer", () => {
    const forever = (): never => {
      for (;;);
    }
    assert.strictEqual(
      netsOf(60_000).until(0.5, () => 1),
      1,
    )
    assert.isUndefined(netsOf(40).until(0.5, forever))
    assert.isUndefined(netsOf(60_000, 59_980).until(1, forever))
    assert.isUndefined(netsOf(60_000, 40_000).until(0.5, () => 1))
  })

  it("leave what the work throws as it is", () => {
    const fault = new Error("odd")
    const done = Result.try({
      try: () =>
        netsOf(60_000).until(1, () => {
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
const page = (chapters: number) =>
  fetchedOf(
    bytesOf(
      `<nav>${"<a href=/n>Elsewhere</a> ".repeat(20)}</nav><main>${chapter.repeat(chapters)}</main><footer>All rights</footer>`,
    ),
    { mode: "html" },
  )

/** The standard stages, of which one has next to no time. */
const hurried = (name: string): ReadonlyArray<Stage> =>
  stages.map((stage) =>
    stage.name === name ? { ...stage, run: (reading) => stage.run({ ...reading, nets: netsOf(1) }) } : stage,
  )

/** So much that no machine is too slow for it. */
const ample = 60_000

const readBy = (spent: number, those: ReadonlyArray<Stage> = stages) => {
  const reached: Array<Reading> = []
  const { content } = Result.getOrThrow(
    read(page(150), {
      isOverdue: () => false,
      processor: ample,
      spent: () => spent,
      stages: those,
      onStage: (_, reading) => reached.push(reading),
    }),
  )
  const last = reached.at(-1)
  return { content, isLarge: last?.isLarge, path: last?.path }
}

describe("a stage that takes too long", { timeout: 60_000 }, () => {
  it.each(["kind", "main"])("is given up, and the page is read as a larger one: %s", (name) => {
    const large = readBy(ample)
    assert.isTrue(large.isLarge)
    assert.deepStrictEqual(readBy(0, hurried(name)), large)
    assert.isFalse(readBy(0).isLarge)
  })

  it("is given up, and what stood before stands: blocks", () => {
    const without = readBy(
      0,
      stages.filter(({ name }) => name !== "blocks"),
    )
    assert.deepStrictEqual(readBy(0, hurried("blocks")), without)
    assert.notMatch(without.path ?? "", /blocks/)
  })

  it("leaves no numbers behind", () => {
    for (const name of ["main", "blocks"]) assert.notInclude(readBy(0, hurried(name)).content, "data-at")
  })
})

describe("a caller with more time", { timeout: 60_000 }, () => {
  it.effect("has larger pages judged", () =>
    Effect.gen(function* () {
      const kindBy = (timeout: number) =>
        Effect.map(ReadDocument.make()({ fetched: page(550), timeout, isTraced: false }), ({ ways }) => ways?.kind)
      assert.isUndefined(yield* kindBy(limits.processor * 4))
      assert.isDefined(yield* kindBy(limits.processor * 32))
    }),
  )
})
