/** Tests reading untrusted Markdown. */
import { assert, describe, it } from "@effect/vitest"
import { linksOf, titleOf } from "@porthole/provider-kit"
import * as fc from "fast-check"

describe("the title", () => {
  it.each<[string, string | undefined]>([
    ["# Whales", "Whales"],
    ["text\n\n###### Whales ##\n# Sharks", "Whales"],
    ["\r\n#\tWhales\r\ntext", "Whales"],
    ["# C#\n", "C#"],
    ["# #\n## Whales", "Whales"],
    ["#Whales\n####### Whales\n #", undefined],
    ["text # Whales", undefined],
    ["", undefined],
  ])("of %j is %j", (markdown, expected) => assert.strictEqual(titleOf(markdown), expected))

  it("of an endless line is cut", () => {
    assert.strictEqual(titleOf(`# ${"y".repeat(5_000)}`)?.length, 998)
  })
})

describe("the links", () => {
  it.each<[string, ReadonlyArray<string>]>([
    ["[a](https://a.test/) [b](http://b.test/#c) [a](https://a.test/)", ["https://a.test/", "http://b.test/"]],
    ["[whale](https://en.test/Whale_(animal)) and", ["https://en.test/Whale_(animal)"]],
    ["([whale](https://en.test/Whale))", ["https://en.test/Whale"]],
    [String.raw`[whale](https://en.test/Whale_\(animal\))`, ["https://en.test/Whale_(animal)"]],
    [
      '[a](https://a.test/ "title") [b](<https://b.test/b c>) [c](<https://c.test/>)',
      ["https://a.test/", "https://c.test/"],
    ],
    ["[![logo](https://cdn.test/x.png)](https://target.test/)", ["https://target.test/"]],
    ["![logo](https://cdn.test/x.png) ![l [m](https://in.test/)](https://cdn.test/y.png)", ["https://in.test/"]],
    ["[a [b] c](https://a.test/)", ["https://a.test/"]],
    ["[a\nb](https://a.test/) [a\n\nb](https://b.test/)", ["https://a.test/"]],
    ["<https://auto.test/> <b> <https://no.test/ > <mailto:a@b.test>", ["https://auto.test/"]],
    [String.raw`\[a](https://a.test/) \![b](https://b.test/)`, ["https://b.test/"]],
    ["](https://a.test/) [a] (https://b.test/)", []],
    ["[a](/a) [b](javascript:alert(1)) [c](ftp://c.test/)", []],
    [`[a](https://a.test/${"x".repeat(2_048)}) [b](https://b.test/)`, ["https://b.test/"]],
  ])("of %j are %j", (markdown, expected) => assert.deepStrictEqual(linksOf(markdown), expected))

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
      { numRuns: 500 },
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
])("one MiB of %j is read in time", (piece) => {
  const hostile = piece.repeat(Math.ceil(2 ** 20 / piece.length))
  for (const markdown of [hostile, `# ${hostile}`, `#${" ".repeat(400_000)}${hostile}`, `[x](${hostile})`]) {
    assert.isAtMost(titleOf(markdown)?.length ?? 0, 1_000)
    for (const link of linksOf(markdown)) assert.isAtMost(link.length, 8_192)
  }
})
