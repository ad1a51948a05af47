/** Tests the order and deadlines of a chain's calls, and its error if no provider answers. */
import { assert, describe, it } from "@effect/vitest"
import { Arguments, Conversation, Settings, WebBackend, WebError, webSearch } from "@porthole/core"
import { chain, fanOut } from "@porthole/provider-kit/chain"
import { Clock, Context, Effect, Exit, Fiber, Layer, Metric, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { expectTypeOf } from "vitest"
import { attempts } from "../../src/chain/ProviderCall.ts"
import { type Answer, endingAt, fault, row, scripted, wireOf } from "./scripted.ts"

const timeout = WebError.make({ error: "timeout", message: "Late." })

/** A chain of three providers; the test scripts the first two. */
const three = (first: Answer, second: Answer) => {
  const providers = [
    scripted("first", () => first),
    scripted("second", () => second),
    scripted("third", () => [row("c")]),
  ] as const
  return { providers, backend: chain(providers.map(({ provider }) => provider)) }
}

const counts = (providers: ReadonlyArray<{ readonly requested: ReadonlyArray<unknown> }>) =>
  providers.map(({ requested }) => requested.length)

describe("a chain", () => {
  it.effect("tries its providers in order until one answers, and lists failures and timeouts", () => {
    const { backend: chained, providers } = three(fault("first", "rate_limited", 30), Effect.never)
    return Effect.gen(function* () {
      const search = yield* chained
      const begin = yield* Clock.currentTimeMillis
      const fiber = yield* Effect.forkChild(endingAt(begin + 10_000)(search({ query: "tides" })))
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(yield* Fiber.join(fiber), {
        provider: "third",
        rows: [row("c")],
        attempts: [
          { provider: "first", outcome: "failed", reason: "first_rate_limited" },
          { provider: "second", outcome: "failed", reason: "timeout" },
          { provider: "third", outcome: "answered" },
        ],
      })
      // A third of the time for the first, which needs none of it; then half for each of the others.
      const ends = providers.map(({ requested }) => Math.round((requested[0]?.endsAt ?? 0) - begin))
      assert.deepStrictEqual(ends, [3_300, 4_950, 9_900])
      assert.strictEqual(providers[2].requested[0]?.query, "tides")
    })
  })

  it.effect("counts each attempt by provider and outcome", () =>
    Effect.gen(function* () {
      const providers = [
        scripted("counted1", () => fault("counted1", "unauthorized")),
        scripted("counted2", () => [row("a")]),
      ]
      const search = yield* chain(providers.map(({ provider }) => provider))
      yield* search({ query: "tides" })
      const countOf = (provider: string, outcome: string) =>
        Effect.map(Metric.value(Metric.withAttributes(attempts, { provider, outcome })), ({ count }) => count)
      assert.strictEqual(yield* countOf("counted1", "counted1_unauthorized"), 1)
      assert.strictEqual(yield* countOf("counted2", "answered"), 1)
    }),
  )

  it.effect("counts from now by search_timeout if the caller gives no end", () => {
    const { backend: chained, providers } = three(timeout, timeout)
    return Effect.gen(function* () {
      const search = yield* chained
      yield* TestClock.adjust("1 hour")
      yield* search({ query: "tides" })
      assert.deepStrictEqual(
        providers.map(({ requested }) => requested[0]?.endsAt),
        [3_601_300, 3_601_950, 3_603_900],
      )
    }).pipe(Effect.provide(Layer.orDie(Settings.layer({ search_timeout: "4 seconds" }))))
  })

  it.effect("ends a twentieth of its time before a caller with little time leaves", () => {
    const one = scripted("one", () => [row("a")])
    return Effect.gen(function* () {
      const search = yield* chain([one.provider])
      yield* TestClock.adjust("1 hour")
      yield* endingAt(3_601_000)(search({ query: "x" }))
      assert.strictEqual(one.requested[0]?.endsAt, 3_600_950)
    })
  })

  it.effect("gives a provider no more than its own time limit", () => {
    const slow = scripted("slow", () => Effect.never, { deadline: "2 seconds" })
    const quick = scripted("quick", () => [row("a")])
    return Effect.gen(function* () {
      const search = yield* chain([slow.provider, quick.provider])
      const fiber = yield* Effect.forkChild(search({ query: "x" }))
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(fiber)
      assert.deepStrictEqual([slow.requested[0]?.endsAt, quick.requested[0]?.endsAt], [2_000, 9_900])
    })
  })

  it.effect("calls no provider for a caller without time, and opens no circuit for it", () => {
    const one = scripted("one", () => [row("a")])
    return Effect.gen(function* () {
      const search = yield* chain([one.provider])
      yield* TestClock.adjust("1 minute")
      for (let at = 0; at < 4; at++) {
        assert.strictEqual((yield* wireOf(endingAt(59_000)(search({ query: "x" })))).error, "timeout")
      }
      assert.lengthOf(one.requested, 0)
      yield* search({ query: "x" })
    })
  })

  it.effect("ends with the first answer, even an empty one", () => {
    const { backend: chained, providers } = three([], [row("b")])
    return Effect.gen(function* () {
      const search = yield* chained
      assert.deepStrictEqual(yield* search({ query: "x" }), {
        provider: "first",
        rows: [],
        attempts: [{ provider: "first", outcome: "answered" }],
      })
      assert.deepStrictEqual(counts(providers), [1, 0, 0])
    })
  })

  it.effect("counts an answer that is no list of hits, or has one bad row, as a failure", () => {
    const { backend: chained } = three(Effect.succeed(Object("garbage")), [row("b"), { title: "no url" }])
    return Effect.gen(function* () {
      const search = yield* chained
      const { attempts } = yield* Effect.map(search({ query: "x" }), Object)
      assert.deepStrictEqual(attempts, [
        { provider: "first", outcome: "failed", reason: "invalid_backend_response" },
        { provider: "second", outcome: "failed", reason: "invalid_backend_response" },
        { provider: "third", outcome: "answered" },
      ])
      const alone = yield* chain([scripted("bad", () => [{ title: "no url" }]).provider], { setUpHint: "Set X." })
      assert.strictEqual((yield* wireOf(alone({ query: "x" }))).error, "invalid_backend_response")
    })
  })

  it.effect("labels a bare array with the provider's name, and keeps the unsupported filters", () => {
    const bare = scripted("bare", () => Effect.succeed([row("a")]))
    const picky = scripted("picky", () => Effect.succeed({ provider: "engine", rows: [], ignored: ["language"] }))
    return Effect.gen(function* () {
      assert.propertyVal(yield* (yield* chain([bare.provider]))({ query: "x" }), "provider", "bare")
      const answer = yield* (yield* chain([picky.provider]))({ query: "x" })
      assert.deepInclude(answer, { provider: "engine", ignored: ["language"] })
    })
  })

  it.effect("within another chain reports its own attempts", () => {
    const inner = chain([scripted("a", () => timeout).provider, scripted("b", () => [row("b")]).provider])
    return Effect.gen(function* () {
      const search = yield* chain([{ provider: "inner", backend: inner }])
      assert.deepInclude(yield* search({ query: "x" }), {
        provider: "b",
        attempts: [
          { provider: "a", outcome: "failed", reason: "timeout" },
          { provider: "b", outcome: "answered" },
        ],
      })
    })
  })

  it.effect("under web_search shows its attempts only with include_metadata", () => {
    const { backend: chained } = three(timeout, [row("b")])
    const backend = WebBackend.layer({ search: chained, extract: WebBackend.unavailable })
    return Effect.gen(function* () {
      assert.notProperty(yield* webSearch({ query: "x" }), "attempts")
      const { attempts, provider } = yield* webSearch({ query: "x", include_metadata: true })
      assert.deepStrictEqual([provider, attempts?.length], ["second", 2])
    }).pipe(Effect.provide(backend))
  })

  it.effect("under web_search reports its results, and counts timeouts, before the call is cut off", () => {
    const hangs = scripted("hangs", () => Effect.never)
    const backend = WebBackend.layer({
      search: chain([hangs.provider], { setUpHint: "Set HANGS_KEY." }),
      extract: WebBackend.unavailable,
    })
    return Effect.gen(function* () {
      for (let at = 0; at < 3; at++) {
        const fiber = yield* Effect.forkChild(wireOf(webSearch({ query: "x" })))
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(yield* Fiber.join(fiber), {
          error: "timeout",
          message: "The search took too long. Try once more.",
          attempts: [{ provider: "hangs", outcome: "failed", reason: "timeout" }],
        })
      }
      assert.strictEqual((yield* wireOf(webSearch({ query: "x" }))).reason, "hangs_unreachable")
      assert.lengthOf(hangs.requested, 3)
    }).pipe(Effect.provide(backend))
  })
})

describe("a chain of providers with different requirements", () => {
  class One extends Context.Service<One, string>()("test/One") {}
  class Two extends Context.Service<Two, string>()("test/Two") {}
  const over = <S, E>(provider: string, need: Effect.Effect<string, E, S>) => ({
    provider,
    backend: Effect.map(
      need,
      (title): WebBackend.Search =>
        () =>
          Effect.succeed([{ ...row("a"), title }]),
    ),
  })

  it.effect("has all their requirements in its type, and fails if one of them can't be made", () =>
    Effect.gen(function* () {
      const one = over("one", One)
      const two = over("two", Effect.fail("broken" as const))
      const inline = { provider: "inline", backend: Effect.succeed(() => Effect.succeed([])) }
      const chained = chain([one, inline], { whenNoneConfigured: [over("two", Two)] })
      expectTypeOf(chained).toEqualTypeOf<WebBackend.Factory<WebBackend.Search, never, One | Two | Scope.Scope>>()
      const broken = fanOut([one, two])
      expectTypeOf(broken).toEqualTypeOf<WebBackend.Factory<WebBackend.Search, "broken", One | Scope.Scope>>()
      const services = Context.make(One, "from one").pipe(Context.add(Two, "from two"))
      const search = yield* Effect.provide(chained, services)
      assert.deepNestedPropertyVal(yield* search({ query: "x" }), "rows[0].title", "from one")
      assert.strictEqual(yield* Effect.flip(Effect.provide(broken, services)), "broken")
    }),
  )
})

describe("a chain whose providers all failed", () => {
  it.effect("fails with the last error, names the tried providers, and gives no advice on settings", () =>
    Effect.gen(function* () {
      const search = yield* chain(
        [scripted("a", () => timeout).provider, scripted("b", () => fault("b", "quota_exceeded", 90)).provider],
        { setUpHint: "Set B_KEY or C_KEY." },
      )
      assert.deepStrictEqual(yield* wireOf(search({ query: "x" })), {
        error: "web_search_unavailable",
        reason: "b_quota_exceeded",
        message: "The provider says quota_exceeded.",
        attempts: [
          { provider: "a", outcome: "failed", reason: "timeout" },
          { provider: "b", outcome: "failed", reason: "b_quota_exceeded" },
        ],
      })
    }),
  )

  it.effect("names settings only if no provider is configured", () =>
    Effect.gen(function* () {
      const missing = scripted("missing", () => [], { isConfigured: Effect.succeed(false) })
      const search = yield* chain([missing.provider], { setUpHint: "Set it." })
      assert.match((yield* wireOf(search({ query: "x" }))).message ?? "", / Set it\.$/)
    }),
  )

  it.effect("names settings after a public provider's failure, but not after its rejection of the query", () => {
    const missing = scripted("missing", () => [], { isConfigured: Effect.succeed(false) })
    const messageAfter = Effect.fnUntraced(function* (error: WebError.WebError) {
      const open = scripted("open", () => error)
      const search = yield* chain([missing.provider], { setUpHint: "Set it.", whenNoneConfigured: [open.provider] })
      return (yield* wireOf(search({ query: "x" }))).message
    })
    return Effect.gen(function* () {
      assert.strictEqual(yield* messageAfter(timeout), "Late. Set it.")
      assert.strictEqual(yield* messageAfter(WebError.make({ error: "timeout" })), "Set it.")
      assert.strictEqual(yield* messageAfter(Arguments.invalid("query", "query: too long.")), "query: too long.")
    })
  })

  it.effect("fails with the error of the provider whose key is missing, before any provider that wasn't called", () =>
    Effect.gen(function* () {
      const called = scripted("called", () => fault("called", "not_configured"))
      const missing = scripted("missing", () => [], { isConfigured: Effect.succeed(false) })
      const search = yield* chain([called.provider, missing.provider])
      assert.strictEqual((yield* wireOf(search({ query: "x" }))).reason, "called_not_configured")
    }),
  )

  it.effect("names the earliest time of the next try", () =>
    Effect.gen(function* () {
      const [a, b, c] = [
        ["a", 600],
        ["b", 60],
        ["c", undefined],
      ] as const
      const refusing = ([name, seconds]: readonly [string, number | undefined]) =>
        scripted(name, () => fault(name, "rate_limited", seconds)).provider
      const missing = scripted("missing", () => fault("missing", "not_configured")).provider
      const search = yield* chain([refusing(b), missing, refusing(a), refusing(c)])
      // A refusal without a time starts a cooldown of 30 s.
      assert.strictEqual((yield* wireOf(search({ query: "x" }))).retry_after, 30)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* wireOf(search({ query: "x" }))).retry_after, 20)
    }),
  )

  it.effect("that reject a query report only the query's fault", () =>
    Effect.gen(function* () {
      const picky = scripted("picky", () => Arguments.invalid("query", "query: too long."))
      const search = yield* chain([picky.provider], { setUpHint: "Set it." })
      assert.strictEqual((yield* wireOf(search({ query: "x" }))).message, "query: too long.")
    }),
  )

  it.effect("keeps the cause of that error for the operator", () =>
    Effect.gen(function* () {
      const cause = new Error("why")
      const error = WebError.make({ error: "timeout" }, cause)
      const search = yield* chain([scripted("a", () => error).provider], { setUpHint: "Set it." })
      assert.strictEqual(WebError.causeOf(yield* Effect.flip(search({ query: "x" }))), cause)
    }),
  )

  it.effect("with open circuits fails with the last one's cooldown, and calls none", () => {
    const a = scripted("a", () => fault("a", "rate_limited", 600))
    const b = scripted("b", () => fault("b", "quota_exceeded", 60))
    return Effect.gen(function* () {
      const search = yield* chain([a.provider, b.provider])
      yield* wireOf(search({ query: "x" }))
      yield* TestClock.adjust("20500 millis")
      assert.deepStrictEqual(yield* wireOf(search({ query: "x" })), {
        error: "web_search_unavailable",
        reason: "b_quota_exceeded",
        message: "The provider b is paused for 40 s because of its earlier answers.",
        retry_after: 40,
        attempts: [
          { provider: "a", outcome: "skipped", reason: "a_rate_limited" },
          { provider: "b", outcome: "skipped", reason: "b_quota_exceeded" },
        ],
      })
      assert.deepStrictEqual(counts([a, b]), [1, 1])
    })
  })

  it.effect("may be empty", () =>
    Effect.gen(function* () {
      const search = yield* chain([])
      assert.deepStrictEqual(yield* wireOf(search({ query: "x" })), {
        error: "web_search_unavailable",
        message: "There is no search provider.",
      })
    }),
  )
})

describe("an error that ignores the circuit breaker", () => {
  const others: ReadonlyArray<WebError.Wire> = [
    { error: "blocked_url", reason: "domain_not_allowed" },
    { error: "rate_limited", retry_after: 3 },
    { error: "budget_exceeded" },
    { error: "robots_disallowed" },
    { error: "response_too_large" },
    { error: "unsupported_content_type" },
    { error: "http_error", status_code: 404 },
    { error: "http_error", reason: "target_unreachable" },
    { error: "extraction_failed" },
  ]
  it.effect.each(others)("ends the chain immediately and unchanged: %j", (wire) => {
    const { backend: chained, providers } = three(WebError.make(wire), [row("b")])
    return Effect.gen(function* () {
      const search = yield* chained
      for (let at = 0; at < 5; at++) assert.deepStrictEqual(yield* wireOf(search({ query: "x" })), wire)
      assert.deepStrictEqual(counts(providers), [5, 0, 0])
    })
  })

  it.effect("is a provider's rejection of a query, which tries the next one and opens no circuit", () => {
    const { backend: chained, providers } = three(WebError.make({ error: "invalid_request", reason: "query" }), [
      row("b"),
    ])
    return Effect.gen(function* () {
      const search = yield* chained
      for (let at = 0; at < 5; at++) {
        assert.deepNestedPropertyVal(yield* search({ query: "x" }), "attempts[0]", {
          provider: "first",
          outcome: "failed",
          reason: "invalid_request",
        })
      }
      assert.deepStrictEqual(counts(providers), [5, 5, 0])
    })
  })

  it.effect("is a bug", () => {
    const { backend: chained, providers } = three(Effect.die(new TypeError("bug")), [row("b")])
    return Effect.gen(function* () {
      const search = yield* chained
      for (let at = 0; at < 5; at++) {
        assert.isTrue(Exit.hasDies(yield* Effect.exit(search({ query: "x" }))))
      }
      assert.deepStrictEqual(counts(providers), [5, 0, 0])
    })
  })

  it.effect("is a caller that leaves", () => {
    let ended = 0
    const hangs = Effect.onInterrupt(Effect.never, () => Effect.sync(() => void ended++))
    const { backend: chained, providers } = three(hangs, [row("b")])
    return Effect.gen(function* () {
      const search = yield* chained
      for (let at = 0; at < 5; at++) {
        const fiber = yield* Effect.forkChild(search({ query: "x" }), { startImmediately: true })
        yield* Effect.yieldNow
        yield* Fiber.interrupt(fiber)
      }
      assert.deepStrictEqual([ended, ...counts(providers)], [5, 5, 0, 0])
    })
  })
})

describe("a provider that isn't configured", () => {
  const no = { isConfigured: Effect.succeed(false) }

  it.effect("is skipped, takes no share of the time, and is listed unless it is silent", () => {
    const a = scripted("a", () => [row("a")], no)
    const b = scripted("b", () => [row("b")])
    const own = scripted("own", () => fault("own", "not_configured"))
    return Effect.gen(function* () {
      const reported = yield* (yield* chain([a.provider, own.provider, b.provider]))({ query: "x" })
      assert.deepInclude(reported, {
        attempts: [
          { provider: "a", outcome: "skipped", reason: "a_not_configured" },
          { provider: "own", outcome: "skipped", reason: "own_not_configured" },
          { provider: "b", outcome: "answered" },
        ],
      })
      assert.deepStrictEqual([a.requested.length, own.requested[0]?.endsAt, b.requested[0]?.endsAt], [0, 4_950, 9_900])
      const options = { skippedUnconfigured: "omitted" } as const
      const silent = yield* (yield* chain([a.provider, own.provider, b.provider], options))({ query: "x" })
      assert.deepInclude(silent, {
        attempts: [
          { provider: "own", outcome: "skipped", reason: "own_not_configured" },
          { provider: "b", outcome: "answered" },
        ],
      })
    })
  })

  it.effect(
    "found unconfigured during its call isn't replaced by a public one, and isn't the error if others failed",
    () => {
      const own = scripted("own", () => fault("own", "not_configured"))
      const open = scripted("open", () => [row("open")])
      return Effect.gen(function* () {
        const search = yield* chain([own.provider], { whenNoneConfigured: [open.provider] })
        assert.strictEqual((yield* wireOf(search({ query: "x" }))).reason, "own_not_configured")
        assert.lengthOf(open.requested, 0)
        const failing = yield* chain([scripted("a", () => fault("a", "unreachable")).provider, own.provider])
        assert.strictEqual((yield* wireOf(failing({ query: "x" }))).reason, "a_unreachable")
      })
    },
  )

  it.effect("is called from the call on at which it is configured, and for its tenant only", () => {
    const isConfigured = Effect.map(Conversation.Conversation, ({ tenant }) => tenant === "payer")
    const a = scripted("a", () => [row("a")], { isConfigured })
    const b = scripted("b", () => [row("b")])
    return Effect.gen(function* () {
      const search = yield* chain([a.provider, b.provider])
      const of = (tenant: string) =>
        Effect.provideService(search({ query: "x" }), Conversation.Conversation, { id: "1", tenant })
      assert.propertyVal(yield* of("other"), "provider", "b")
      assert.propertyVal(yield* of("payer"), "provider", "a")
      assert.propertyVal(yield* of("other"), "provider", "b")
    })
  })

  it.effect("isn't the reported error if a configured one failed", () =>
    Effect.gen(function* () {
      const search = yield* chain([
        scripted("a", () => fault("a", "unreachable")).provider,
        scripted("b", () => [], no).provider,
      ])
      assert.strictEqual((yield* wireOf(search({ query: "x" }))).reason, "a_unreachable")
    }),
  )

  it.effect("is the error if none is configured", () =>
    Effect.gen(function* () {
      const providers = [scripted("a", () => [], no).provider, scripted("b", () => [], no).provider]
      const search = yield* chain(providers, { setUpHint: "Set A_KEY." })
      assert.deepStrictEqual(yield* wireOf(search({ query: "x" })), {
        error: "web_search_unavailable",
        reason: "b_not_configured",
        message: "The provider b isn't configured. Set A_KEY.",
      })
    }),
  )

  it.effect("names its setting, if known", () =>
    Effect.gen(function* () {
      const withSentence = (text: string) => ({ ...no, setUpHint: Effect.succeed(text) })
      const providers = [
        scripted("a", () => [], withSentence("Set A_KEY.")).provider,
        scripted("b", () => [], withSentence("Set B_KEY.")).provider,
      ]
      for (const join of [chain, fanOut]) {
        const search = yield* join(providers)
        assert.deepStrictEqual(yield* wireOf(search({ query: "x" })), {
          error: "web_search_unavailable",
          reason: "b_not_configured",
          message: "The provider b isn't configured. Set B_KEY.",
        })
      }
    }),
  )

  it.effect("leaves the call to the providers for this case, which no other provider does", () => {
    const open = scripted("open", (count) => (count === 1 ? [row("o")] : timeout))
    return Effect.gen(function* () {
      const whenNoneConfigured = [scripted("closed", () => [], no).provider, open.provider]
      const a = scripted("a", () => fault("a", "unreachable"), no)
      const none = yield* chain([a.provider], { whenNoneConfigured, setUpHint: "Set A_KEY." })
      assert.deepInclude(yield* none({ query: "x" }), {
        provider: "open",
        attempts: [
          { provider: "a", outcome: "skipped", reason: "a_not_configured" },
          { provider: "closed", outcome: "skipped", reason: "closed_not_configured" },
          { provider: "open", outcome: "answered" },
        ],
      })
      const { message, ...wire } = yield* wireOf(none({ query: "x" }))
      assert.deepStrictEqual([wire.error, message], ["timeout", "Late. Set A_KEY."])
      const b = scripted("b", () => fault("b", "unreachable"))
      const some = yield* chain([a.provider, b.provider], { whenNoneConfigured })
      assert.strictEqual((yield* wireOf(some({ query: "x" }))).reason, "b_unreachable")
      assert.lengthOf(open.requested, 2)
    })
  })

  it.effect("has a name that fits into a reason, or the chain can't be made", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(chain([scripted("My Search", () => []).provider]))
      assert.isTrue(Exit.hasDies(exit))
    }),
  )
})
