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

describe("the set of invisible characters", () => {
  const isRemoved = (code: number): boolean => UntrustedText.stripInvisible(`a${String.fromCodePoint(code)}b`) === "ab"

  it.each<readonly [string, number, number]>([
    ["default-ignorable ones", 0x00ad, 0x00ad],
    ["zero-width ones and marks of direction", 0x200b, 0x200f],
    ["overrides of direction", 0x202a, 0x202e],
    ["invisible operators, isolates and deprecated controls", 0x2060, 0x206f],
    ["variation selectors", 0xfe00, 0xfe0f],
    ["noncharacters among Arabic presentation forms", 0xfdd0, 0xfdef],
    ["interlinear annotations", 0xfff9, 0xfffb],
    ["format controls of Egyptian hieroglyphs", 0x13430, 0x1345f],
    ["format controls of shorthand", 0x1bca0, 0x1bca3],
    ["format controls of music", 0x1d173, 0x1d17a],
    ["tags, more variation selectors and the rest of their block", 0xe0000, 0xe0fff],
    ...Array.from({ length: 17 }, (_, plane) => {
      const last = plane * 0x1_0000 + 0xffff
      return [`the last two of plane ${plane}`, last - 1, last] as const
    }),
  ])("has %s", (_, first, last) => {
    for (let code = first; code <= last; code++) {
      assert.isTrue(isRemoved(code), code.toString(16))
      assert.strictEqual(UntrustedText.cleanLines(`a${String.fromCodePoint(code)}b`), "ab", code.toString(16))
    }
  })

  it.each<readonly [string, number, number]>([
    ["number signs and marks of Arabic", 0x0600, 0x0605],
    ["the end of an ayah", 0x06dd, 0x06dd],
    ["the Syriac abbreviation mark", 0x070f, 0x070f],
    ["number signs of Kaithi", 0x110bd, 0x110bd],
    ["Egyptian hieroglyphs", 0x13000, 0x1342f],
    ["Arabic presentation forms", 0xfdf0, 0xfdfd],
    ["the replacement characters", 0xfffc, 0xfffd],
    ["private use", 0xe000, 0xe0ff],
    ["emoji", 0x1f600, 0x1f64f],
  ])("hasn't %s", (_, first, last) => {
    for (let code = first; code <= last; code++) assert.isFalse(isRemoved(code), code.toString(16))
  })

  it("has every format character of Unicode that has no glyph", () => {
    const visible = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u
    for (let code = 0; code <= 0x10_ff_ff; code++) {
      const character = String.fromCodePoint(code)
      if (!/\p{Cf}/u.test(character)) continue
      assert.strictEqual(isRemoved(code), !visible.test(character), code.toString(16))
    }
  })

  it("is counted", () =>
    assert.strictEqual(UntrustedText.countInvisible("a\ufdd0b\ufffe\u{1ffff}c\u{13430}\u{1343a}"), 5))
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
