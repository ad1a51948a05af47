import { assert, describe, it } from "@effect/vitest"
import {
  Conversation,
  type FetchRequest,
  type Page,
  searchAndFetch,
  ShownPages,
  WebError,
  webFetch,
  webFetchPages,
} from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect } from "effect"
import * as fc from "fast-check"
import { markdown } from "../passages/MarkdownSamples.ts"

const url = "https://example.com/page"

const sentences = (topic: string, count: number): string =>
  Array.from({ length: count }, (_, n) => `Sentence ${n} is about ${topic} and says no more.`).join("\n\n")

const manual = [
  "# Manual",
  sentences("cleaning", 60),
  "## Weight",
  "The machine weighs 14 kg without its battery.",
  "## Price",
  sentences("shops", 60),
].join("\n\n")

/** A site of pages, and the number of requests for each. */
const site = (pages: Readonly<Record<string, string>>, extra: object = {}) => {
  const requested: Array<string> = []
  const backend = Doubles.backend({
    search: () => Effect.succeed(Object.keys(pages).map((each) => ({ title: each, url: each, snippet: "" }))),
    extract: ({ url: target }) =>
      Effect.suspend(() => {
        requested.push(target)
        const content = pages[target]
        return content === undefined
          ? WebError.fail({ error: "http_error", status_code: 404 })
          : Effect.succeed({ title: "T", url: target, content, links: [], status_code: 200, ...extra })
      }),
  })
  return { requested, backend }
}

/** One conversation with its own memory. */
const conversing = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => Effect.provideService(effect, ShownPages.ShownPages, ShownPages.makeShownPages()))

const fetchFrom = (content: string, request: Partial<FetchRequest.FetchRequestInput>, extra: object = {}) =>
  conversing(webFetch({ url, ...request })).pipe(Effect.provide(site({ [url]: content }, extra).backend))

const invalid = (request: Partial<FetchRequest.FetchRequestInput>, content = manual) =>
  Effect.map(Effect.flip(fetchFrom(content, request)), ({ wire }) => {
    assert.strictEqual(wire.error, "invalid_request")
    return [wire.reason, wire.message]
  })

const length = (page: Page.Page | Page.FailedPage | undefined): number =>
  page !== undefined && "content_md" in page ? (page.content_md?.length ?? 0) : 0

describe("a page that was cut", () => {
  it("is read to its end with one download, and all its parts are exactly the text", () =>
    fc.assert(
      fc.asyncProperty(markdown, fc.integer({ min: 200, max: 1_500 }), async (text, max_length) => {
        const { requested, backend } = site({ [url]: text })
        const parts: Array<string> = []
        const whole = await conversing(webFetch({ url, max_length: 1_000_000 })).pipe(
          Effect.provide(backend),
          Effect.runPromise,
        )
        const readAll = Effect.gen(function* () {
          for (let start: number | undefined = 0; start !== undefined;) {
            const page: Page.Page = yield* webFetch({ url, max_length, start_index: start })
            parts.push(page.content_md ?? "")
            start = page.next_start_index
          }
        })
        await conversing(readAll).pipe(Effect.provide(backend), Effect.runPromise)
        assert.strictEqual(parts.join(""), whole.content_md)
        // Once for the whole, once for all its parts.
        assert.lengthOf(requested, 2)
      }),
      { numRuns: 100 },
    ))

  it.effect("has an outline, and each of its sections can be read", () =>
    Effect.gen(function* () {
      const page = yield* fetchFrom(manual, { max_length: 500 })
      assert.deepStrictEqual(
        page.outline?.map(({ heading, level }) => [level, heading]),
        [
          [1, "Manual"],
          [2, "Weight"],
          [2, "Price"],
        ],
      )
      const weight = yield* fetchFrom(manual, { section: "weight", max_length: 500 })
      assert.strictEqual(weight.content_md, "## Weight\n\nThe machine weighs 14 kg without its battery.\n\n")
      assert.strictEqual(weight.next_start_index, manual.indexOf("## Price"))
      assert.strictEqual((yield* fetchFrom(manual, { section: "2", max_length: 500 })).content_md, weight.content_md)
      const misspelt = yield* fetchFrom(manual, { section: "Weigth", max_length: 500 })
      assert.strictEqual(misspelt.content_md, weight.content_md)
      assert.include(misspelt.message, "section 2,")
      const price = yield* fetchFrom(manual, { section: "Price", max_length: 500 })
      const more = yield* fetchFrom(manual, {
        section: "Price",
        start_index: price.next_start_index ?? 0,
        max_length: 500,
      })
      assert.isTrue(manual.includes(`${price.content_md}${more.content_md}`))
    }),
  )

  it.effect("continues in the text that the conversation saw, although the site has another one now", () =>
    Effect.gen(function* () {
      const texts = [manual, sentences("something else", 200)]
      const backend = Doubles.backend({
        extract: ({ url: target }) =>
          Effect.sync(() => ({
            title: "T",
            url: target,
            content: texts.shift() ?? "gone",
            links: [],
            status_code: 200,
            storable: false,
          })),
      })
      const { content_md = "?" } = yield* conversing(
        Effect.flatMap(webFetch({ url, max_length: 500 }), ({ next_start_index = 0 }) =>
          webFetch({ url, max_length: 500, start_index: next_start_index }),
        ),
      ).pipe(Effect.provide(backend))
      assert.include(manual, content_md)
      assert.lengthOf(texts, 1)
    }),
  )

  it.effect("reports a change if the earlier text isn't requested or isn't kept any more", () =>
    Effect.gen(function* () {
      const pages: Record<string, string> = { [url]: manual }
      const { backend } = site(pages, { storable: false })
      const read = (request: Partial<FetchRequest.FetchRequestInput>) =>
        Effect.map(webFetch({ url, max_length: 500, ...request }), ({ message = "" }) =>
          message.includes("has changed"),
        )
      const forget = Effect.forEach(
        Array.from({ length: ShownPages.maxPages }, (_, n) => `https://example.com/other${n}`),
        (other) => {
          pages[other] = "Another page."
          return webFetch({ url: other })
        },
      )
      yield* conversing(
        Effect.gen(function* () {
          const reported = [yield* read({}), yield* read({})]
          pages[url] = sentences("something else", 200)
          reported.push(
            yield* read({ start_index: 400 }),
            yield* read({ start_index: 400, cache: false }),
            yield* read({}),
          )
          yield* forget
          reported.push(yield* read({ start_index: 400 }))
          pages[url] = manual
          yield* forget
          reported.push(yield* read({ start_index: 400 }))
          assert.deepStrictEqual(reported, [false, false, false, true, false, false, true])
        }),
      ).pipe(Effect.provide(backend))
    }),
  )

  it.effect("reports a change if the requested part is gone", () =>
    Effect.gen(function* () {
      const pages: Record<string, string> = { [url]: manual }
      const { backend } = site(pages, { storable: false })
      yield* conversing(
        Effect.gen(function* () {
          yield* webFetch({ url })
          pages[url] = "A short page."
          const { wire } = yield* Effect.flip(webFetch({ url, start_index: 400, cache: false }))
          assert.deepStrictEqual([wire.error, wire.reason], ["invalid_request", "start_index"])
          assert.include(wire.message, "The page has changed since the last call.")
          const again = yield* Effect.flip(webFetch({ url, section: "Weight", cache: false }))
          assert.notInclude(again.message, "has changed")
        }),
      ).pipe(Effect.provide(backend))
    }),
  )

  it.effect("is unknown to other conversations and other tenants", () =>
    Effect.gen(function* () {
      const { requested, backend } = site({ [url]: manual })
      const shown = ShownPages.makeShownPages()
      const as = (id: string, tenant: string) =>
        webFetch({ url, start_index: 10, max_length: 500 }).pipe(
          Effect.provideService(ShownPages.ShownPages, shown),
          Effect.provideService(Conversation.Conversation, { id, tenant }),
          Effect.provide(backend),
        )
      for (const [id, tenant] of [
        ["a", "t"],
        ["b", "t"],
        ["a", "u"],
        ["a", "t"],
      ] as const)
        yield* as(id, tenant)
      assert.lengthOf(requested, 3)
    }),
  )
})

describe("a query", () => {
  it.effect("brings the passages of a long page that answer it, with their places", () =>
    Effect.gen(function* () {
      const page = yield* fetchFrom(manual, { query: "how heavy is it, weight without battery", max_length: 400 })
      assert.include(page.content_md, "## Weight\n\nThe machine weighs 14 kg without its battery.")
      assert.isTrue(page.truncated)
      assert.strictEqual(page.total_length, manual.length)
      assert.isDefined(page.outline)
      for (const { end, start } of page.passages ?? []) assert.include(page.content_md, manual.slice(start, end))
    }),
  )

  it.effect("leaves a page whole that fits", () =>
    Effect.gen(function* () {
      const page = yield* fetchFrom("The machine weighs 14 kg.", { query: "weight" })
      assert.deepStrictEqual([page.content_md, page.truncated], ["The machine weighs 14 kg.", false])
      assert.notProperty(page, "passages")
    }),
  )

  it.effect("without a match returns the beginning, and reports that", () =>
    Effect.gen(function* () {
      for (const query of ["quantum chromodynamics", "?!"]) {
        const page = yield* fetchFrom(manual, { query, max_length: 400 })
        assert.isTrue(manual.startsWith(page.content_md ?? "?"))
        assert.include(page.message, "Nothing on the page matches the query")
        assert.notProperty(page, "passages")
      }
    }),
  )

  it.effect("shows links without their targets, unless links are wanted", () =>
    Effect.gen(function* () {
      const linked = `${sentences("boats", 60)}\n\nThe [ferry](https://example.com/ferry) takes 14 hours.`
      const request = { query: "how long does the ferry take", max_length: 400 }
      const bare = yield* fetchFrom(linked, request)
      assert.include(bare.content_md, "The [ferry] takes 14 hours.")
      assert.strictEqual(bare.passages?.at(-1)?.end, linked.length)
      const full = yield* fetchFrom(linked, { ...request, links: true })
      assert.include(full.content_md, "The [ferry](https://example.com/ferry) takes 14 hours.")
      assert.include((yield* fetchFrom(linked, {})).content_md, "(https://example.com/ferry)")
    }),
  )

  it.effect("finds text outside of the main content, and marks it", () =>
    Effect.gen(function* () {
      const outside = "Our telephone number is 555-0100."
      const page = yield* fetchFrom(manual, { query: "telephone number", max_length: 400 }, { outside })
      assert.include(page.content_md, outside)
      assert.deepStrictEqual(page.passages?.at(-1), {
        start: manual.length + 2,
        end: manual.length + 2 + outside.length,
        outside: true,
      })
      assert.notInclude((yield* fetchFrom(manual, {}, { outside })).content_md, outside)
    }),
  )

  it.effect("finds it beside a short main content, which stays whole", () =>
    Effect.gen(function* () {
      const main = "# Harbour\n\nShips come and go."
      const outside = `${sentences("boats", 60)}\n\nOur [telephone](https://example.com/t) number is 555-0100.`
      const page = yield* fetchFrom(main, { query: "telephone number" }, { outside })
      assert.isTrue(page.content_md?.startsWith(`${main}\n\n[…]\n\n`))
      assert.include(page.content_md, "Our [telephone] number is 555-0100.")
      assert.isAtMost(length(page), main.length + 4_010)
      assert.isFalse(page.truncated)
      assert.deepStrictEqual(page.passages?.[0], { start: 0, end: main.length })
      const text = `${main}\n\n${outside}`
      const found = page.passages?.slice(1).map(({ end, start }) => text.slice(start, end)) ?? []
      assert.isTrue(found.some((passage) => passage.includes("Our [telephone](https://example.com/t) number is")))
      assert.isTrue(page.passages?.slice(1).every((passage) => passage.outside))
      const nothing = yield* fetchFrom(main, { query: "quantum chromodynamics" }, { outside })
      assert.strictEqual(nothing.content_md, main)
      assert.isAtMost(length(yield* fetchFrom(main, { query: "boats", max_length: 300 }, { outside })), 300)
    }),
  )

  it.effect("finds it where it is little, if it matches better than the main content", () =>
    Effect.gen(function* () {
      const main = `# Ferries\n\n${sentences("the ferry", 20)}\n\nThe office is open on weekdays.`
      const outside = "## Office\n\nThe office of the ferry is at 12 Quay Street.\n\nFollow us.\n\nAll rights reserved."
      const query = "street of the ferry office"
      const page = yield* fetchFrom(main, { query }, { outside })
      assert.isTrue(page.content_md?.startsWith(`${main}\n\n[…]\n\n`))
      assert.include(page.content_md, "12 Quay Street")
      assert.notInclude(page.content_md, "All rights")
      assert.include(page.message, "passages outside of it")
      const bytes = { query, max_length: 3 * main.length, max_bytes: main.length + 1_000 }
      assert.include((yield* fetchFrom(main, bytes, { outside })).content_md, "12 Quay Street")
      for (const request of [{ query: "which day is the office open, on weekdays?" }, { query: "astronomy" }, {}])
        assert.deepStrictEqual(yield* fetchFrom(main, request, { outside }), yield* fetchFrom(main, {}))
    }),
  )

  it.effect("shows a main content that leaves no room beside it whole, and says what is missing", () =>
    Effect.gen(function* () {
      const main = `# Ferries\n\n${sentences("the ferry", 20)}`
      const outside = "## Office\n\nThe office of the ferry is at 12 Quay Street."
      const within = { max_length: main.length + 20, max_bytes: main.length + 50 }
      const page = yield* fetchFrom(main, { query: "street of the ferry office", ...within }, { outside })
      assert.strictEqual(page.content_md, main)
      assert.isFalse(page.truncated)
      assert.include(page.message, "outside the main content; a larger max_length")
    }),
  )

  it.effect("keeps to max_bytes", () =>
    Effect.gen(function* () {
      const page = yield* fetchFrom(sentences("Größe äöü", 200), { query: "Größe", max_bytes: 1_100 })
      assert.isAtMost(new TextEncoder().encode(page.content_md).length, 1_100)
    }),
  )
})

describe("a page with more text outside of its main content", () => {
  const outside = sentences("boats", 60)
  const said = `${outside.length.toLocaleString("en")} characters outside the main content; ask with query.`

  it.effect("says how much, without the targets of links", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* fetchFrom("Short.", {}, { outside })).message, said)
      const linked = `${outside}\n\n[a](https://example.com/${"x".repeat(900)})`
      const length = (outside.length + 5).toLocaleString("en")
      assert.include((yield* fetchFrom("Short.", {}, { outside: linked })).message, `${length} characters outside`)
    }),
  )

  it.effect("says nothing if that is little, a query was asked, or only its place", () =>
    Effect.gen(function* () {
      const menu = "[a link](https://example.com/some/page)\n\n".repeat(60)
      const pages = [
        yield* fetchFrom("Short.", {}, { outside: sentences("boats", 30) }),
        yield* fetchFrom(manual, {}, { outside }),
        yield* fetchFrom("Short.", {}, { outside: menu }),
        yield* fetchFrom("Short.", { query: "anything" }, { outside }),
        yield* fetchFrom("# A\n\nOne.\n\n# B\n\nTwo.", { section: "B" }, { outside }),
        yield* fetchFrom("Short.", {}),
      ]
      for (const page of pages) assert.notInclude(page.message ?? "", "outside the main content")
    }),
  )
})

describe("bad input", () => {
  it.effect("is refused with the correct use", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* invalid({ start_index: 1e9 }), [
        "start_index",
        `The page has ${manual.length} characters, so start_index must be below that.`,
      ])
      assert.deepStrictEqual(yield* invalid({ section: "Colour" }), [
        "section",
        "The page has no such section. It has 3, numbered from 1. Give one number or heading, or call without section to see them.",
      ])
      assert.deepStrictEqual(yield* invalid({ section: "1" }, "No headings."), [
        "section",
        "The page has no sections; use start_index.",
      ])
      assert.deepStrictEqual((yield* invalid({ extract: "html", query: "x" }))[0], "query")
      assert.deepStrictEqual((yield* invalid({ extract: "html", section: "x" }))[0], "section")
      assert.deepStrictEqual((yield* invalid({ query: "x".repeat(8_000) }))[0], "query")
    }),
  )

  it.effect("a query of common words alone finds those, or reports that nothing matches", () =>
    Effect.gen(function* () {
      const found = yield* fetchFrom(manual, { query: "what is it about", max_length: 500 })
      assert.include(found.content_md, "is about")
      assert.isNotEmpty(found.passages)
      const beginning = yield* fetchFrom(manual, { query: "wie der die das", max_length: 500 })
      assert.include(beginning.message, "Nothing on the page matches the query")
      assert.isTrue(manual.startsWith(beginning.content_md ?? "?"))
    }),
  )

  it.effect("a max_length smaller than one block cuts the block, and names the next start", () =>
    Effect.gen(function* () {
      const block = Array.from({ length: 300 }, (_, n) => `word${n}`).join(" ")
      const page = yield* fetchFrom(block, { max_length: 1 })
      assert.isAbove(page.content_md?.length ?? 0, 100)
      assert.strictEqual(page.next_start_index, page.content_md?.length)
      const answer = yield* fetchFrom(block, { max_length: 200, query: "word150" })
      assert.isAbove(answer.content_md?.length ?? 0, 0)
      assert.isAtMost(answer.content_md?.length ?? 0, 200)
    }),
  )

  it.effect("start_index 0 of an empty page is its empty beginning", () =>
    Effect.map(fetchFrom("", { start_index: 0 }), ({ content_md, warning }) =>
      assert.deepStrictEqual([content_md, warning], ["", "low_content"]),
    ),
  )
})

describe("several pages", () => {
  const pages = {
    "https://example.com/short": "A short page.",
    "https://example.com/long": sentences("ferries", 300),
    "https://example.com/manual": manual,
  }
  const urls = Object.keys(pages)

  it.effect("come in order, each a page or its error, within one budget", () =>
    Effect.gen(function* () {
      const requested = [
        urls[2] ?? "",
        "https://example.com/missing",
        "ftp://example.com/",
        urls[0] ?? "",
        urls[1] ?? "",
      ]
      const result = yield* conversing(webFetchPages({ urls: requested, max_length: 3_000 })).pipe(
        Effect.provide(site(pages).backend),
      )
      assert.deepStrictEqual(
        result.pages.map((page) => [page.url, "error" in page ? page.error : "page"]),
        [
          [urls[2], "page"],
          ["https://example.com/missing", "http_error"],
          ["ftp://example.com/", "unsupported_scheme"],
          [urls[0], "page"],
          [urls[1], "page"],
        ],
      )
      assert.strictEqual(result.count, 5)
      const lengths = result.pages.map(length)
      assert.isAtMost(
        lengths.reduce((a, b) => a + b),
        3_000,
      )
      // The long pages use the length that the short page leaves.
      assert.isAbove(lengths[0] ?? 0, 1_300)
      assert.isAbove(lengths[4] ?? 0, 1_300)
    }),
  )

  it.effect("are read once each, however often they are in the list", () =>
    Effect.gen(function* () {
      const { requested, backend } = site(pages)
      const url = urls[0] ?? ""
      const result = yield* conversing(webFetchPages({ urls: [url, url, url] })).pipe(Effect.provide(backend))
      assert.lengthOf(requested, 1)
      assert.strictEqual(result.count, 1)
      assert.include(result.message, "(2 here)")
    }),
  )

  it.effect("share a budget by how well they answer a query", () =>
    Effect.gen(function* () {
      const request = { urls, query: "how much does the machine weigh without battery", max_length: 1_200 }
      const result = yield* conversing(webFetchPages(request)).pipe(Effect.provide(site(pages).backend))
      assert.include(JSON.stringify(result.pages[2]), "weighs 14 kg")
      assert.isAtMost(
        result.pages.map(length).reduce((a, b) => a + b),
        1_200,
      )
    }),
  )

  it.effect("are at least one and at most twenty", () =>
    Effect.gen(function* () {
      for (const list of [[], Array.from({ length: 21 }, (_, n) => `https://example.com/${n}`)]) {
        const error = yield* Effect.flip(webFetchPages({ urls: list }).pipe(Effect.provide(site(pages).backend)))
        assert.deepStrictEqual([error.error, error.reason], ["invalid_request", "urls"])
      }
    }),
  )

  it.effect("of a search are chosen by its query, or by its focus", () =>
    Effect.gen(function* () {
      const run = (focus?: string) =>
        conversing(
          searchAndFetch({ query: "ferries", max_length: 900, ...(focus === undefined ? {} : { focus }) }),
        ).pipe(Effect.provide(site(pages).backend))
      assert.notInclude(JSON.stringify((yield* run()).pages), "14 kg")
      assert.include(JSON.stringify((yield* run("weight of the machine")).pages), "14 kg")
    }),
  )
})
