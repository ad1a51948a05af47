import { assert, describe, it } from "@effect/vitest"
import { codesIn } from "../../src/pdf/CodeRanges.ts"

const objects: Readonly<Record<number, string>> = { 6: " 100000000 ", 7: "[500 600]" }
const codes = (text: string): number => codesIn(Buffer.from(text, "latin1"), (object) => objects[object])

/** As many codes as pdf.js believes of one range, six times. */
const six = (range: string): string => ` ${range}`.repeat(6)

describe("codes that a PDF claims", () => {
  it.each<readonly [name: string, text: string]>([
    ["widths", "<</W[0 99999999 500]>>"],
    ["heights", "<</W2 [0 99999999 500 500 500]>>"],
    ["widths after others", "<</W[1[500 600]3 9 500 10 99999999 .5]>>"],
    ["widths between white space and comments", "<</W % [9\n [\0 0 % 5]\r 99999999\n500]>>"],
    ["widths by an escaped name", "<</#57#32[0 99999999 500]>>"],
    ["widths in an object of their own", "9 0 obj [0 99999999 500] endobj"],
    ["widths whose last code is referred to", "<</W[0 6 0 R 500]>>"],
    ["widths after the beginning of another array", "([1 [) <</W[0 99999999 500]>>"],
    ["widths after the sign of a comment in a text", "(%) <</W[0 99999999 500]>>"],
    ["codes of characters", `6 begincidrange${six("<01000000> <01ffffff> 0")} endcidrange`],
    ["codes of texts", `7 beginbfrange <00> <01> [<0041> <0042>]${six("<0000 0000> <00FFFFFF> <0041>")} endbfrange`],
    ["codes of no characters", `6 beginnotdefrange${six("<000000> <ffffff> 1")} endnotdefrange`],
    ["codes of more bytes than are looked at", `6 begincidrange${six("<0000000000> <0100ffffff> 0")}`],
    ["codes of half bytes", `6 begincidrange${six("<f000000> <f0ffffff> 0")}`],
    ["codes in a section that is left open", `6 begincidrange${six("<00000000> <00ffffff> 0")}`],
  ])("are counted as %s", (_, text) => assert.isAtLeast(codes(text), 99_999_000))

  it.each<readonly [name: string, text: string]>([
    ["lists of widths", "<</W[0[500 600 1000]60000[500]60001 60009 500]>>"],
    ["lists of widths that are referred to", "<</W[0 7 0 R 70000 7 0 R 140000 7 0 R]>>"],
    ["what a signature is about", "<</ByteRange [0 840000 960000 2400000]>>"],
    ["objects", "<</Kids[1 0 R 90000 0 R 5 90001 0 R]>> [5 90000 0 R 6 90001 0 R]"],
    ["moves between letters", "BT [(a) 120 (b) -99999 (c)] TJ [1 2 3] 0 d ET"],
    ["what codes may be", "1 begincodespacerange <00000000> <ffffffff> endcodespacerange"],
    ["a range of more than is believed", "1 beginbfrange <0000> <ffffffff> <>"],
    ["single codes", "2 beginbfchar <0001> <d83dde00> <0002> <0041> endbfchar"],
    ["signs of two units", "1 beginbfrange <0001> <0003> [<0041> <d83dde00> <0042>] endbfrange"],
  ])("aren't taken for such: %s", (_, text) => assert.strictEqual(codes(text), 0))

  it("are those of all ranges together", () =>
    assert.strictEqual(codes(`${"<</W[0 999 500 1000 1999 500]>>".repeat(3)}1 begincidrange <0000> <ffff> 0`), 71_536))

  it.each([
    ["[1", ""],
    ["[1 ", "]"],
    ["[%", ""],
    ["[1%\n", ""],
    ["beginbfrange<", ""],
    ["beginbfrange[", ""],
  ])("are told in little time, or not at all: %j over and over", (text, end) => {
    const count = codes(text.repeat(400_000) + end)
    assert.isTrue(count === 0 || count === Number.POSITIVE_INFINITY, String(count))
  })
})
