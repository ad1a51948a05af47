/** What a model reads over MCP, named after what its user did. clock: real where our reader reads. */
import { assert, describe, it } from "@effect/vitest"
import { AnswerCache, Extractor, Settings } from "@porthole/core"
import { DocumentExtractor } from "@porthole/extract"
import { Doubles } from "@porthole/testing"
import { Effect, Layer } from "effect"
import { mcpClient, mcpResult, textOf } from "../support/frontEnds.ts"

const url = "https://pumps.example/manual"

const sentences = (count: number): string =>
  Array.from({ length: count }, (_, n) => `Sentence ${n} says that the buyer keeps all rights.`).join(" ")

const manual = [
  `# Pump manual\n\n${sentences(8)}`,
  `## Warranty\n\n${sentences(60)}`,
  "## Price\n\nThe pump costs 30 euros.",
].join("\n\n")

const backendOf = (pages: Readonly<Record<string, string>>) =>
  Doubles.backend({
    extract: (request) =>
      Effect.succeed({
        title: "Pumps",
        url: request.url,
        content: pages[request.url] ?? "",
        links: [],
        status_code: 200,
      }),
  })

/** The text of a call over pages of these contents, by URL. */
const readFrom = (pages: Readonly<Record<string, string>>, args: Record<string, unknown>): Effect.Effect<string> =>
  Effect.map(mcpResult(backendOf(pages), "web_fetch", args), textOf)

const read = (args: Record<string, unknown>, content = manual): Effect.Effect<string> =>
  readFrom({ [url]: content }, { url, ...args })

/** The page's own text in an answer. */
const contentOf = (answer: string): string => /\nText:\n([^]*)\n<\/untrusted-page-content/.exec(answer)?.[1] ?? ""

describe("max_length: 3000 on a page with long blocks", () => {
  it.effect("gives most of 3,000 characters, up to the end of a sentence", () =>
    Effect.gen(function* () {
      const content = contentOf(yield* read({ max_length: 3_000 }))
      assert.isAbove(content.length, 2_800)
      assert.isTrue(manual.startsWith(content))
      assert.match(content, /keeps all rights\. $/)
    }),
  )

  it.effect("never ends on a heading, whatever the length", () =>
    Effect.gen(function* () {
      const { callTool } = yield* mcpClient(backendOf({ [url]: manual }))
      for (let max_length = 200; max_length < 3_200; max_length += 97) {
        for (const section of [{}, { section: "Warranty" }]) {
          const answer = yield* callTool({ name: "web_fetch", arguments: { url, max_length, ...section } })
          assert.notMatch(contentOf(textOf(answer)), /(?:^|\n)#+ [^\n]*\s*$/, `${max_length}`)
        }
      }
    }).pipe(Effect.provide(Settings.layer({ max_requests_per_minute: 10_000 }))),
  )
})

describe("a section with 400 characters", () => {
  it.effect("gives its heading and the first sentences, not the heading alone", () =>
    Effect.gen(function* () {
      const content = contentOf(yield* read({ section: "Warranty", max_length: 400 }))
      assert.match(content, /^## Warranty\n\nSentence 0 [^]* keeps all rights\. $/)
      assert.isAbove(content.length, 300)
    }),
  )
})

describe("a whole section", () => {
  it.effect("is complete, and nothing says that the text is cut or continues", () =>
    Effect.gen(function* () {
      const price = yield* read({ section: "Price" })
      assert.match(price, /^The section is complete; the page has \d+ characters\.\n\n</)
      const first = yield* read({ section: "Warranty" })
      assert.match(
        first,
        /^The section is complete; .*\nTo read on: start_index=\d+ reads what follows the section\.\n\n</,
      )
      for (const text of [price, first]) assert.notMatch(text, /is cut|continues/)
    }),
  )

  it.effect("that is longer than max_length is cut, and its last part ends it", () =>
    Effect.gen(function* () {
      const cut = yield* read({ section: "Warranty", max_length: 2_000 })
      const [, next] = /^The section is cut: .*\nTo read on: start_index=(\d+) continues\./.exec(cut) ?? []
      const last = yield* read({ section: "Warranty", max_length: 2_000, start_index: next })
      assert.match(last, /^The section ends here; /)
    }),
  )
})

describe("a page from the cache", () => {
  const stored = {
    title: "Pumps",
    url,
    content: "Words.",
    links: [],
    status_code: 200,
    text_length: 6,
    redirected_from: [],
    fetched_at: "2026-11-28T10:04:31.000Z",
  }
  const find = () => Effect.succeed({ value: stored, isFresh: true })

  it.effect("says so in its head, with its time", () =>
    Effect.gen(function* () {
      const cache = Layer.succeed(AnswerCache.PageCache, { ...AnswerCache.noPages, find })
      const text = textOf(yield* mcpResult(Layer.merge(Doubles.backend({}), cache), "web_fetch", { url }))
      assert.match(text, /^Shown: all 6 characters\.\nCached: a copy of 2026-11-28T10:04Z\.\n/)
      assert.notInclude(yield* read({}), "Cached")
    }),
  )
})

describe("a page with 60 sections", () => {
  const sections = Array.from({ length: 60 }, (_, n) => `## Part ${n}\n\n${sentences(10)}`).join("\n\n")

  it.effect("lists 40 and says that there are 20 more, which section takes by their words", () =>
    Effect.gen(function* () {
      for (const args of [{}, { query: "rights of the buyer" }]) {
        const text = yield* read({ max_length: 2_000, ...args }, sections)
        assert.include(
          text,
          "The outline leaves out 20 of 60 headings; section takes their words, or one of the numbers 41 to 60.",
        )
      }
      assert.match(contentOf(yield* read({ section: "Part 55" }, sections)), /^## Part 55\n/)
    }),
  )
})

describe("Start_index, as the beginning of a sentence would spell it", () => {
  it.effect("is the parameter, and every head spells it as the parameter", () =>
    Effect.gen(function* () {
      const text = yield* read({ max_length: 2_000, Start_index: 500 })
      assert.strictEqual(contentOf(text), contentOf(yield* read({ max_length: 2_000, start_index: 500 })))
      assert.notInclude(text, "Start_index")
    }),
  )
})

describe("a query together with start_index or section", () => {
  it.effect("is told to be ignored", () =>
    Effect.gen(function* () {
      for (const place of [{ start_index: 500 }, { section: "Price" }]) {
        const text = yield* read({ query: "price", max_length: 2_000, ...place })
        const note = `query was ignored, because ${Object.keys(place)[0]} says what to read.`
        assert.include(text.slice(0, text.indexOf("<untrusted")), note)
      }
      const outside = yield* read({ section: "Price", start_index: 5 })
      assert.include(outside, "start_index was ignored, because it lies outside the section.")
      assert.notInclude(yield* read({ query: "price", max_length: 2_000 }), "ignored")
    }),
  )
})

describe("find", () => {
  it.effect("shows the places and their offsets, and tells that a section beside it is ignored", () =>
    Effect.gen(function* () {
      const page = `# Settings\n\n${sentences(40)}\n\n## Limits\n\nSet max_retries to 3.\n\n${sentences(40)}`
      const text = yield* read({ find: "MAX_retries", section: "Settings" }, page)
      assert.include(contentOf(text), "## Limits\n\nSet max_retries to 3.")
      assert.notInclude(contentOf(text), "# Settings")
      const head = text.slice(0, text.indexOf("<untrusted"))
      assert.include(head, "section was ignored, because find says what to read.")
      assert.notInclude(head, "query")
    }),
  )
})

describe("url: [...]", () => {
  it.effect("reads each page, as urls does", () =>
    Effect.gen(function* () {
      const pages = { "https://a.example/": "The first.", "https://b.example/": "The second." }
      const text = yield* readFrom(pages, { url: Object.keys(pages) })
      assert.strictEqual(text, yield* readFrom(pages, { urls: Object.keys(pages) }))
      assert.match(text, /^Page 1 of 2:[^]*The first\.[^]*Page 2 of 2:[^]*The second\./)
    }),
  )
})

describe("every part of a cut page", () => {
  it.effect("says each fact once, and only the first lists the sections", () =>
    Effect.gen(function* () {
      const first = yield* read({ max_length: 1_000 })
      const [, next] = /start_index=(\d+) continues/.exec(first) ?? []
      const second = yield* read({ max_length: 1_000, start_index: next })
      assert.match(first, /\nSections:\n1\. Pump manual\n {2}2\. Warranty\n {2}3\. Price\n\nText:\n/)
      assert.notInclude(second, "Sections:")
      for (const text of [first, second]) {
        const head = text.slice(0, text.indexOf("<untrusted"))
        assert.strictEqual(head.split(String(contentOf(text).length)).length, 2 + Number(text === first), head)
        assert.strictEqual(head.split(String(manual.length)).length, 2, head)
      }
    }),
  )
})

describe("a search", () => {
  const rows = [0, 1].map((n) => ({ title: `Hit ${n}`, url: `https://hits${n}.example/`, snippet: "About it." }))
  const found = (args: Record<string, unknown>) =>
    Effect.map(
      mcpResult(
        Doubles.backend({ search: () => Effect.succeed({ provider: "literal", rows, ignored: ["country"] }) }),
        "web_search",
        { query: "pumps", country: "AT", depth: 3, ...args },
      ),
      textOf,
    )

  it.effect("gives the hits first, then the notices, and each host once", () =>
    Effect.gen(function* () {
      for (const args of [{}, { include_metadata: true }]) {
        const text = yield* found(args)
        assert.strictEqual(text.split("hits0.example").length, 2)
        assert.match(text, /^Shown: 2 hits\.\n\n<untrusted[^\n]*\n1\. Hit 0 /)
        const end = text.indexOf("</untrusted")
        for (const notice of ["not applied: country", "ignored: depth"]) assert.isAbove(text.indexOf(notice), end)
      }
    }),
  )
})

describe("a search without hits", () => {
  it.effect("says why, and nothing about filters that nobody gave", () =>
    Effect.gen(function* () {
      const rows = [0, 1].map(() => ({ title: "Router", url: "http://192.168.0.1/", snippet: "" }))
      const backend = Doubles.backend({ search: () => Effect.succeed({ provider: "literal", rows }) })
      const text = textOf(yield* mcpResult(backend, "web_search", { query: "pumps" }))
      assert.match(text, /^No usable results\. Try other words\. Hits that lead to private addresses/)
    }),
  )
})

describe("a short page", () => {
  const reader = Layer.orDie(DocumentExtractor.layer({ isolation: "none" }))

  /** The text of a page with this source, which our reader reads. */
  const readSource = (source: string, contentType = "text/html") =>
    Effect.map(
      mcpResult(
        Doubles.backend({
          extract: ({ mode, url }) =>
            Extractor.Extractor.use(({ extract }) =>
              Effect.map(extract({ url, contentType, mode, bytes: new TextEncoder().encode(source) }), (read) => ({
                ...read,
                url,
                status_code: 200,
              })),
            ).pipe(Effect.provide(reader)),
        }),
        "web_fetch",
        { url },
      ),
      textOf,
    )

  const hours = "Monday to Friday, 9 to 17. Closed on Sunday."

  it.live("of which all is there gives no warning", () =>
    Effect.gen(function* () {
      const page = `<!doctype html><title>Opening hours</title><h1>Opening hours</h1><p>${hours}</p>`
      const texts = [yield* readSource(page), yield* readSource(hours, "text/plain")]
      for (const text of texts) {
        assert.include(text, hours)
        assert.notMatch(text, /low_content|little readable text/)
      }
    }),
  )

  it.live("in a main beside a menu is the page, with its warning", () =>
    Effect.gen(function* () {
      for (const label of ["Chapter", "All the ferries of chapter"]) {
        const menu = Array.from({ length: 20 }, (_, n) => `<li><a href="/${n}">${label} ${n}</a></li>`).join("")
        const text = yield* readSource(`<title>Hi</title><ul>${menu}</ul><main><p>Hi there.</p></main>`)
        assert.match(text, /^Shown: all 9 characters\.\nWarning: low_content/)
        assert.strictEqual(contentOf(text), "Hi there.")
      }
    }),
  )

  it.live("that may lack text warns: one with a script, with hidden text, with a frame, or without any text", () =>
    Effect.gen(function* () {
      for (const part of ["<script>load()</script>", "<p hidden>More</p>", '<iframe src="/more"></iframe>']) {
        assert.include(yield* readSource(`<title>Hours</title><p>${hours}</p>${part}`), "Warning: low_content")
      }
      assert.match(yield* readSource("<title>Hours</title>"), /^The page has no readable text\.\n\n</)
    }),
  )
})

describe("a search that finds answers or corrections only", () => {
  const foundOf = (asides: object) =>
    Effect.map(
      mcpResult(
        Doubles.backend({ search: () => Effect.succeed({ provider: "literal", rows: [], ...asides }) }),
        "web_search",
        { query: "whales" },
      ),
      textOf,
    )

  it.effect("gives them to the model, in the fence", () =>
    Effect.gen(function* () {
      const answers = [{ title: "Whale", text: "A marine mammal.", url: "https://whales.example/" }, { text: "12 m" }]
      assert.match(
        yield* foundOf({ answers }),
        /^<untrusted[^\n]*\nAnswer: Whale: A marine mammal\. — https:\/\/whales\.example\/\nAnswer: 12 m\n<\/[^\n]*\n\nNo results besides the answer of the search engine\.$/,
      )
      assert.match(
        yield* foundOf({ corrections: ["wales"] }),
        /^<untrusted[^\n]*\nCorrected query: wales\n<\/[^\n]*\n\nNo results\. Try the corrected query\.$/,
      )
    }),
  )

  it.effect("keeps them within half of max_length", () =>
    Effect.gen(function* () {
      const answers = Array.from({ length: 5 }, () => ({ text: "word ".repeat(100) }))
      const text = yield* foundOf({ answers }).pipe(Effect.provide(Settings.layer({ max_length: 1_200 })))
      assert.strictEqual(text.split("Answer: ").length, 2)
    }),
  )
})
