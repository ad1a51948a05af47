/**
 * Tests conditional requests: which URLs receive validators, and the handling of an answer without a page. No socket is
 * opened.
 */
import { assert, describe, it } from "@effect/vitest"
import { type StoredPage, WebBackend, WebError, webFetch, WebUrl } from "@porthole/core"
import { BoundedMemory, PersistedAnswers } from "@porthole/stores"
import { Doubles } from "@porthole/testing"
import { Effect, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { PinnedFetch } from "../../src/index.ts"
import { withoutRobots } from "../support/robots.ts"

const start = "https://a.test/start"
const end = "https://b.test/end"
const etag = '"v1"'
const modified = "Sun, 06 Nov 1994 08:49:37 GMT"

/**
 * `start` redirects to `end`; the test defines the answer of `end`. Records the conditional headers that each URL
 * receives.
 */
const site = (answer: (headers: Readonly<Record<string, string>>) => Doubles.Answer) => {
  const sent: Array<readonly [url: string, conditions: ReadonlyArray<string>]> = []
  const dialer = Doubles.dialer(({ headers, hop }) => {
    sent.push([hop.url, Object.keys(headers).filter((name) => name.startsWith("if-"))])
    return hop.url === start ? { status: 301, headers: { Location: end } } : answer(headers)
  })
  const extractor = Doubles.extractor(({ bytes }) => {
    const content = new TextDecoder().decode(bytes)
    return { title: "T", content, links: [], text_length: content.length }
  })
  const layer = WebBackend.layer({ search: WebBackend.unavailable, extract: PinnedFetch.extract }).pipe(
    Layer.provide([
      dialer,
      extractor,
      Doubles.resolver({ "a.test": ["93.184.216.34"], "b.test": ["93.184.216.35"] }),
      withoutRobots,
    ]),
  )
  return { sent, layer }
}

const html = (body: string, headers: Readonly<Record<string, string>> = {}): Doubles.Answer => ({
  status: 200,
  headers: { "Content-Type": "text/html", ...headers },
  body,
})

const extract = (url: string, validators?: StoredPage.Validators) =>
  Effect.flatMap(WebBackend.WebBackend, (backend) => {
    const target = Result.getOrThrow(WebUrl.judge(url, { ports: [443] }))
    const request = { url: target.url, target, mode: "markdown" } as const
    return backend.extract(validators === undefined ? request : { ...request, validators })
  })

describe("a page's row", () => {
  it.effect("reports the URL that redirected to it, and the validators of its last URL", () => {
    const { layer } = site(() => html("x", { ETag: etag, "Last-Modified": modified }))
    return Effect.gen(function* () {
      assert.deepInclude(yield* extract(start), {
        url: end,
        redirected_from: [start],
        validators: { url: end, etag, last_modified: modified },
      })
    }).pipe(Effect.provide(layer))
  })

  it.effect("reports no redirect for a page that answered itself", () => {
    const { layer } = site(() => html("x"))
    return Effect.gen(function* () {
      assert.deepInclude(yield* extract(end), { url: end, redirected_from: [] })
    }).pipe(Effect.provide(layer))
  })

  it.effect.each([
    ["no-store", false],
    ["max-age=5, No-Store", false],
    ["private, no-cache, max-age=0", undefined],
    ["x-no-store-x", undefined],
  ] as const)("reads Cache-Control %s as storable: %s", ([value, storable]) => {
    const { layer } = site(() => html("x", { "Cache-Control": value }))
    return Effect.gen(function* () {
      const row = yield* extract(end)
      assert.strictEqual(
        typeof row === "object" && row !== null && "storable" in row ? row.storable : undefined,
        storable,
      )
    }).pipe(Effect.provide(layer))
  })
})

describe("validators", () => {
  it.effect("are sent only to the URL that issued them", () => {
    const { layer, sent } = site(() => ({ status: 304 }))
    return Effect.gen(function* () {
      const row = yield* extract(start, { url: end, etag, last_modified: modified })
      assert.deepStrictEqual(row, { unchanged: true })
      assert.deepStrictEqual(sent, [
        [start, []],
        [end, ["if-none-match", "if-modified-since"]],
      ])
    }).pipe(Effect.provide(layer))
  })

  it.effect("that have expired return the page", () => {
    const { layer } = site(() => html("<p>new", { ETag: '"v2"' }))
    return Effect.gen(function* () {
      assert.deepInclude(yield* extract(end, { url: end, etag }), { content: "<p>new" })
    }).pipe(Effect.provide(layer))
  })

  it.effect("of another URL are never sent, and an unrequested 304 is a failure", () => {
    const { layer, sent } = site(() => ({ status: 304 }))
    return Effect.gen(function* () {
      const error = yield* Effect.flip(extract(start, { url: "https://c.test/", etag }))
      assert.deepInclude(error instanceof WebError.WebError ? error.wire : {}, {
        error: "http_error",
        status_code: 304,
      })
      assert.isTrue(sent.every(([, conditions]) => conditions.length === 0))
    }).pipe(Effect.provide(layer))
  })
})

describe("through the cache", () => {
  it.effect("100 calls make one download, and after expiry one 304", () => {
    const { layer, sent } = site((headers) =>
      headers["if-none-match"] === etag ? { status: 304 } : html("<p>words</p>", { ETag: etag }),
    )
    const hundred = Effect.all(
      Array.from({ length: 100 }, () => webFetch({ url: end })),
      { concurrency: 100 },
    )
    return Effect.gen(function* () {
      assert.isTrue((yield* hundred).every(({ content_md }) => content_md === "<p>words</p>"))
      assert.lengthOf(sent, 1)
      yield* TestClock.adjust("1 hour")
      assert.isTrue((yield* hundred).every(({ cached }) => cached))
      assert.deepStrictEqual(sent, [
        [end, []],
        [end, ["if-none-match"]],
      ])
    }).pipe(Effect.provide(Layer.merge(layer, PersistedAnswers.layerPages.pipe(Layer.provide(BoundedMemory.layer())))))
  })

  it.effect.each([
    ["an endless one", `"${"x".repeat(1_000)}"`],
    ["one without quotes", "v1"],
  ] as const)("an invalid ETag is never sent back: %s", ([, bad]) => {
    const { layer, sent } = site(() => html("x", { ETag: bad }))
    return Effect.gen(function* () {
      yield* webFetch({ url: end })
      yield* TestClock.adjust("1 hour")
      assert.isFalse((yield* webFetch({ url: end })).cached)
      assert.isTrue(sent.every(([, conditions]) => conditions.length === 0))
    }).pipe(Effect.provide(Layer.merge(layer, PersistedAnswers.layerPages.pipe(Layer.provide(BoundedMemory.layer())))))
  })
})
