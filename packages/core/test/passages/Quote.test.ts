import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { Conversation } from "../../src/domain/Conversation.ts"
import * as TimeSlice from "../../src/domain/time/TimeSlice.ts"
import * as Quote from "../../src/passages/Quote.ts"

const searcher = { id: "searcher", tenant: "searcher" }

const text = "He said: “It isn’t — really — *over* 20 km…” and left.\nThe  next day 😀 came."

const find = (text: string, quote: string, options?: Quote.Options) => Effect.runSync(Quote.find(text, quote, options))

const found = (quote: string) => {
  const place = find(text, quote)
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
      const { end, exact, start } = find(linked, quote) ?? { start: 0, end: 0, exact: true }
      assert.isFalse(exact)
      assert.include(linked.slice(start, end), 'ferry from *Kiel*](https://example.com/a_(b) "Port"), ![a map')
    }
    assert.strictEqual(find(linked, "ferry from example")?.start, undefined)
  })

  it("is found with other white space, quotation marks, dashes and markup", () => {
    assert.deepStrictEqual(found(`"It isn't - really - over 20 km..."`), ["“It isn’t — really — *over* 20 km…”", false])
    assert.deepStrictEqual(found("left. The next day"), ["left.\nThe  next day", false])
    assert.deepStrictEqual(found("NEXT DAY 😀 CAME"), ["next day 😀 came", false])
  })

  it("isn't found if the page doesn't contain it, or if a reader sees nothing of it", () => {
    for (const quote of ["and stayed", "", "  ", "…", "“”", "[](https://a.test/b)", "](x)"]) {
      assert.isUndefined(found(quote))
      assert.isUndefined(find(text, quote, { wholeWords: true }))
    }
  })

  it("is found at any position of its page", () =>
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(), fc.nat(), (page, a, b) => {
        const from = a % (page.length + 1)
        const to = from + (b % (page.length - from + 1))
        const quote = page.slice(from, to)
        const place = find(page, quote)
        if (place === undefined) assert.notMatch(quote, /[\p{L}\p{N}]/u)
        else assert.strictEqual(page.slice(place.start, place.end), quote.trim())
      }),
    ))

  it("counts only between words, if so asked", () => {
    const page = "unlocked, locked; \ud83d\ude00locked"
    assert.strictEqual(find(page, "locked")?.start, 2)
    assert.strictEqual(find(page, "locked", { wholeWords: true })?.start, 10)
    assert.strictEqual(find(page, "LOCKED", { wholeWords: true })?.start, 10)
    assert.isUndefined(find("unlocked locker", "LOCKED", { wholeWords: true }))
    assert.strictEqual(find("unlocked LOCKED", "locked", { wholeWords: true })?.start, 9)
  })

  it.effect.each([
    { name: "letters", piece: "abc defgh " },
    { name: "a character that becomes 18", piece: "\ufdfa" },
    { name: "targets of links", piece: "[a](https://a.test/) " },
    { name: "white space", piece: "\n" },
  ])("is looked for in slices, between which others get their turns: $name", ({ piece }) =>
    Effect.gen(function* () {
      const turnsOver = Effect.fnUntraced(function* (length: number) {
        const search = yield* Effect.forkChild(
          Effect.provideService(Quote.find(piece.repeat(length / piece.length), "not there"), Conversation, searcher),
        )
        let turns = 0
        while (search.pollUnsafe() === undefined) {
          yield* TimeSlice.next
          turns++
        }
        return turns
      })
      const once = yield* turnsOver(200_000)
      const twice = yield* turnsOver(400_000)
      // A slice has a fixed number of units of work: the number of slices grows with the text, not their length.
      assert.isAtLeast(once, 7)
      assert.isAtLeast(twice, 2 * once - 2)
    }),
  )
})
