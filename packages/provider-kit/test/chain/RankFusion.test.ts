/** Tests the merging of several ranked lists. */
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as RankFusion from "../../src/chain/RankFusion.ts"

const page = (url: string, rest: object = {}) => ({ title: url, url, snippet: "", ...rest })
const urls = (lists: Parameters<typeof RankFusion.fuse>[0]) => RankFusion.fuse(lists).map(({ url }) => url)

describe("fused lists", () => {
  const [a, b, c, d] = [
    page("https://a.example/"),
    page("https://b.example/"),
    page("https://c.example/"),
    page("https://d.example/"),
  ]

  it("begin with a hit that many lists rank high", () => {
    // b: 1/62 + 1/61, a: 1/61 + 1/64, d: 1/62, c: 1/63
    assert.deepStrictEqual(
      RankFusion.fuse([
        [a, b, c],
        [b, d, page("https://e.example/"), a],
      ]).slice(0, 4),
      [b, a, d, c],
    )
  })

  it("count with the constant of the paper", () => {
    const filler = (list: number, most: number) =>
      Array.from({ length: most }, (_, at) => page(`https://${list}-${at}.example/`))
    // Twice at rank 62 equals once at rank 1; twice at 61 is better.
    const at = (rank: number) =>
      urls([[page("https://top.example/")], filler(1, rank - 1).concat(b), filler(2, rank - 1).concat(b)])
    assert.isAbove(at(62).indexOf("https://b.example/"), at(62).indexOf("https://top.example/"))
    assert.isBelow(at(61).indexOf("https://b.example/"), at(61).indexOf("https://top.example/"))
  })

  it("keep the order of the lists in a tie", () => {
    const input = [
      [a, b],
      [c, d],
    ]
    assert.deepStrictEqual(RankFusion.fuse(input), [a, c, b, d])
    assert.deepStrictEqual(RankFusion.fuse(input.toReversed()), [c, a, d, b])
  })

  it("detect a tie for which fractions summed in another order would differ", () => {
    const list = (other: string, ranks: ReadonlyArray<number>) =>
      Array.from({ length: 7 }, (_, at) => [a, b][ranks.indexOf(at + 1)] ?? page(`https://${other}-${at}.example/`))
    // 1/61 + 1/67 + 1/62 for both.
    assert.deepStrictEqual(RankFusion.fuse([list("x", [1, 7]), list("y", [7, 2]), list("z", [2, 1])]).slice(0, 2), [
      a,
      b,
    ])
  })

  it.each([
    ["https://example.com", "https://EXAMPLE.com:443/"],
    ["https://example.com/a#one", "https://example.com/a#two"],
    ["http://example.com:80/a", "http://example.com/a"],
    ["http://example.com/a", "https://example.com/a"],
  ])("treat %s and %s as one page", (one, two) => {
    assert.lengthOf(urls([[page(one)], [page(two)]]), 1)
    assert.lengthOf(urls([[page(one), page(two)]]), 1)
  })

  it.each([
    ["https://example.com/a", "https://example.com/a/"],
    ["https://example.com/a", "https://example.com/A"],
    ["https://example.com/?a", "https://example.com/"],
    ["https://example.com:8443/", "https://example.com/"],
    ["https://www.example.com/", "https://example.com/"],
  ])("treat %s and %s as two pages", (one, two) => {
    assert.lengthOf(urls([[page(one)], [page(two)]]), 2)
  })

  it("keep the first list's title, https, the longest snippet, and the metadata of the best rank", () => {
    const lists = [
      [a, page("http://x.example/", { title: "First", snippet: "short", metadata: { engine: "one" } })],
      [page("https://x.example/", { title: "Second", snippet: "the longest", metadata: { engine: "two" } })],
      [b, c, page("http://x.example/", { title: "Third", snippet: "longer", metadata: { engine: "three" } })],
    ]
    assert.deepStrictEqual(RankFusion.fuse(lists)[0], {
      title: "First",
      url: "https://x.example/",
      snippet: "the longest",
      metadata: { engine: "two" },
    })
  })

  it("keep the first list's hits if the others have nothing better", () => {
    const first = page("https://x.example/#one", { snippet: "one", metadata: { engine: "one" } })
    const other = page("https://x.example/#two", { snippet: "two", metadata: { engine: "two" } })
    assert.deepStrictEqual(RankFusion.fuse([[first], [other]]), [first])
  })

  it.each(["ftp://example.com/", "mailto:a@example.com", "example.com", ""])("drop %j, which is no page", (url) => {
    assert.isUndefined(RankFusion.identityOf(url))
    assert.deepStrictEqual(RankFusion.fuse([[page(url), a]]), [a])
  })

  it("count a page that a list names twice once, at its best rank", () => {
    assert.deepStrictEqual(urls([[a, b, b, b], [a]]), [a.url, b.url])
    assert.deepStrictEqual(urls([[a, c, c, c], [b]]), [a.url, b.url, c.url])
  })
})

describe("for any lists", () => {
  const address = fc
    .tuple(fc.constantFrom("http", "https"), fc.constantFrom("a", "b", "c", "d", "e", "f"), fc.constantFrom("", "#x"))
    .map(([scheme, host, hash]) => `${scheme}://${host}.example/${hash}`)
  const lists = fc.array(
    fc.array(
      address.map((url) => page(url)),
      { maxLength: 8 },
    ),
    { maxLength: 5 },
  )
  const key = (url: string) => RankFusion.identityOf(url) ?? assert.fail(url)

  it("every page is in the fused one, once, and no other", () => {
    fc.assert(
      fc.property(lists, (input) => {
        const found = urls(input).map(key)
        assert.deepStrictEqual(found.toSorted(), [...new Set(input.flat().map(({ url }) => key(url)))].toSorted())
      }),
    )
  })

  it("the order of the lists decides ties and nothing else", () => {
    /** The score by definition, with a common denominator: integers, so that no sum is rounded. */
    const scores = (input: ReadonlyArray<ReadonlyArray<{ readonly url: string }>>) => {
      const common = Array.from({ length: 9 }, (_, at) => BigInt(RankFusion.k + at)).reduce((one, two) => one * two, 1n)
      const score = new Map<string, bigint>()
      for (const list of input) {
        const ranked = list.map(({ url }) => key(url))
        for (const one of new Set(ranked)) {
          const part = common / BigInt(RankFusion.k + ranked.indexOf(one) + 1)
          score.set(one, (score.get(one) ?? 0n) + part)
        }
      }
      return score
    }
    const shuffled = lists.chain((input) =>
      fc.tuple(fc.constant(input), fc.shuffledSubarray(input, { minLength: input.length })),
    )
    fc.assert(
      fc.property(shuffled, ([input, permuted]) => {
        const score = scores(input)
        const order = (of: typeof input) => urls(of).map((url) => score.get(key(url)) ?? assert.fail(url))
        const sorted = [...score.values()].toSorted((one, two) => (one < two ? 1 : -1))
        assert.deepStrictEqual(order(input), sorted)
        assert.deepStrictEqual(order(permuted), sorted)
      }),
    )
  })
})
