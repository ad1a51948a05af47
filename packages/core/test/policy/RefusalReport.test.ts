import { assert, describe, it } from "@effect/vitest"
import { Conversation, RefusalReport, searchAndFetch, WebError, webFetch } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect, Layer, Logger, type LogLevel, Metric, References } from "effect"

interface Event {
  readonly level: LogLevel.LogLevel
  readonly message: unknown
  readonly annotations: Readonly<Record<string, unknown>>
}

/** Runs calls and returns the logs and counters of the time. */
const watched = <A, E, R>(calls: Effect.Effect<A, E, R>, minimum: LogLevel.LogLevel = "Debug") => {
  const events: Array<Event> = []
  const logger = Logger.make(({ fiber, logLevel, message }) =>
    events.push({ level: logLevel, message, annotations: fiber.getRef(References.CurrentLogAnnotations) }),
  )
  const reported = Effect.gen(function* () {
    yield* Effect.ignore(calls)
    const counts = (yield* Metric.snapshot)
      .filter(({ id }) => id === "porthole_refusals")
      .map(({ attributes, state }) => [attributes?.["reason"], "count" in state ? state.count : undefined])
    return { events, counts: Object.fromEntries(counts) }
  })
  return reported.pipe(
    Effect.provideService(Metric.MetricRegistry, new Map()),
    Effect.provideService(Conversation.Conversation, { id: "talk", tenant: "acme" }),
    Effect.provide(Layer.merge(Logger.layer([logger]), Layer.succeed(References.MinimumLogLevel, minimum))),
  )
}

const nowhere = Doubles.backend({})
const refusing = (wire: WebError.Wire, cause?: unknown) =>
  Doubles.backend({ extract: () => WebError.fail(wire, cause) })
const fetchPage = (url: string, backend = nowhere) => Effect.provide(webFetch({ url }), backend)

describe("a refusal", () => {
  it.effect("is one event at debug level, with the full verdict and the caller", () =>
    Effect.gen(function* () {
      const { events, counts } = yield* watched(fetchPage("http://example.com:81/"))
      assert.deepStrictEqual(events, [
        {
          level: "Debug",
          message: ["A URL was refused."],
          annotations: {
            error: "blocked_url",
            reason: "port_not_allowed",
            rule: "port",
            source: "the setting ports: 80, 443",
            url: "http://example.com:81/",
            host: "example.com",
            conversation: "talk",
            tenant: "acme",
          },
        },
      ])
      assert.deepStrictEqual(counts, { port_not_allowed: 1 })
    }),
  )

  it.effect("has its address and the registry's entry", () =>
    Effect.gen(function* () {
      const { events } = yield* watched(fetchPage("http://[::ffff:a00:1]/"))
      assert.lengthOf(events, 1)
      assert.deepInclude(events[0]?.annotations, {
        rule: "literal",
        address: "::ffff:a00:1",
        source: "::ffff:0:0/96, IPv4-mapped Address, RFC 4291 (IANA IPv6 Special-Purpose Address Registry)",
      })
    }),
  )

  it.effect("is counted by its reason, and by the error where it has none, at every log level", () =>
    Effect.gen(function* () {
      const calls = Effect.forEach(
        ["http://10.0.0.1/", "http://localhost/", "ftp://a.test/", "nonsense", "http://a.test:81/"],
        (url) => Effect.ignore(fetchPage(url)),
      )
      const { events, counts } = yield* watched(calls, "Info")
      assert.deepStrictEqual(events, [])
      assert.deepStrictEqual(counts, {
        private_or_metadata_target: 2,
        unsupported_scheme: 1,
        invalid_target: 1,
        port_not_allowed: 1,
      })
    }),
  )

  it.effect("of a page among the pages of a search is one event too", () =>
    Effect.gen(function* () {
      const hit = (url: string) => ({ title: "x", url, snippet: "x" })
      const backend = Doubles.backend({
        search: () => Effect.succeed([hit("http://a.test:81/"), hit("http://b.test:82/")]),
      })
      const { events, counts } = yield* watched(Effect.provide(searchAndFetch({ query: "x" }), backend))
      assert.deepStrictEqual(events.map(({ annotations }) => annotations["rule"]).toSorted(), ["port", "port"])
      assert.deepStrictEqual(counts, { port_not_allowed: 2 })
    }),
  )

  it.effect("by a third party's backend is reported with its cause", () =>
    Effect.gen(function* () {
      const backend = refusing({ error: "blocked_url", reason: "outside_site" }, "its own words")
      const { events, counts } = yield* watched(fetchPage("https://example.com/", backend))
      assert.deepStrictEqual(
        events.map(({ message }) => message),
        [["A URL was refused.", "its own words"]],
      )
      assert.deepStrictEqual(counts, { outside_site: 1 })
    }),
  )
})

describe("an error that is no refusal", () => {
  it.effect.each([
    { error: "timeout" },
    { error: "http_error", reason: "target_unreachable" },
    { error: "http_error", status_code: 404 },
  ] as const)("is neither reported nor counted: %j", (wire) =>
    Effect.gen(function* () {
      const { events, counts } = yield* watched(fetchPage("https://example.com/", refusing(wire, "cause")))
      assert.deepStrictEqual([events, counts], [[], {}])
    }),
  )

  it.effect("passes through as it is, a refusal too", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* RefusalReport.observe(Effect.succeed(7)), 7)
      const refused = WebError.make({ error: "blocked_url" })
      assert.strictEqual(yield* Effect.flip(RefusalReport.observe(Effect.fail(refused))), refused)
    }),
  )
})
