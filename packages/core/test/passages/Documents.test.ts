import { assert, describe, it } from "@effect/vitest"
import { Documents } from "@porthole/core"
import { Effect } from "effect"

const documents = [
  "The harbour has a café and a museum of ropes.",
  "High water comes twice a day.\n\nIt is about fifty minutes later each day.",
  "# Battery\n\nThe battery lasts nine hours on one charge.",
  "Opening hours: from nine to five.",
]

describe("the order of documents", () => {
  it.effect("begins with the one that answers, and leaves out those without a word of the question", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Documents.order(documents, "how long does the battery last"))[0], 2)
      assert.strictEqual((yield* Documents.order(documents, "when is high water"))[0], 1)
      assert.deepStrictEqual(yield* Documents.order(documents, "volcano eruptions"), [])
    }),
  )

  it.effect("names each document once, however long", () =>
    Effect.gen(function* () {
      const long = "The battery lasts nine hours. Charge the battery at night. ".repeat(200)
      assert.deepStrictEqual(
        (yield* Documents.order([long, documents[2] ?? "", long], "battery")).toSorted(),
        [0, 1, 2],
      )
    }),
  )

  it.effect.each([
    "```js\nlet tide = 1",
    "<!-- tide",
    "| tide |\n| --- |",
    "> tide",
    "tide\n---",
    "",
    "#",
    "· # ·",
    "$$tide",
  ])("isn't confused by a document that looks like another block: %j", (odd) =>
    Effect.gen(function* () {
      const order = yield* Documents.order([odd, ...documents, odd], "battery hours")
      assert.strictEqual(order[0], 3)
    }),
  )

  it.effect("of none is empty", () =>
    Effect.map(Documents.order([], "tide"), (order) => assert.deepStrictEqual(order, [])),
  )
})
