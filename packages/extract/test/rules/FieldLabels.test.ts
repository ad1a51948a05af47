import { assert, describe, it } from "@effect/vitest"
import { markdownOf } from "../support.ts"

const text = "The pilots of the outer roads meet at the old crane on every first Monday of the month."

describe("a label", () => {
  it("goes with the field after it, though it names another", () => {
    const field = '<label for="size1">Pilots per page</label><select id="size"><option>10</option></select>'
    assert.strictEqual(markdownOf(`${field}<p>${text}</p>`), text)
  })

  it("stays with a figure, or with more than a few words", () => {
    const labels = ["Total price: 40 euros", "Pilots who leave before noon pay nothing"]
    for (const label of labels)
      assert.include(markdownOf(`<p><label>${label}</label> <input type="number"></p><p>${text}</p>`), label)
  })

  it("goes around a field whose choices have figures", () => {
    const field = "<label>Boats per page <select><option>10</option><option>20</option></select></label>"
    assert.strictEqual(markdownOf(`<p>${field}</p><p>${text}</p>`), text)
  })

  it("stays before a box to tick", () => {
    assert.include(
      markdownOf(`<div><label for="x">With a lamp</label><input type="checkbox"></div><p>${text}</p>`),
      "With a lamp",
    )
  })
})
