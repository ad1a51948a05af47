/** The properties of untrusted Markdown, arbitrary and hostile. */
import { assert, describe, it } from "@effect/vitest"
import { linksOf, titleOf } from "@porthole/provider-kit"
import * as fc from "fast-check"

/** Declares them: with so many runs, and hostile texts of this length. */
export const markdownProperties = ({ length, runs }: { readonly runs: number; readonly length: number }): void => {
  describe("the links", () => {
    /** A piece of Markdown, and the links in it. */
    type Piece = readonly [text: string, links: ReadonlyArray<string>]

    const joined = (pieces: ReadonlyArray<Piece>): Piece => [
      pieces.map(([text]) => text).join(" "),
      pieces.flatMap(([, links]) => links),
    ]

    const url = fc
      .array(fc.constantFrom("a", "Z", "9", "-", "/", "?", "&", "=", "(b)", "(c(d))", "%20"), { maxLength: 12 })
      .map((parts) => `https://a.test/${parts.join("")}`)
    const { piece } = fc.letrec<{ piece: Piece; pieces: Piece }>((tie) => ({
      piece: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<Piece>(["text", []], ["1 < 2", []], ["a\nb", []], [String.raw`\[`, []], ["[^1]", []]),
        url.map((target): Piece => [`<${target}>`, [target]]),
        fc
          .tuple(tie("pieces"), url)
          .map(([[label, inner], target]): Piece => [`[${label}](${target})`, [...inner, target]]),
        fc.tuple(tie("pieces"), url).map(([[label, inner], source]): Piece => [`![${label}](${source})`, inner]),
        tie("pieces").map(([label, inner]): Piece => [`[${label}]`, inner]),
      ),
      pieces: fc.array(tie("piece"), { maxLength: 3 }).map(joined),
    }))
    it("are found for any content within and around them", () => {
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 6 }).map(joined), ([markdown, links]) => {
          assert.deepStrictEqual(linksOf(markdown), Array.from(new Set(links)))
        }),
        { numRuns: runs },
      )
    })
  })

  it.each([
    "[",
    "![",
    "[a](https://a.test/",
    "](",
    "[](",
    "[x](https://(",
    "[x](<https://",
    "<https://",
    "<",
    "\\",
    "\n \t",
    "# ",
    "#\n",
    "## ##",
    "\r\n",
    "[x](https://a\\",
  ])(`${length} characters of %j are read in time`, (piece) => {
    const hostile = piece.repeat(Math.ceil(length / piece.length))
    for (const markdown of [hostile, `# ${hostile}`, `#${" ".repeat(length)}${hostile}`, `[x](${hostile})`]) {
      assert.isAtMost(titleOf(markdown)?.length ?? 0, 1_000)
      for (const link of linksOf(markdown)) assert.isAtMost(link.length, 8_192)
    }
  })
}
