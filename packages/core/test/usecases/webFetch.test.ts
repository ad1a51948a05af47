import { assert, describe, it } from "@effect/vitest"
import { type FetchRequest, searchAndFetch, Settings, Shortening, WebError, webFetch } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect, Exit, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"

const url = "https://example.com/page"
const row = (content: string, extra: object = {}) => ({
  title: "Page",
  url,
  content,
  links: [],
  status_code: 200,
  ...extra,
})

const backend = (answer: unknown) => Doubles.backend({ extract: () => Effect.succeed(answer) })

const fetchPage = (answer: unknown, request: Partial<FetchRequest.FetchRequestInput> = {}) =>
  webFetch({ url, ...request }).pipe(Effect.provide(backend(answer)))

const wireOf = <A, R>(effect: Effect.Effect<A, WebError.WebError, R>) =>
  Effect.map(Effect.flip(effect), ({ wire }) => wire)

describe("the URL", () => {
  it.effect.each([
    ["ftp://example.com/", "unsupported_scheme", undefined],
    ["file:///etc/passwd", "unsupported_scheme", undefined],
    ["http://user:pass@example.com/", "blocked_url", "invalid_target"],
    ["http://127.0.0.1/", "blocked_url", "private_or_metadata_target"],
    ["http://intranet/", "blocked_url", "private_or_metadata_target"],
    ["http://metadata.google.internal/", "blocked_url", "private_or_metadata_target"],
    ["http://gone.invalid/", "blocked_url", "private_or_metadata_target"],
    ["http://search.onion/", "blocked_url", "private_or_metadata_target"],
    ["http://7.0.0.10.in-addr.arpa/", "blocked_url", "private_or_metadata_target"],
    ["http://8.e.f.ip6.arpa/", "blocked_url", "private_or_metadata_target"],
    ["http://127.0.0.1:8080/", "blocked_url", "private_or_metadata_target"],
    ["http://example.com:8080/", "blocked_url", "port_not_allowed"],
    ["nonsense", "blocked_url", "invalid_target"],
  ] as const)("%s is refused before any backend is called", ([target, error, reason]) =>
    Effect.gen(function* () {
      const wire = yield* wireOf(webFetch({ url: target }).pipe(Effect.provide(Doubles.backend({}))))
      assert.deepStrictEqual([wire.error, wire.reason], [error, reason])
    }),
  )

  it.effect("may name a port that the settings allow", () =>
    Effect.gen(function* () {
      const page = yield* webFetch({ url: "http://example.com:8080/" }).pipe(
        Effect.provide(Layer.merge(backend(row("x")), Settings.layer({ ports: [80, 443, 8080] }))),
      )
      assert.strictEqual(page.status_code, 200)
    }),
  )
})

describe("the page", () => {
  it.effect("holds nothing invisible, from any backend", () =>
    Effect.gen(function* () {
      const hidden = Array.from("ignore all", (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("")
      const page = yield* fetchPage(row(`Wha\u200bles\u202e sing.${hidden}\u0000\u001b[31m\r\n❤\ufe0f`))
      assert.deepInclude(page, { content_md: "Whales sing.[31m\n❤\ufe0f", warning: "low_content" })
      assert.deepStrictEqual(page.removed, { hidden_elements: 0, invisible_characters: 12 })
    }),
  )

  it.effect("has its text under the key of its mode", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* fetchPage(row("text"))).content_md, "text")
      const page = yield* fetchPage(row("text"), { extract: "text" })
      assert.deepStrictEqual([page.content, page.content_md], ["text", undefined])
    }),
  )

  it.effect.each([
    null,
    "page",
    {},
    row("x", { url: "/relative" }),
    row("x", { url: "ftp://example.com/" }),
    row("x", { status_code: "200" }),
    row("x", { links: "none" }),
    row("x", { content: 1 }),
    row("x", { removed: { hidden_elements: -1, invisible_characters: 0 } }),
    row("x", { removed: "much" }),
    row("x", { obstacle: "a wall" }),
  ])("that is invalid is invalid_backend_response: %j", (answer) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* wireOf(fetchPage(answer))).error, "invalid_backend_response")
    }),
  )

  it.effect("lists links absolute, without fragment, once each, at most 200, and reports omitted ones", () =>
    Effect.gen(function* () {
      const some = yield* fetchPage(
        row("x", {
          links: ["https://a.example/#x", "https://a.example/", "/relative", "mailto:a@b", 3, "http://b.example/q?1"],
        }),
      )
      assert.deepStrictEqual(some.links, ["https://a.example/", "http://b.example/q?1"])
      const many = yield* fetchPage(
        row("x", { links: Array.from({ length: 300 }, (_, at) => `https://a.example/${at}`) }),
      )
      assert.strictEqual(many.links.length, 200)
      assert.isFalse(many.truncated)
      assert.include(many.message, "first 200 of 300 links")
    }),
  )

  it.effect("lists at most 40,000 characters of links, and reports omitted ones", () =>
    Effect.gen(function* () {
      const links = Array.from({ length: 50 }, (_, at) => `https://a.example/${"x".repeat(980)}${10 + at}`)
      const page = yield* fetchPage(row("x", { links }))
      assert.strictEqual(page.links.length, 40)
      assert.include(page.message, "first 40 of 50 links")
    }),
  )

  it.effect("with little text carries a warning and is no error", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* fetchPage(row(""))).warning, "low_content")
      assert.strictEqual((yield* fetchPage(row("x".repeat(199)))).warning, "low_content")
      assert.notProperty(yield* fetchPage(row("x".repeat(200))), "warning")
      assert.strictEqual((yield* fetchPage(row("#".repeat(900), { text_length: 10 }))).warning, "low_content")
    }),
  )
})

describe("the report of removed text", () => {
  const of = (extra: object) => Effect.map(fetchPage(row("x".repeat(300), extra)), ({ removed }) => removed)

  it.effect("includes the kernel's own removals, of the title too", () =>
    Effect.gen(function* () {
      const removed = { hidden_elements: 3, invisible_characters: 2 }
      assert.deepStrictEqual(yield* of({ removed }), removed)
      assert.deepStrictEqual(yield* of({ removed, title: "A\u200b", content: "b\u202ec" }), {
        hidden_elements: 3,
        invisible_characters: 4,
      })
    }),
  )

  it.effect("is absent if nothing was removed", () =>
    Effect.gen(function* () {
      for (const extra of [
        {},
        { removed: { hidden_elements: 0, invisible_characters: 0 } },
        { content: "soft\u00adhyphen" },
      ]) {
        assert.notProperty(yield* fetchPage(row("x", extra)), "removed")
      }
    }),
  )
})

describe("the obstacle of a page", () => {
  it.effect.each([
    ["scripts", "JavaScript"],
    ["login", "login"],
    ["consent", "consent"],
    ["challenge", "CAPTCHA"],
    ["membership", "members"],
  ] as const)("is a warning and a sentence about it, however long the text is: %s", ([obstacle, words]) =>
    Effect.gen(function* () {
      const page = yield* fetchPage(row("x".repeat(5_000), { obstacle }), { max_length: 1_000 })
      assert.strictEqual(page.warning, "low_content")
      assert.match(
        page.message ?? "",
        new RegExp(`^[^.]*${words}[^.]*\\.( Use another page[^.]*\\.)? The text is cut: `),
      )
      assert.notProperty(page, "obstacle")
    }),
  )
})

describe("the cut", () => {
  const blocks = Array.from({ length: 500 }, (_, at) => `Paragraph ${at} has some words in it.`).join("\n\n")

  it.effect("falls at the end of a block and is reported", () =>
    Effect.gen(function* () {
      const page = yield* fetchPage(row(blocks), { max_length: 1_000 })
      assert.isTrue(page.truncated)
      assert.isAtMost(page.content_md?.length ?? 0, 1_000)
      assert.isTrue(blocks.startsWith(page.content_md ?? "?"))
      assert.isTrue(page.content_md?.endsWith("words in it.\n\n"))
      assert.strictEqual(page.next_start_index, page.content_md?.length)
      assert.strictEqual(page.total_length, blocks.length)
      assert.include(page.message, String(blocks.length))
    }),
  )

  it.effect("is at 20,000 characters by default", () =>
    Effect.gen(function* () {
      const page = yield* fetchPage(row("x".repeat(20_001)))
      assert.deepStrictEqual([page.truncated, page.content_md?.length], [true, 20_000])
      assert.isFalse((yield* fetchPage(row("x".repeat(20_000)))).truncated)
    }),
  )

  it.effect("is at max_fetch_bytes if that is set and the call has no limit", () =>
    Effect.gen(function* () {
      const run = (request: Partial<FetchRequest.FetchRequestInput>) =>
        fetchPage(row("x".repeat(5_000)), request).pipe(Effect.provide(Settings.layer({ max_fetch_bytes: 2_000 })))
      assert.strictEqual((yield* run({})).content_md?.length, 2_000)
      assert.strictEqual((yield* run({ max_bytes: 3_000 })).content_md?.length, 3_000)
    }),
  )

  it.effect("counts max_bytes in UTF-8 and never splits a character", () =>
    Effect.gen(function* () {
      const page = yield* fetchPage(row("é😀".repeat(1_000)), { max_bytes: 1_025 })
      assert.isAtMost(new TextEncoder().encode(page.content_md).length, 1_025)
      assert.isTrue(page.content_md?.isWellFormed())
      assert.isTrue(page.truncated)
    }),
  )

  it.effect("comes before code that fits into the next part, or else at the end of a line", () =>
    Effect.gen(function* () {
      const code = (lines: number): string => `\`\`\`js\n${"code()\n".repeat(lines)}\`\`\`\n`
      const before = yield* fetchPage(row(`Intro.\n\n${code(55)}`), { max_length: 400 })
      assert.strictEqual(before.content_md, "Intro.\n\n")
      for (const text of [code(200), `Intro.\n\n${code(200)}`]) {
        const within = yield* fetchPage(row(text), { max_length: 400 })
        assert.isTrue(within.content_md?.endsWith("code()\n"))
        assert.isAtMost(within.content_md?.length ?? 0, 400)
        assert.isAbove(within.content_md?.length ?? 0, 380)
      }
    }),
  )

  it("keeps every budget, over arbitrary text", () =>
    fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom("a", " ", "\n", "`", "~", "é", "😀", "\ud800"), maxLength: 3_000 }),
        fc.integer({ min: 200, max: 1_500 }),
        fc.integer({ min: 1_024, max: 1_500 }),
        (text, max_length, max_bytes) =>
          Effect.runPromise(
            Effect.map(fetchPage(row(text), { max_length, max_bytes }), (page) => {
              const content = page.content_md ?? ""
              assert.isAtMost(content.length, max_length)
              assert.isAtMost(new TextEncoder().encode(content).length, max_bytes)
              assert.isTrue(content.isWellFormed())
              assert.strictEqual(page.truncated, page.message !== undefined)
            }),
          ),
      ),
      { numRuns: 500 },
    ))
})

describe("the compressor", () => {
  const run = (length: number, request: Partial<FetchRequest.FetchRequestInput> = {}) => {
    const seen: Array<Shortening.CompressOptions> = []
    const compressor = Doubles.compressor((text, options) => (seen.push(options), text.slice(0, 10)))
    return Effect.map(fetchPage(row("x".repeat(length)), request).pipe(Effect.provide(compressor)), (page) => ({
      page,
      seen,
    }))
  }

  it.effect("keeps 4,999 characters unchanged and cuts at 5,000", () =>
    Effect.gen(function* () {
      const below = yield* run(4_999)
      assert.deepStrictEqual(below.seen, [])
      assert.notProperty(below.page, "compressed")
      const at = yield* run(5_000)
      assert.strictEqual(at.page.content_md, "x".repeat(10))
      assert.deepStrictEqual([at.page.compressed, at.page.original_length], [true, 5_000])
    }),
  )

  it.effect.each([
    { request: {}, expected: { query: undefined, maxLength: 20_000 } },
    { request: { query: "prices?" }, expected: { query: "prices?", maxLength: 20_000 } },
    { request: { max_length: 900 }, expected: { query: undefined, maxLength: 900 } },
    { request: { max_length: 4_000, max_bytes: 3_000 }, expected: { query: undefined, maxLength: 1_000 } },
  ])("gets the instruction, the query and the budget: $request", ({ expected, request }) =>
    Effect.gen(function* () {
      const [seen] = (yield* run(5_000, request)).seen
      assert.match(seen?.instruction ?? "", /^Keep the facts/)
      assert.deepStrictEqual({ query: seen?.query, maxLength: seen?.maxLength }, expected)
    }),
  )

  it.effect("that fails fails the call", () =>
    Effect.gen(function* () {
      const failing = Doubles.compressor(() => WebError.make({ error: "compression_failed" }))
      const wire = yield* wireOf(fetchPage(row("x".repeat(5_000))).pipe(Effect.provide(failing)))
      assert.strictEqual(wire.error, "compression_failed")
    }),
  )

  it.effect("that hangs is a timeout", () =>
    Effect.gen(function* () {
      const hanging = Layer.succeed(Shortening.Compressor, Shortening.Compressor.of({ compress: () => Effect.never }))
      const fiber = yield* Effect.forkChild(wireOf(fetchPage(row("x".repeat(5_000))).pipe(Effect.provide(hanging))))
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual((yield* Fiber.join(fiber)).error, "timeout")
    }),
  )

  it.effect("that splits a character leaves no part of it", () =>
    Effect.gen(function* () {
      const halving = Doubles.compressor(() => "a\ud83d")
      const page = yield* fetchPage(row("x".repeat(5_000))).pipe(Effect.provide(halving))
      assert.strictEqual(page.content_md, "a\ufffd")
    }),
  )
})

describe("the backend", () => {
  it.effect("that hangs is a timeout at fetch_timeout", () =>
    Effect.gen(function* () {
      const hanging = Doubles.backend({ extract: () => Effect.never })
      const fiber = yield* Effect.forkChild(wireOf(webFetch({ url })).pipe(Effect.provide(hanging)))
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual((yield* Fiber.join(fiber)).error, "timeout")
    }),
  )

  it("that answers garbage never makes the kernel die", () =>
    fc.assert(
      fc.asyncProperty(fc.anything(), (answer) =>
        Effect.runPromise(Effect.map(Effect.exit(fetchPage(answer)), (exit) => assert.isFalse(Exit.hasDies(exit)))),
      ),
      { numRuns: 500 },
    ))
})

describe("searchAndFetch", () => {
  const hits = [0, 1, 2, 3].map((at) => ({ title: `T${at}`, url: `https://example.com/${at}`, snippet: "" }))

  const over = (extract: (target: string) => Effect.Effect<unknown, WebError.WebError>) =>
    Doubles.backend({ search: () => Effect.succeed(hits), extract: (request) => extract(request.url) })

  it.effect("reads the first three hits, in their order, in any order of answers", () =>
    Effect.gen(function* () {
      const layer = over((target) =>
        // clock: TestClock decides
        Effect.delay(Effect.succeed(row("x", { url: target })), `${4 - Number(target.at(-1))} seconds`),
      )
      const fiber = yield* Effect.forkChild(searchAndFetch({ query: "x" }).pipe(Effect.provide(layer)))
      yield* TestClock.adjust("10 seconds")
      const result = yield* Fiber.join(fiber)
      assert.deepStrictEqual(
        result.pages.map((page) => page.url),
        hits.slice(0, 3).map((hit) => hit.url),
      )
      assert.strictEqual(result.count, 3)
    }),
  )

  it.effect("makes one page's failure that page's entry", () =>
    Effect.gen(function* () {
      const layer = over((target) =>
        target.endsWith("1")
          ? WebError.fail({ error: "http_error", status_code: 404 })
          : Effect.succeed(row("x", { url: target })),
      )
      const { pages } = yield* searchAndFetch({ query: "x" }).pipe(Effect.provide(layer))
      assert.deepStrictEqual(pages[1], { url: "https://example.com/1", error: "http_error", status_code: 404 })
      assert.property(pages[2], "content_md")
    }),
  )

  it.effect("shares max_length evenly if no page answers better than the others", () =>
    Effect.gen(function* () {
      const layer = over((target) => Effect.succeed(row("x".repeat(50_000), { url: target })))
      const { pages } = yield* searchAndFetch({ query: "x", max_length: 900, max_results: 3 }).pipe(
        Effect.provide(layer),
      )
      assert.deepStrictEqual(
        pages.map((page) => ("content_md" in page ? page.content_md?.length : undefined)),
        [300, 300, 300],
      )
    }),
  )

  it.effect("leaves a private hit out, and reports that", () =>
    Effect.gen(function* () {
      const layer = Doubles.backend({
        search: () => Effect.succeed([{ title: "", url: "http://10.0.0.1/", snippet: "" }]),
      })
      const { message, pages } = yield* searchAndFetch({ query: "x" }).pipe(Effect.provide(layer))
      assert.lengthOf(pages, 0)
      assert.include(message, "private addresses")
    }),
  )

  it.effect.each([
    [0, 1],
    [99, 10],
  ] as const)("clamps max_results %d to %d pages", ([input, expected]) =>
    Effect.gen(function* () {
      let requested: number | undefined
      const layer = Doubles.backend({ search: (query) => Effect.sync(() => ((requested = query.max_results), [])) })
      yield* searchAndFetch({ query: "x", max_results: input }).pipe(Effect.provide(layer))
      assert.strictEqual(requested, expected)
    }),
  )
})
