import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Sections } from "../../src/index.ts"

const cut = (text: string) =>
  Effect.map(Sections.cut(text), (sections) =>
    sections.map(({ end, start, trail }) => [trail.join(" > "), text.slice(start, end)]),
  )

describe("sections", () => {
  it.effect("begin at a heading, and have its trail", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* cut("Intro.\n\n# A\n\nOne.\n\nTwo.\n\n## B\n\n```\n# code\n```\n\n# C\n\nThree."), [
        ["", "Intro."],
        ["A", "# A\n\nOne.\n\nTwo."],
        ["A > B", "## B\n\n```\n# code\n```"],
        ["C", "# C\n\nThree."],
      ])
    }),
  )

  it.effect("have headings without marks, but with the underscores of identifiers", () =>
    Effect.gen(function* () {
      const text = "# [target\\_link](x.md) of **`max_size`** ##\n\nText.\n\n# C#\n\nMore."
      assert.deepStrictEqual(
        (yield* cut(text)).map(([trail]) => trail),
        ["target_link of max_size", "C#"],
      )
    }),
  )

  it.effect("end between two blocks when they grow long, and code stays whole", () =>
    Effect.gen(function* () {
      const code = `\`\`\`\n${"line of code\n".repeat(200)}\`\`\``
      const sections = yield* cut(`# A\n\n${"word ".repeat(200)}\n\n${"other ".repeat(200)}\n\n${code}`)
      assert.lengthOf(sections, 3)
      assert.strictEqual(sections[2]?.[1], code)
    }),
  )

  it.effect("are bounded, whatever the text", () =>
    Effect.gen(function* () {
      for (const text of ["x".repeat(50_000), "```\n" + "code\n".repeat(50_000), "# ".repeat(50_000), ""])
        for (const [, part = ""] of yield* cut(text)) assert.isAtMost(part.length, 4_200)
    }),
  )
})
