import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Quote from "../../src/passages/Quote.ts"

const text = "He said: “It isn’t — really — *over* 20 km…” and left.\nThe  next day 😀 came."

const found = (quote: string) => {
  const place = Quote.find(text, quote)
  return place === undefined ? undefined : [text.slice(place.start, place.end), place.exact]
}

describe("a quote", () => {
  it("is found verbatim", () => {
    assert.deepStrictEqual(found("and left."), ["and left.", true])
    assert.deepStrictEqual(found("  and left. "), ["and left.", true])
  })

  it("is found without the targets of links", () => {
    const linked = 'See the [ferry from *Kiel*](https://example.com/a_(b) "Port"), ![a map](https://example.com/map).'
    for (const quote of ["the [ferry from Kiel], ![a map].", "See the ferry from Kiel, !a map"]) {
      const { end, exact, start } = Quote.find(linked, quote) ?? { start: 0, end: 0, exact: true }
      assert.isFalse(exact)
      assert.include(linked.slice(start, end), 'ferry from *Kiel*](https://example.com/a_(b) "Port"), ![a map')
    }
    assert.strictEqual(Quote.find(linked, "ferry from example")?.start, undefined)
  })

  it("is found with other white space, quotation marks, dashes and markup", () => {
    assert.deepStrictEqual(found(`"It isn't - really - over 20 km..."`), ["“It isn’t — really — *over* 20 km…”", false])
    assert.deepStrictEqual(found("left. The next day"), ["left.\nThe  next day", false])
    assert.deepStrictEqual(found("NEXT DAY 😀 CAME"), ["next day 😀 came", false])
  })

  it("isn't found if the page doesn't contain it, or if it is empty", () => {
    for (const quote of ["and stayed", "", "  ", "…", "“”"]) assert.isUndefined(found(quote))
  })

  it("is found at any position of its page", () =>
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(), fc.nat(), (page, a, b) => {
        const from = a % (page.length + 1)
        const to = from + (b % (page.length - from + 1))
        const quote = page.slice(from, to)
        const place = Quote.find(page, quote)
        if (place === undefined) assert.notMatch(quote, /[\p{L}\p{N}]/u)
        else assert.strictEqual(page.slice(place.start, place.end), quote.trim())
      }),
    ))
})
