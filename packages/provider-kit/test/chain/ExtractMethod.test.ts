/** Tests a chain of page readers. */
import { assert, describe, it } from "@effect/vitest"
import { Conversation, Deadline, PageRow, Settings, type WebBackend, WebError, WebUrl } from "@porthole/core"
import { chainExtract } from "@porthole/provider-kit/chain"
import { Effect, Fiber, Layer, Option, Result } from "effect"
import { TestClock } from "effect/testing"
import { fault, wireOf } from "./scripted.ts"

const target = Result.getOrThrow(WebUrl.judge("https://example.com/a", { ports: [443] }))
const { url } = target
const page = { title: "T", url: "https://example.com/a", content: "text", links: [], status_code: 200 }

type Answer = (request: WebBackend.ExtractRequest) => Effect.Effect<unknown, WebError.WebError>

const reader = (provider: string, answer: Answer, rest: { readonly sharedByTenants?: boolean } = {}) => {
  const requested: Array<WebBackend.ExtractRequest & { readonly endsAt: number }> = []
  const backend: WebBackend.Factory<WebBackend.Extract> = Effect.succeed((request) =>
    Effect.flatMap(Deadline.Deadline, ({ endsAt }) => {
      requested.push({ ...request, endsAt })
      return answer(request)
    }),
  )
  return { requested, provider: { provider, backend, ...rest } }
}

const two = (answer: Answer, rest: { readonly sharedByTenants?: boolean } = {}) => {
  const first = reader("first", answer, rest)
  const second = reader("second", () => Effect.succeed({ ...page, title: "Second" }))
  return { requested: first.requested, backend: chainExtract([first.provider, second.provider]) }
}

const request = { url, target, mode: "markdown" } as const

/** The page of a chain's answer, which the chain has read. */
const pageOf = (answer: unknown) => Option.getOrThrow(Effect.runSync(PageRow.read(answer))).page

describe("a chain of page readers", () => {
  const onwards: ReadonlyArray<WebError.Wire> = [
    fault("first", "unreachable").wire,
    { error: "timeout" },
    { error: "invalid_backend_response" },
    { error: "extraction_failed" },
    { error: "http_error", reason: "target_unreachable" },
    { error: "http_error", reason: "proxy_unavailable" },
    { error: "invalid_request", reason: "extract" },
  ]
  it.effect.each(onwards)("tries the next one after %j", (wire) =>
    Effect.gen(function* () {
      const extract = yield* two(() => WebError.fail(wire)).backend
      assert.deepInclude(pageOf(yield* extract(request)), { ...page, title: "Second" })
    }),
  )

  const ends: ReadonlyArray<WebError.Wire> = [
    { error: "blocked_url", reason: "private_or_metadata_target" },
    { error: "blocked_url", reason: "redirect_to_blocked_target" },
    { error: "unsupported_scheme" },
    { error: "robots_disallowed" },
    { error: "rate_limited", retry_after: 2 },
    { error: "budget_exceeded" },
    { error: "http_error", status_code: 404 },
    { error: "http_error", reason: "tls_failed" },
    { error: "http_error", reason: "too_many_redirects" },
    { error: "unsupported_content_type" },
    { error: "response_too_large" },
    { error: "invalid_request", reason: "url" },
  ]
  it.effect.each(ends)("tries none after %j", (wire) =>
    Effect.gen(function* () {
      const { requested, backend } = two(() => WebError.fail(wire))
      const extract = yield* backend
      for (let at = 0; at < 5; at++) assert.deepStrictEqual(yield* wireOf(extract(request)), wire)
      assert.lengthOf(requested, 5)
    }),
  )

  it.effect("counts an invalid page as a failure, and `unchanged` as an answer only on request", () =>
    Effect.gen(function* () {
      const garbage = yield* two(() => Effect.succeed({ title: "T" })).backend
      assert.propertyVal(pageOf(yield* garbage(request)), "title", "Second")
      const unchanged = yield* two(() => Effect.succeed({ unchanged: true })).backend
      assert.propertyVal(pageOf(yield* unchanged(request)), "title", "Second")
      const validators = { url, etag: '"1"' }
      assert.deepStrictEqual(yield* unchanged({ ...request, validators }), { unchanged: true })
    }),
  )

  it.effect("shares fetch_timeout, and passes the other arguments on unchanged", () =>
    Effect.gen(function* () {
      const { requested, backend } = two(() => Effect.never)
      const extract = yield* backend
      const fiber = yield* Effect.forkChild(extract(request))
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(requested, [{ ...request, endsAt: 3_950 }])
    }).pipe(Effect.provide(Layer.orDie(Settings.layer({ fetch_timeout: "8 seconds" })))),
  )

  it.effect("opens no circuit for unreadable pages, and no other tenant's for a page that hangs", () =>
    Effect.gen(function* () {
      const repeat = Effect.fnUntraced(function* (wire: WebError.Wire, sharedByTenants: boolean) {
        const { requested, backend } = two(() => WebError.fail(wire), { sharedByTenants })
        const extract = yield* backend
        for (let at = 0; at < 5; at++) {
          yield* Effect.provideService(extract(request), Conversation.Conversation, { id: "1", tenant: "a" })
        }
        return requested.length
      })
      assert.strictEqual(yield* repeat({ error: "extraction_failed" }, false), 5)
      assert.strictEqual(yield* repeat({ error: "invalid_request", reason: "extract" }, false), 5)
      assert.strictEqual(yield* repeat({ error: "http_error", reason: "target_unreachable" }, true), 5)
      assert.strictEqual(yield* repeat({ error: "timeout" }, true), 5)
      assert.strictEqual(yield* repeat({ error: "timeout" }, false), 3)
      assert.strictEqual(yield* repeat(fault("first", "unreachable").wire, true), 3)
    }),
  )

  it.effect("of one reader fails as it did, without a list of attempts", () =>
    Effect.gen(function* () {
      const { provider } = reader("first", () => WebError.fail({ error: "extraction_failed" }))
      const extract = yield* chainExtract([provider])
      assert.deepStrictEqual(yield* wireOf(extract(request)), { error: "extraction_failed" })
    }),
  )

  it.effect("without a configured one reports that", () =>
    Effect.gen(function* () {
      const provider = { ...reader("first", () => Effect.never).provider, isConfigured: Effect.succeed(false) }
      const extract = yield* chainExtract([provider], { setUpHint: "Set FIRST_KEY." })
      const { message, reason } = yield* wireOf(extract(request))
      assert.deepStrictEqual(
        [reason, message],
        ["first_not_configured", "The provider first isn't configured. Set FIRST_KEY."],
      )
    }),
  )
})
