import { assert, describe, it } from "@effect/vitest"
import { checkQuote } from "@porthole/core"
import { judgeQuote } from "../../src/usecases/checkQuote.ts"
import { Doubles } from "@porthole/testing"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const docs = join(import.meta.dirname, "../../../../docs")

/** Prose of the documentation, one sentence a line, without Markdown. */
const sentences = globSync("*.md", { cwd: docs })
  .toSorted()
  .flatMap((name) => readFileSync(join(docs, name), "utf8").split("\n"))
  .flatMap((line) => line.match(/[A-Z][A-Za-z0-9 ,'-]{40,200}\./g) ?? [])

/** Numbers below one, the same for the same seed (mulberry32). */
const random = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const url = "https://a.test/page"
const pageOf = (content: string) => ({
  title: "A page",
  content,
  links: [],
  text_length: content.length,
  url,
  status_code: 200,
  redirected_from: [],
})

/** A page of sentences under a heading, and words from one of them. */
const sample = (seed: number) => {
  const next = random(seed)
  const pick = () => sentences[Math.floor(next() * sentences.length)] ?? ""
  const sentence = pick()
  const lines = [...Array.from({ length: 8 }, pick), sentence, ...Array.from({ length: 8 }, pick)]
  const words = sentence.split(" ")
  const from = Math.floor(next() * (words.length - 5))
  const count = 5 + Math.floor(next() * (words.length - from - 5))
  return { next, page: pageOf(`# The heading\n\n${lines.join("\n\n")}`), words: words.slice(from, from + count) }
}

const typographic: ReadonlyArray<(quote: string) => string> = [
  (quote) => quote.toUpperCase(),
  (quote) => quote.replaceAll(" ", "\u00a0"),
  (quote) => quote.replace(" ", "\n  "),
  (quote) => quote.replace(/(\w)(\w)/, "$1\u00ad$2"),
  (quote) =>
    quote.replaceAll("fi", "\ufb01").replaceAll("'", "\u2019").replaceAll("-", "\u2011").replace(" ", "\u2009"),
]

const seeds = Array.from({ length: 200 }, (_, seed) => seed)

describe("a quote", () => {
  it.effect("that is true is exact, and its place, heading and hash are told", () =>
    Effect.gen(function* () {
      assert.isAbove(sentences.length, 100)
      for (const seed of seeds) {
        const { page, words } = sample(seed)
        const { end, heading, sha256, start, verdict } = yield* judgeQuote(page, words.join(" "))
        assert.deepStrictEqual([verdict, heading], ["exact", "The heading"], words.join(" "))
        assert.strictEqual(page.content.slice(start, end), words.join(" "))
        assert.strictEqual(sha256, createHash("sha256").update(page.content).digest("hex"))
      }
    }),
  )

  it.effect("with another word is absent, even if the word is the beginning of the page's", () =>
    Effect.gen(function* () {
      for (const seed of seeds) {
        const { next, page, words } = sample(seed)
        const at = Math.floor(next() * words.length)
        const changed = words.map((word, place) => (place === at ? (seed % 2 === 0 ? "zebra" : `${word}x`) : word))
        const text = changed.join(" ")
        const { nearest, verdict } = yield* judgeQuote(page, text)
        assert.strictEqual(verdict, "absent", text)
        // Words that the page repeats may lie nearer in another order.
        const far = words.filter((word) => nearest?.includes(word) !== true)
        if (words.length > 8) assert.isAtMost(far.length, 2, text)
        // The same page the other way round: its word is the longer one.
        const longer = pageOf(text)
        const isPart = seed % 2 === 1 && /\w$/.test(words[at] ?? "")
        if (isPart) assert.strictEqual((yield* judgeQuote(longer, words.join(" "))).verdict, "absent", text)
      }
    }),
  )

  it.effect("that is absent comes with the nearest words of the page, if some are near", () =>
    Effect.gen(function* () {
      const content = "# Trains\n\nThe **sleeper** to [Narvik](https://a.test/n) takes 14 hours. It leaves at noon."
      const nearestTo = (quote: string) => Effect.map(judgeQuote(pageOf(content), quote), ({ nearest }) => nearest)
      assert.strictEqual(
        yield* nearestTo("the sleeper to Narvik takes 15 hours"),
        "The **sleeper** to [Narvik](https://a.test/n) takes 14 hours",
      )
      for (const quote of ["the price of it is at the most a guess", "takes 15 days", "Oslo"])
        assert.isUndefined(yield* nearestTo(quote), quote)
      const { nearest } = yield* judgeQuote(pageOf("東京都港区は日本の首都にある。"), "東京都港区は英国の首都にある")
      assert.strictEqual(nearest, "東京都港区は日本の首都にある")
      const spread = `high${" ".repeat(5_000)}water comes`
      assert.lengthOf((yield* judgeQuote(pageOf(spread), "high water comes soon")).nearest ?? "", 2_000)
    }),
  )

  it.effect("in another typography is there by spelling only", () =>
    Effect.gen(function* () {
      for (const seed of seeds) {
        const { page, words } = sample(seed)
        const quote = words.join(" ")
        const changed = typographic[seed % typographic.length]?.(quote) ?? ""
        assert.notStrictEqual(changed, quote)
        const { end, start, verdict } = yield* judgeQuote(page, changed)
        assert.strictEqual(verdict, "spelling", changed)
        assert.strictEqual(page.content.slice(start, end).toLowerCase(), quote.toLowerCase())
      }
    }),
  )

  it.effect("is found without the quotation marks around it, which a model may add", () =>
    Effect.gen(function* () {
      const page = pageOf("The ferry leaves at noon. It says: “Noon is late.”")
      const verdictOf = (quote: string) => Effect.map(judgeQuote(page, quote), ({ text, verdict }) => [verdict, text])
      for (const quote of ["“The ferry leaves at noon.”", '"The ferry leaves at noon."', "«The ferry leaves at noon.»"])
        assert.deepStrictEqual(yield* verdictOf(quote), ["exact", "The ferry leaves at noon."])
      assert.deepStrictEqual(yield* verdictOf("“Noon is late.”"), ["exact", "“Noon is late.”"])
      for (const quote of ["“The ferry leaves at two.”", "“”", '""', "…", "......", "The ferry … noon"])
        assert.strictEqual((yield* verdictOf(quote))[0], "absent", quote)
    }),
  )

  it.effect("is found without the ellipsis with which a model cuts it", () =>
    Effect.gen(function* () {
      const page = pageOf("The ferry leaves at noon. It returns at six …")
      for (const quote of ["“The ferry leaves…”", "… ferry leaves ...", "...The ferry leaves at"])
        assert.strictEqual((yield* judgeQuote(page, quote)).verdict, "exact", quote)
      assert.strictEqual((yield* judgeQuote(page, "at six …")).text, "at six …")
    }),
  )

  it.effect("that is absent from a page that couldn't be read comes with the reason", () =>
    Effect.gen(function* () {
      const messageOf = (page: object) =>
        Effect.map(judgeQuote({ ...pageOf("Sign in"), ...page }, "High water at six"), ({ message }) => message)
      assert.match((yield* messageOf({ obstacle: "login" })) ?? "", /requires a login/)
      assert.match((yield* messageOf({ obstacle: "scripts" })) ?? "", /^JavaScript builds the page/)
      assert.strictEqual(yield* messageOf({}), "The page has little readable text.")
      assert.match((yield* messageOf({ is_complete: true, reduced: [{ part: "rendering" }] })) ?? "", /still changing/)
      assert.isUndefined(yield* messageOf({ is_complete: true }))
      assert.isUndefined(yield* messageOf({ text_length: 5_000 }))
    }),
  )

  it.effect("is found outside the main content, after places within words, and in scripts without spaces", () =>
    Effect.gen(function* () {
      const outside = yield* judgeQuote({ ...pageOf("# Main\n\nwords"), outside: "a footer" }, "footer")
      assert.deepInclude(outside, { verdict: "exact", outside: true, start: 17 })
      assert.notProperty(outside, "heading")
      assert.deepInclude(yield* judgeQuote(pageOf("concatenate the cat"), "cat"), { verdict: "exact", start: 16 })
      const long = "cat ".repeat(100).trim()
      assert.deepInclude(yield* judgeQuote(pageOf(`s${long} ${long}`), long), { verdict: "exact", start: 5 })
      assert.deepInclude(yield* judgeQuote(pageOf("東京都港区"), "京都"), { verdict: "exact", start: 1 })
    }),
  )

  it.effect(
    "is shown up to 20,000 characters, however much white space or Unicode the page has between its words",
    () =>
      Effect.gen(function* () {
        const content = `${"é".repeat(100_000)} high${" ".repeat(200_000)}water`
        const found = yield* judgeQuote(pageOf(content), "high water")
        assert.deepInclude(found, {
          verdict: "spelling",
          start: 100_001,
          end: content.length,
          message: "The text is cut: 20000 of 200009 characters are shown.",
          link: `${url}#:~:text=high,water`,
          sha256: createHash("sha256").update(content).digest("hex"),
        })
        assert.strictEqual(found.text, content.slice(100_001, 120_001))
      }),
  )

  it.effect("is checked on the page of a URL, which the policy admits", () =>
    Effect.gen(function* () {
      const backend = Doubles.backend({ extract: () => Effect.succeed({ ...pageOf("High water at six."), links: [] }) })
      const check = (address: string) =>
        checkQuote({ url: address, quote: "water at six" }).pipe(Effect.provide(backend))
      assert.deepInclude(yield* check(url), { verdict: "exact", link: `${url}#:~:text=water%20at%20six` })
      assert.strictEqual((yield* Effect.flip(check("http://10.0.0.1/"))).error, "blocked_url")
    }),
  )
})
