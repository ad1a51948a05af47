/** Tests that linkedom still is inside as `Linkedom.ts` assumes. */
import { assert, describe, it } from "@effect/vitest"
import { Node as AnyNode } from "linkedom/worker"
import { appendAll } from "../../src/dom/Dom.ts"
import { addAttribute, append, attributesOf, elementsIn, emptyDocument } from "../../src/dom/Linkedom.ts"

const symbolIn = (node: object, description: string): symbol | undefined =>
  Object.getOwnPropertySymbols(node).find((symbol) => symbol.description === description)

const valueIn = (node: object, description: string): unknown =>
  Reflect.get(node, symbolIn(node, description) ?? description)

describe("linkedom", () => {
  const document = emptyDocument()

  it("links an element to the nodes before and after it, and to its end", () => {
    const element = document.createElement("p")
    for (const name of ["next", "prev", "end"]) assert.isDefined(symbolIn(element, name), name)
  })

  it("takes new nodes, and nodes of another parent, in order", () => {
    const [old, parent] = [0, 1].map(() => document.createElement("p"))
    assert.isDefined(old)
    assert.isDefined(parent)
    const moved = document.createElement("b")
    append(old, moved)
    append(moved, document.createTextNode("two"))
    appendAll(parent, [document.createTextNode("one"), moved, "three"])
    assert.strictEqual(parent.outerHTML, "<p>one<b>two</b>three</p>")
    assert.strictEqual(old.outerHTML, "<p></p>")
  })

  it("finds the nodes and attributes that are linked without its methods", () => {
    const [parent, child, other] = [0, 1, 2].map(() => document.createElement("p"))
    assert.isDefined(parent)
    assert.isDefined(child)
    assert.isDefined(other)
    addAttribute(parent, "id", "a")
    addAttribute(parent, "class", "b")
    append(parent, child)
    append(parent, document.createTextNode("words"))
    append(child, other)
    assert.strictEqual(parent.outerHTML, '<p id="a" class="b"><p><p></p></p>words</p>')
    assert.deepStrictEqual(
      elementsIn(parent, () => true),
      [child, other],
    )
    assert.deepStrictEqual(
      attributesOf(parent).map(({ name }) => name),
      ["id", "class"],
    )
  })

  it("has one class of elements", () => {
    const classes = ["p", "a", "script", "img", "unknown"].map((name) => document.createElement(name).constructor)
    assert.strictEqual(new Set(classes).size, 1)
  })

  it("registers no node for events", () => {
    assert.strictEqual(Object.getPrototypeOf(AnyNode.prototype.constructor), Object)
    assert.property(Object.getPrototypeOf(AnyNode.prototype), "addEventListener", "the class that was above it")
    assert.throws(() => document.createElement("p").addEventListener("click", () => undefined))
  })

  it("makes no set of class names to return an attribute", () => {
    const element = document.createElement("p")
    addAttribute(element, "class", "a b")
    assert.strictEqual(element.getAttribute("class"), "a b")
    assert.isNull(element.getAttribute("id"))
    assert.isNull(valueIn(element, "classList"))
    assert.strictEqual(element.classList.length, 2)
    assert.isNotNull(valueIn(element, "classList"))
  })
})
