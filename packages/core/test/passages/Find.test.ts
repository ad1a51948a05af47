/** Tests where a text is found, and what is shown around it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Blocks } from "../../src/index.ts"
import * as Find from "../../src/passages/Find.ts"

const filler = "Nothing of note happens in this sentence about the weather. ".repeat(6).trim()
const text = [
  "# Manual",
  `${filler} Set max_retries to four. ${filler}`,
  "## Code",
  "```ts\nconst client = make({\n  max_retries: 3,\n})\n```",
  "## Table",
  "| name | value |\n| --- | --- |\n| MAX_RETRIES | 5 |\n| delay | 2 s |",
  "See max_retries",
].join("\n\n")
const mainLength = text.lastIndexOf("See")

const find = (wanted: string, maxLength = 10_000, from = 0) =>
  Effect.gen(function* () {
    const blocks = yield* Blocks.parse(text, mainLength)
    return yield* Find.find({ text, mainLength }, blocks, wanted, { from, maxLength })
  })

describe("find", () => {
  it.effect("shows each place with its offset, heading and surroundings", () =>
    Effect.gen(function* () {
      const { content, passages, total } = yield* find("max_retries")
      assert.strictEqual(total, 4)
      const places = passages.flatMap(({ places = [] }) => places)
      assert.deepStrictEqual(
        places.map((at) => text.slice(at, at + 11).toLowerCase()),
        Array.from({ length: 4 }, () => "max_retries"),
      )
      assert.deepStrictEqual(
        passages.map(({ heading, outside }) => [heading, outside]),
        [
          ["Manual", undefined],
          ["Code", undefined],
          ["Table", undefined],
          [undefined, true],
        ],
      )
      for (const { end, outside, start } of passages) {
        assert.include(content, text.slice(start, end))
        if (outside !== true) assert.include(content, `[… ${start}]`)
      }
      assert.include(content, "const client = make({\n  max_retries: 3,\n})")
      assert.isBelow(passages[0]?.end ?? 0, text.indexOf("## Code") - 100)
    }),
  )

  it.effect("finds nothing where nothing is, and a place at either end", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* find("max_tries"), { passages: [], content: "", total: 0 })
      assert.deepStrictEqual((yield* find("# Man")).passages[0]?.places, [0])
      assert.deepStrictEqual((yield* find("retries")).passages.at(-1)?.places, [text.length - 7])
    }),
  )

  it.effect("says where to read on if the places don't fit", () =>
    Effect.gen(function* () {
      const first = yield* find("max_retries", 320)
      assert.isAtMost(first.content.length, 320)
      assert.isDefined(first.next)
      const rest = yield* find("max_retries", 10_000, first.next)
      const shown = [...first.passages, ...rest.passages].flatMap(({ places = [] }) => places)
      assert.strictEqual(shown.length, 4)
      assert.deepStrictEqual(
        shown,
        (yield* find("max_retries")).passages.flatMap(({ places = [] }) => places),
      )
    }),
  )
})
