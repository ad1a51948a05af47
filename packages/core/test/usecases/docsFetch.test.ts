import { assert, describe, it } from "@effect/vitest"
import {
  Conversation,
  docsFetch,
  Refusal,
  RefusalReport,
  Settings,
  Site,
  type WebBackend,
  type WebError,
  webFetch,
} from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect, Metric, Result } from "effect"

const [guide] = Result.getOrThrow(
  Site.readAll([{ name: "boats", baseUrl: "https://docs.test/guide" }], Effect.runSync(Settings.make())),
)
const site = guide ?? assert.fail("no site")

/** A backend that answers with this row, and the requests that it received. */
const answering = (row: object = {}) => {
  const requested: Array<Omit<WebBackend.ExtractRequest, "target">> = []
  const layer = Doubles.backend({
    extract: ({ target, ...request }) =>
      Effect.sync(() => {
        assert.strictEqual(target.url, request.url)
        requested.push(request)
        return {
          title: "P",
          url: request.url,
          content: "words",
          links: [],
          status_code: 200,
          is_complete: true,
          ...row,
        }
      }),
  })
  return { layer, requested }
}

const wireOf = <A, R>(effect: Effect.Effect<A, WebError.WebError, R>) =>
  Effect.map(Effect.flip(effect), ({ wire }) => wire)

const outside = {
  error: "blocked_url",
  reason: "outside_site",
  message: "The URL is outside the site. Use a page of the site.",
} as const

describe("a page", () => {
  it.effect("is fetched by its slug, within the site for every redirect", () =>
    Effect.gen(function* () {
      const backend = answering()
      const page = yield* Effect.provide(docsFetch(site, { slug_or_url: "a/b" }), backend.layer)
      assert.deepStrictEqual([page.url, page.content_md], ["https://docs.test/guide/a/b.html", "words"])
      assert.deepStrictEqual<unknown>(backend.requested, [
        { url: "https://docs.test/guide/a/b.html", mode: "markdown", within: site.within },
      ])
    }),
  )

  it.effect("is fetched by its URL, in the requested mode", () =>
    Effect.gen(function* () {
      const backend = answering()
      const input = { slug_or_url: "https://docs.test/guide/a", extract: "text" } as const
      const page = yield* Effect.provide(docsFetch(site, input), backend.layer)
      assert.deepStrictEqual([page.url, page.content, page.content_md], [input.slug_or_url, "words", undefined])
    }),
  )

  it.effect("of a call without a site is fetched without one", () =>
    Effect.gen(function* () {
      const backend = answering()
      yield* Effect.provide(webFetch({ url: "https://docs.test/other" }), backend.layer)
      assert.deepStrictEqual<unknown>(backend.requested, [{ url: "https://docs.test/other", mode: "markdown" }])
    }),
  )
})

describe("a target outside of the site", () => {
  it.effect.each([
    "../secret",
    "..%2fsecret",
    "//evil.test/guide/a",
    "https://docs.test/secret",
    "https://docs.test/guide/%2e%2e/secret",
    "https://evil.test/guide/a",
  ])("is refused before any backend is called: %s", (slug_or_url) =>
    Effect.gen(function* () {
      const backend = answering()
      assert.deepStrictEqual(yield* wireOf(Effect.provide(docsFetch(site, { slug_or_url }), backend.layer)), outside)
      assert.deepStrictEqual(backend.requested, [])
    }),
  )

  it.effect("is refused even after a fetch without a site", () =>
    Effect.gen(function* () {
      const backend = answering()
      const url = "https://docs.test/read-by-others"
      yield* Effect.provide(webFetch({ url }), backend.layer)
      assert.deepStrictEqual(
        yield* wireOf(Effect.provide(docsFetch(site, { slug_or_url: url }), backend.layer)),
        outside,
      )
      assert.lengthOf(backend.requested, 1)
    }),
  )

  it.effect.each([
    { url: "https://docs.test/secret" },
    { url: "https://docs.test/guidebook" },
    { url: "https://evil.test/guide/a" },
    { url: "https://docs.test/guide/..%2fsecret" },
    { url: "https://docs.test:8443/guide/a" },
    { redirected_from: ["https://docs.test/guide/a.html", "https://evil.test/back"] },
    { redirected_from: ["https://docs.test/secret"], url: "https://docs.test/guide/b" },
    { cached: true, redirected_from: ["https://docs.test/guide/a.html"], url: "https://docs.test/secret" },
  ])("by a backend that redirected itself, or cached the redirect, shows nothing: %j", (row) =>
    Effect.gen(function* () {
      const backend = answering(row)
      assert.deepStrictEqual(
        yield* wireOf(Effect.provide(docsFetch(site, { slug_or_url: "a" }), backend.layer)),
        outside,
      )
    }),
  )

  it.effect.each(["http://10.0.0.1/guide/a", "https://user:pass@docs.test/guide/a"])(
    "by a backend to a forbidden target is a redirect to a blocked target: %s",
    (url) =>
      Effect.gen(function* () {
        const wire = yield* wireOf(Effect.provide(docsFetch(site, { slug_or_url: "a" }), answering({ url }).layer))
        assert.strictEqual(wire.reason, "redirect_to_blocked_target")
      }),
  )

  it.effect("is reported to the operator once, with its target", () =>
    Effect.gen(function* () {
      const counter = Metric.withAttributes(RefusalReport.refusals, { reason: "outside_site" })
      const before = (yield* Metric.value(counter)).count
      const layer = answering({ url: "https://docs.test/secret" }).layer
      const error = yield* Effect.flip(Effect.provide(docsFetch(site, { slug_or_url: "a" }), layer))
      assert.strictEqual((yield* Metric.value(counter)).count - before, 1)
      assert.include(Refusal.of(error), {
        rule: "site",
        url: "https://docs.test/secret",
        from: "https://docs.test/guide/a.html",
      })
    }).pipe(
      Effect.provideService(Conversation.Conversation, { id: "x", tenant: "default" }),
      Effect.provideService(Metric.MetricRegistry, new Map()),
    ),
  )

  it.effect("is not one within the site", () =>
    Effect.gen(function* () {
      const { layer } = answering({
        redirected_from: ["https://docs.test/guide/a.html", "https://docs.test/guide"],
        url: "https://docs.test/guide/b",
      })
      const page = yield* Effect.provide(docsFetch(site, { slug_or_url: "a" }), layer)
      assert.strictEqual(page.url, "https://docs.test/guide/b")
    }),
  )
})

describe("arguments", () => {
  it.effect.each([
    [{}, "slug_or_url"],
    [{ slug_or_url: "" }, "slug_or_url"],
    [{ slug_or_url: ["a"] }, "slug_or_url"],
    [{ slug_or_url: "a", extract: "pdf" }, "extract"],
  ] as const)("%j are invalid_request, %s", ([input, reason]) =>
    Effect.gen(function* () {
      const sloppy: { readonly slug_or_url: string } = Object.assign(
        { slug_or_url: "a" },
        { slug_or_url: undefined },
        input,
      )
      const wire = yield* wireOf(Effect.provide(docsFetch(site, sloppy), answering().layer))
      assert.deepStrictEqual([wire.error, wire.reason], ["invalid_request", reason])
    }),
  )
})
