import { assert, describe, it } from "@effect/vitest"
import { UntrustedText } from "@porthole/core"
import * as fc from "fast-check"

describe("stripInvisible", () => {
  it.each([
    ["zero\u200bwidth\u2060 and \ufeffmarks", "zerowidth and marks"],
    ["bi\u202edi\u202c \u2066isolates\u2069", "bidi isolates"],
    ["tags \u{e0049}\u{e0067}\u{e006e}", "tags "],
    ["soft\u00adhyphen", "softhyphen"],
    ["a\u200db\u200cc", "abc"],
    ["lone \ud800 surrogate", "lone  surrogate"],
    ["line\nbreak\tand tab", "line\nbreak\tand tab"],
  ])("of %j leaves %j", (text, expected) => assert.strictEqual(UntrustedText.stripInvisible(text), expected))

  it.each(["می\u200cخواهم", "क्\u200dष", "👩\u200d👩\u200d👧", "❤\ufe0f", "1\ufe0f", "👍🏽", "🏳\ufe0f\u200d🌈"])(
    "leaves the joiners of %s, which are its spelling",
    (text) => assert.strictEqual(UntrustedText.stripInvisible(text), text),
  )

  it("leaves no run of joiners to hide a message in", () => {
    assert.strictEqual(UntrustedText.stripInvisible("م\u200c\u200d\u200c\u200dخ"), "م\u200dخ".replace("\u200d", ""))
  })
})

describe("countInvisible", () => {
  it.each([
    ["plain", 0],
    ["zero\u200bwidth\u2060 and \ufeffmarks", 3],
    ["bi\u202edi\u202c", 2],
    ["tags \u{e0049}\u{e0067}", 2],
    ["soft\u00adhyphen", 0],
    ["half \ud83d", 0],
    ["می\u200cخواهم 👩\u200d👧 ❤\ufe0f", 0],
    ["م\u200c\u200d\u200c\u200dخ", 4],
  ])("of %j is %d", (text, count) => assert.strictEqual(UntrustedText.countInvisible(text), count))
})

describe("cleanLines", () => {
  it.each([
    ["a\u200bb\u{e0041}\u{e0042}\u202ec", "abc"],
    ["a\u0000b\u001b[31mc\u007f\u009b", "ab[31mc"],
    ["one\r\ntwo\rthree\n\n\tfour\f\nfive\vsix\u0085seven", "one\ntwo\nthree\n\n\tfour\n\nfive\nsix\nseven"],
    ["half \ud83d", "half \ufffd"],
    ["می\u200cخواهم 👩\u200d👩\u200d👧 ❤\ufe0f", "می\u200cخواهم 👩\u200d👩\u200d👧 ❤\ufe0f"],
    ["a < b <i>and</i>  two", "a < b <i>and</i>  two"],
    ["", ""],
  ])("of %j leaves %j", (text, expected) => assert.strictEqual(UntrustedText.cleanLines(text), expected))

  it("leaves nothing to clean, over arbitrary text", () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.oneof(
            fc.constantFrom("\r", "\n", "\u200d", "\ufe0f", "1", "م"),
            fc.nat(0xffff).map((code) => String.fromCharCode(code)),
          ),
        }),
        (text) => {
          const clean = UntrustedText.cleanLines(text)
          assert.strictEqual(UntrustedText.cleanLines(clean), clean)
          assert.notMatch(clean, /[^\P{Cc}\t\n]/u)
          assert.strictEqual(UntrustedText.stripInvisible(clean), clean)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

describe("clean", () => {
  it("keeps its cap, well-formed text, and no tag, over arbitrary text", () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom("<", ">", "b", "/", " ", "\u200b", "😀", "\ud800", "!", "-"),
          maxLength: 400,
        }),
        fc.integer({ min: 1, max: 100 }),
        (text, maxLength) => {
          const cleaned = UntrustedText.clean(text, maxLength)
          assert.isAtMost(cleaned.text.length, maxLength)
          assert.isTrue(cleaned.text.isWellFormed())
          assert.notMatch(cleaned.text, /<\/?[a-z!?][^<>]*>/i)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ["a < b and c > d", "a < b and c > d"],
    ["<\u200bscript>x</script\u2060>", "x"],
    ["<scr<b>ipt>x", "x"],
    ["one<br>two<!-- three -->four", "one two four"],
  ])("of %j leaves %j", (text, expected) => assert.strictEqual(UntrustedText.clean(text, 100).text, expected))

  it("is quick on hostile text", () => {
    const hostile = ["<a".repeat(50_000), "<!--".repeat(50_000), "<".repeat(200_000), " \u200b".repeat(100_000)]
    for (const text of hostile) assert.isAtMost(UntrustedText.clean(text, 500).text.length, 500)
  })
})
