import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Blocks, English, Passages } from "../../src/index.ts"
import * as Chunks from "../../src/passages/Chunks.ts"
import * as Companions from "../../src/passages/Companions.ts"

/** What is read with the chunk that begins with a text. */
const readWith = Effect.fnUntraced(function* (text: string, beginning: string) {
  const blocks = yield* Blocks.parse(text, text.length)
  const chunks = yield* Chunks.cut(text, blocks, text.length, { ...English.lengths, joined: 0 })
  const at = chunks.findIndex(({ start }) => text.startsWith(beginning, start))
  const group = Companions.companionsOf({ text, chunks }, at)
  return group?.map((each) => text.slice(chunks[each]?.start, chunks[each]?.end))
})

const long = "The harbour is closed to all ships from the first of December until the ice has gone in spring."

describe("a passage", () => {
  it.effect("has a label, a lead-in or a picture only with its body", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* readWith(`Status\n\n${long}`, "Status"), ["Status", long])
      assert.deepStrictEqual(yield* readWith(`Status\n\n${long}`, long), ["Status", long])
      assert.deepStrictEqual(yield* readWith(`Run this:\n\n\`\`\`\nsail\n\`\`\``, "Run"), [
        "Run this:",
        "```\nsail\n```",
      ])
      assert.deepStrictEqual(yield* readWith(`![the old harbour of Hven]\n\n${long}`, "!"), [
        "![the old harbour of Hven]",
        long,
      ])
      assert.isUndefined(yield* readWith(`${long}\n\nActive`, "Active"))
      assert.isUndefined(yield* readWith(`Run this:\n\n\`\`\`\n${"sail\n".repeat(120)}\`\`\``, "Run"))
    }),
  )

  it.effect("has the sentence to which it refers", () =>
    Effect.gen(function* () {
      const text = `${long}\n\nIt opens again when the pilot says that the way to the bridge is free.`
      assert.lengthOf((yield* readWith(text, "It opens")) ?? [], 2)
      assert.deepStrictEqual(yield* readWith(text, long), [long])
    }),
  )

  it.effect("has an introduction that ends in a colon with the first item, and with short ones", () =>
    Effect.gen(function* () {
      const text = `These ships call at the port:\n\n- The ferry. ${long}\n- The mail boat. ${long}\n- A tug boat`
      assert.lengthOf((yield* readWith(text, "- The ferry")) ?? [], 2)
      assert.deepStrictEqual(yield* readWith(text, "- The mail"), [`- The mail boat. ${long}`])
      assert.deepStrictEqual(yield* readWith(text, "- A tug"), ["These ships call at the port:", "- A tug boat"])
    }),
  )

  it.effect("is an amount as it stands", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* readWith(`- 20 knots\n- ${long}`, "- 20"), ["- 20 knots"])
    }),
  )

  it.effect("is no front matter", () =>
    Effect.gen(function* () {
      const text = `---\ntitle: Harbour dues of the year\n---\n\n# Dues\n\nShips pay harbour dues each year. ${long}`
      const { passages } = yield* Passages.select({ text, mainLength: text.length }, "harbour dues of the year", 400)
      assert.deepStrictEqual(
        passages.map(({ start }) => start),
        [text.indexOf("Ships pay")],
      )
    }),
  )
})
