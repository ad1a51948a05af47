/** Writes Office's equations as TeX, through the reader of HTML. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { officeOf, read } from "./support.ts"

const run = (text: string, properties = ""): string => `<m:r><m:rPr>${properties}</m:rPr><m:t>${text}</m:t></m:r>`
const argument = (name: string, inner: string): string => `<m:${name}>${inner}</m:${name}>`

const cases: ReadonlyArray<readonly [name: string, omml: string, tex: string]> = [
  [
    "names a function in one piece",
    `<m:func>${argument("fName", run("cos"))}${argument("e", run("x"))}</m:func>`,
    String.raw`\cos x`,
  ],
  ["keeps words of plain text", run("if odd", "<m:nor/>"), String.raw`\text{if odd}`],
  [
    "writes a fraction without a line as a binomial coefficient",
    `<m:d>${argument("e", `<m:f><m:fPr><m:type m:val="noBar"/></m:fPr>${argument("num", run("n"))}${argument("den", run("k"))}</m:f>`)}</m:d>`,
    String.raw`\binom{n}{k}`,
  ],
  [
    "lets brackets grow with a fraction",
    `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>${argument("e", `<m:f>${argument("num", run("a"))}${argument("den", run("b"))}</m:f>`)}</m:d>`,
    String.raw`\left[\frac{a}{b}\right]`,
  ],
  [
    "writes an array of one line as a line, without its marks",
    `<m:eqArr>${argument("e", run("a&amp;=b"))}</m:eqArr>`,
    "a=b",
  ],
  [
    "writes a sum with its limits",
    `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>${argument("sub", run("i=1"))}${argument("sup", run("n"))}${argument("e", run("i"))}</m:nary>`,
    String.raw`\sum_{i=1}^ni`,
  ],
  [
    "writes a limit",
    `<m:func>${argument("fName", `<m:limLow>${argument("e", run("lim"))}${argument("lim", run("n"))}</m:limLow>`)}${argument("e", run("x"))}</m:func>`,
    String.raw`\lim_nx`,
  ],
  ["writes a brace below", `<m:groupChr>${argument("e", run("a"))}</m:groupChr>`, String.raw`\underbrace{a}`],
]

describe("an equation", () => {
  for (const [name, omml, tex] of cases)
    it.effect(name, () =>
      Effect.gen(function* () {
        const body = `<w:document><w:body><w:p><w:r><w:t>It is </w:t></w:r><m:oMath>${omml}</m:oMath></w:p></w:body></w:document>`
        const document = officeOf("word/document.xml", [{ name: "word/document.xml", content: body }])
        assert.strictEqual((yield* read(document)).content, `It is $${tex}$`)
      }),
    )
})
