import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Fiber, Layer, Result, Stream, Tracer } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as TestClock from "effect/testing/TestClock"
import { deflateSync, gzipSync } from "node:zlib"
import { Settings, VERSION } from "@porthole/core"
import { EndpointClient } from "@porthole/provider-kit"

type Answer = Effect.Effect<Response, "broken">

/** A client that gives one answer after the other, repeats the last one, and records the requests. */
const answering = (first: Answer, ...rest: ReadonlyArray<Answer>) => {
  const requests: Array<HttpClientRequest.HttpClientRequest> = []
  const answers = [first, ...rest]
  const client = HttpClient.make((request) => {
    const answer = answers[Math.min(requests.length, rest.length)] ?? first
    requests.push(request)
    return Effect.mapBoth(answer, {
      onFailure: () => new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request }) }),
      onSuccess: (response) => HttpClientResponse.fromWeb(request, response),
    })
  })
  return { requests, layer: Layer.succeed(HttpClient.HttpClient, client) }
}

const answer = (status: number, body: BodyInit | null = "{}", headers: Record<string, string> = {}): Answer =>
  Effect.sync(() => new Response(body, { status, headers }))

const broken: Answer = Effect.fail("broken")

const deadline = Duration.seconds(10)

const send = EndpointClient.execute(HttpClientRequest.get("https://search.test/search"), { deadline })

/** The outcome of a call; the test's clock passes its sleeps. */
const outcomeOf = Effect.fnUntraced(function* (layer: Layer.Layer<HttpClient.HttpClient>) {
  const fiber = yield* Effect.forkChild(Effect.result(Effect.provide(send, layer)))
  yield* TestClock.adjust(deadline)
  return yield* Fiber.join(fiber)
})

/** The duration of a call by the test's clock, in ms. */
const durationOf = Effect.fnUntraced(function* (layer: Layer.Layer<HttpClient.HttpClient>) {
  const before = yield* Clock.currentTimeMillis
  const fiber = yield* Effect.forkChild(
    Effect.andThen(Effect.exit(Effect.provide(send, layer)), () => Clock.currentTimeMillis),
  )
  yield* TestClock.adjust("1 minute")
  return (yield* Fiber.join(fiber)) - before
})

const reasonOf = (
  outcome: Result.Result<EndpointClient.EndpointResponse, EndpointClient.EndpointError>,
): string | undefined => (Result.isFailure(outcome) ? outcome.failure.reason : undefined)

describe("the request", () => {
  it.effect("carries our User-Agent and accepts encodings that can be decoded", () =>
    Effect.gen(function* () {
      const server = answering(answer(200))
      yield* Effect.provide(send, server.layer)
      const headers = server.requests[0]?.headers
      assert.strictEqual(headers?.["user-agent"], Settings.userAgent(Settings.table.defaults))
      assert.strictEqual(headers?.["accept-encoding"], "gzip, deflate")
    }),
  )

  it.effect("takes the User-Agent of the settings", () =>
    Effect.gen(function* () {
      const server = answering(answer(200))
      const settings = yield* Settings.make({ user_agent_url: "https://operator.test/bot" })
      yield* send.pipe(Effect.provideService(Settings.Settings, settings), Effect.provide(server.layer))
      assert.strictEqual(server.requests[0]?.headers["user-agent"], `Porthole/${VERSION} (+https://operator.test/bot)`)
    }),
  )

  it.effect("carries no tracing header and opens no span, within a trace too", () =>
    Effect.gen(function* () {
      const server = answering(answer(200))
      const spans: Array<string> = []
      const tracer = Tracer.make({
        span: (options) => {
          spans.push(options.name)
          return new Tracer.NativeSpan(options)
        },
      })
      yield* send.pipe(
        Effect.withSpan("outer"),
        Effect.provideService(Tracer.Tracer, tracer),
        Effect.provide(server.layer),
      )
      assert.deepStrictEqual(Object.keys(server.requests[0]?.headers ?? {}).toSorted(), [
        "accept-encoding",
        "user-agent",
      ])
      assert.deepStrictEqual(spans, ["outer"])
    }),
  )
})

describe("redirects", () => {
  it.effect("are returned and not followed", () =>
    Effect.gen(function* () {
      const server = answering(answer(302, null, { location: "https://elsewhere.test/" }), answer(200))
      const response = yield* Effect.provide(send, server.layer)
      assert.strictEqual(response.status, 302)
      assert.strictEqual(response.text, "")
      assert.strictEqual(server.requests.length, 1)
    }),
  )

  it.effect("are not followed by fetch either", () =>
    Effect.gen(function* () {
      const modes: Array<string | undefined> = []
      const fetchStub: typeof fetch = (_, init) => {
        modes.push(init?.redirect)
        return Promise.resolve(new Response("{}"))
      }
      yield* send.pipe(Effect.provide(FetchHttpClient.layer), Effect.provideService(FetchHttpClient.Fetch, fetchStub))
      assert.deepStrictEqual(modes, ["manual"])
    }),
  )
})

describe("the body", () => {
  const text = JSON.stringify({ results: [], name: "Größe 🌊" })

  for (const [encoding, body] of [
    ["identity", Buffer.from(text)],
    ["gzip", gzipSync(text)],
    ["X-GZIP", gzipSync(text)],
    ["deflate", deflateSync(text)],
  ] as const) {
    it.effect(`is decoded from ${encoding}`, () =>
      Effect.gen(function* () {
        const server = answering(answer(200, body, { "content-encoding": encoding }))
        assert.strictEqual((yield* Effect.provide(send, server.layer)).text, text)
      }),
    )
  }

  it.effect("is taken unchanged if the client has decompressed it and kept the header", () =>
    Effect.gen(function* () {
      const server = answering(answer(200, text, { "content-encoding": "gzip" }))
      assert.strictEqual((yield* Effect.provide(send, server.layer)).text, text)
    }),
  )

  it.effect("may be absent", () =>
    Effect.gen(function* () {
      const server = answering(answer(204, null, { "content-encoding": "gzip" }))
      const response = yield* Effect.provide(send, server.layer)
      assert.deepStrictEqual([response.status, response.text, server.requests.length], [204, "", 1])
    }),
  )

  it.effect("may be as large as the cap, and no larger", () =>
    Effect.gen(function* () {
      const full = "a".repeat(EndpointClient.maxResponseBytes)
      const fits = answering(answer(200, full))
      assert.strictEqual((yield* Effect.provide(send, fits.layer)).text.length, full.length)
      const over = answering(answer(200, `${full}a`))
      assert.strictEqual(reasonOf(yield* outcomeOf(over.layer)), "too_large")
      assert.strictEqual(over.requests.length, 1)
    }),
  )

  it.effect("without an end is cancelled at the cap", () =>
    Effect.gen(function* () {
      let sent = 0
      let cancelled = false
      const endless = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          sent += 65_536
          controller.enqueue(new Uint8Array(65_536))
        },
        cancel: () => {
          cancelled = true
        },
      })
      const server = answering(answer(200, endless))
      assert.strictEqual(reasonOf(yield* outcomeOf(server.layer)), "too_large")
      assert.isAtMost(sent, EndpointClient.maxResponseBytes + 4 * 65_536)
      assert.isTrue(cancelled)
    }),
  )

  for (const [name, bomb] of [
    ["gzip", gzipSync(Buffer.alloc(64 * 1024 * 1024))],
    ["deflate", deflateSync(Buffer.alloc(64 * 1024 * 1024))],
  ] as const) {
    it.effect(`is capped after decompression: a ${name} bomb is too large`, () =>
      Effect.gen(function* () {
        assert.isBelow(bomb.length, 100_000)
        const server = answering(answer(200, bomb, { "content-encoding": name }))
        assert.strictEqual(reasonOf(yield* Effect.result(Effect.provide(send, server.layer))), "too_large")
      }),
    )
  }

  for (const [what, body, encoding] of [
    ["cut short", gzipSync(text).subarray(0, 20), "gzip"],
    ["damaged", Buffer.concat([gzipSync(text).subarray(0, 12), Buffer.from("nonsense")]), "gzip"],
    ["in an encoding that was not asked for", Buffer.from(text), "br"],
    ["in two encodings", gzipSync(gzipSync(text)), "gzip, gzip"],
  ] as const) {
    it.effect(`is malformed when ${what}`, () =>
      Effect.gen(function* () {
        const server = answering(answer(200, body, { "content-encoding": encoding }))
        assert.strictEqual(reasonOf(yield* Effect.result(Effect.provide(send, server.layer))), "malformed")
        assert.strictEqual(server.requests.length, 1)
      }),
    )
  }
})

describe("the second try", () => {
  for (const status of [408, 429, 500, 502, 503, 504]) {
    it.effect(`comes after ${status}, once`, () =>
      Effect.gen(function* () {
        const recovers = answering(answer(status), answer(200, "good"))
        const good = yield* outcomeOf(recovers.layer)
        assert.strictEqual(Result.isSuccess(good) ? good.success.text : undefined, "good")
        assert.strictEqual(recovers.requests.length, 2)
        const stays = answering(answer(status, "bad"))
        const bad = yield* outcomeOf(stays.layer)
        assert.strictEqual(Result.isSuccess(bad) ? bad.success.status : undefined, status)
        assert.strictEqual(stays.requests.length, 2)
      }),
    )
  }

  it.effect("comes after a broken connection, once", () =>
    Effect.gen(function* () {
      const recovers = answering(broken, answer(200))
      assert.isTrue(Result.isSuccess(yield* outcomeOf(recovers.layer)))
      const stays = answering(broken)
      assert.strictEqual(reasonOf(yield* outcomeOf(stays.layer)), "unreachable")
      assert.strictEqual(stays.requests.length, 2)
    }),
  )

  it.effect("comes after a body that broke off", () =>
    Effect.gen(function* () {
      const breaking = Stream.toReadableStream(
        Stream.concat(Stream.make(new Uint8Array([123])), Stream.fail(new Error("reset"))),
      )
      const server = answering(answer(200, breaking), answer(200, "whole"))
      const outcome = yield* outcomeOf(server.layer)
      assert.strictEqual(Result.isSuccess(outcome) ? outcome.success.text : undefined, "whole")
    }),
  )

  for (const status of [200, 204, 302, 400, 401, 403, 404, 410, 451]) {
    it.effect(`never comes after ${status}`, () =>
      Effect.gen(function* () {
        const server = answering(answer(status, null))
        const outcome = yield* outcomeOf(server.layer)
        assert.strictEqual(Result.isSuccess(outcome) ? outcome.success.status : undefined, status)
        assert.strictEqual(server.requests.length, 1)
      }),
    )
  }

  it.effect("waits for Retry-After's seconds", () =>
    Effect.gen(function* () {
      const server = answering(answer(429, "", { "retry-after": "3" }), answer(200))
      assert.strictEqual(yield* durationOf(server.layer), 3_000)
      assert.strictEqual(server.requests.length, 2)
    }),
  )

  it.effect("waits until Retry-After's date", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 0, 1, 12, 0, 0))
      const server = answering(answer(503, "", { "retry-after": "Thu, 01 Jan 2026 12:00:04 GMT" }), answer(200))
      assert.strictEqual(yield* durationOf(server.layer), 4_000)
      assert.strictEqual(server.requests.length, 2)
    }),
  )

  it.effect("doesn't wait for a past date", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 0, 1, 12, 0, 0))
      const server = answering(answer(503, "", { "retry-after": "Wed, 31 Dec 2025 12:00:04 GMT" }), answer(200))
      assert.strictEqual(yield* durationOf(server.layer), 0)
      assert.strictEqual(server.requests.length, 2)
    }),
  )

  for (const after of ["10", "3600", "99999999999", "9".repeat(400), "Fri, 02 Jan 2026 12:00:00 GMT"]) {
    it.effect(`isn't made when Retry-After is ${after.slice(0, 40)}, beyond the deadline`, () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(Date.UTC(2026, 0, 1, 12, 0, 0))
        const server = answering(answer(429, "", { "retry-after": after }), answer(200))
        assert.strictEqual(yield* durationOf(server.layer), 0)
        assert.strictEqual(server.requests.length, 1)
      }),
    )
  }

  it.effect("comes after a short pause when Retry-After is nonsense", () =>
    Effect.gen(function* () {
      const server = answering(answer(429, "", { "retry-after": "soon" }), answer(200))
      const duration = yield* durationOf(server.layer)
      assert.isAbove(duration, 0)
      assert.isBelow(duration, 1_000)
      assert.strictEqual(server.requests.length, 2)
    }),
  )
})

describe("the deadline", () => {
  it.effect("ends a wait for an answer with a timeout", () =>
    Effect.gen(function* () {
      const server = answering(Effect.never)
      const fiber = yield* Effect.forkChild(Effect.result(Effect.provide(send, server.layer)))
      yield* TestClock.adjust("9999 millis")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(reasonOf(yield* Fiber.join(fiber)), "timeout")
      assert.strictEqual(server.requests.length, 1)
    }),
  )

  it.effect("covers the body", () =>
    Effect.gen(function* () {
      const server = answering(answer(200, new ReadableStream()))
      assert.strictEqual(reasonOf(yield* outcomeOf(server.layer)), "timeout")
    }),
  )

  it.effect("covers both attempts together", () =>
    Effect.gen(function* () {
      // clock: TestClock decides
      const server = answering(Effect.delay(answer(503), "6 seconds"), Effect.delay(answer(200), "6 seconds"))
      assert.strictEqual(reasonOf(yield* outcomeOf(server.layer)), "timeout")
      assert.strictEqual(server.requests.length, 2)
    }),
  )
})
