import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readPages } from "./support.ts"

const read = (content: string) => Effect.map(readPages([{ content }], {}, "text"), (page) => page.content)

describe("a letter-spaced line", () => {
  it.effect.each([6, 8, 12])("is words, with %s points between its letters", (spacing) =>
    Effect.gen(function* () {
      const content = `BT /F 16 Tf ${spacing} Tc 1 0 0 1 72 700 Tm (TIDE TABLES OF LEITH) Tj ET`
      assert.strictEqual(yield* read(content), "Page 1\n\nTIDE TABLES OF LEITH")
    }),
  )

  it.effect("is words, though its letters are drawn one by one", () =>
    Effect.gen(function* () {
      const letters = Array.from("annual report", (letter, at) => [letter, 72 + at * 16] as const)
      const drawn = letters.filter(([letter]) => letter !== " ")
      const content = drawn.map(([letter, x]) => `BT /F 12 Tf 1 0 0 1 ${x} 700 Tm (${letter}) Tj ET`).join(" ")
      assert.strictEqual(yield* read(content), "Page 1\n\nannual report")
    }),
  )

  it.effect("isn't one of columns' heads, or of few letters", () =>
    Effect.gen(function* () {
      const row = (letters: string, step: number) =>
        Array.from(letters, (letter, at) => `BT /F 12 Tf 1 0 0 1 ${72 + at * step} 700 Tm (${letter}) Tj ET`).join(" ")
      assert.strictEqual(yield* read(row("ABCDE", 20)), "Page 1\n\nA B C D E")
      assert.strictEqual(yield* read(row("NESW", 90)), "Page 1\n\nN E S W")
      assert.strictEqual(yield* read("BT /F 12 Tf 6 Tc 72 700 Td (1 or 2) Tj ET"), "Page 1\n\n1 o r 2")
    }),
  )
})
