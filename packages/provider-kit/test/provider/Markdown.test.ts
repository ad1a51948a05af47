/** Tests reading untrusted Markdown. */
import { assert, describe, it } from "@effect/vitest"
import { linksOf, titleOf } from "@porthole/provider-kit"
import { markdownProperties } from "./MarkdownProperties.ts"

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
})

markdownProperties({ runs: 50, length: 2 ** 17 })
