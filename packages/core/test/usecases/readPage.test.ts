/** Tests pages through a cache: which requests reach the backend, and which results a cache must not return. */
import { assert, describe, it } from "@effect/vitest"
import {
  AnswerCache,
  Conversation,
  Deadline,
  docsFetch,
  RequestBudget,
  Settings,
  Site,
  WebBackend,
  WebError,
  webFetch,
} from "@porthole/core"
import { BoundedMemory, PersistedAnswers, RateLimitedBudget } from "@porthole/stores"
import { Doubles } from "@porthole/testing"
import { Clock, Deferred, Duration, Effect, Exit, Fiber, Layer } from "effect"
import { Persistence, RateLimiter } from "effect/persistence"
import { TestClock } from "effect/testing"

const url = "https://example.com/page"

type Row = Readonly<Record<string, unknown>>

/** A backend that records its requests and answers with a row that holds their count. */
const site = (more: (request: WebBackend.ExtractRequest, count: number) => Row | WebError.WebError = () => ({})) => {
  const requested: Array<WebBackend.ExtractRequest> = []
  const layer = Doubles.backend({
    extract: (request) =>
      Effect.suspend(() => {
        requested.push(request)
        const extra = more(request, requested.length)
        if (extra instanceof WebError.WebError) return Effect.fail(extra)
        const content = `version ${requested.length}`
        return Effect.succeed({ title: "T", url: request.url, content, links: [], status_code: 200, ...extra })
      }),
  })
  return { requested, layer }
}

const cacheOver = (backing: Layer.Layer<Persistence.BackingPersistence>) =>
  PersistedAnswers.layerPages.pipe(Layer.provide(backing))

/** A new cache in memory, for one test. */
const inMemory = () => cacheOver(BoundedMemory.layer())

const as = (id: string, tenant = "default") => Effect.provideService(Conversation.Conversation, { id, tenant })

describe("a page that was read", () => {
  it.effect("keeps the reading's report in the cache", () => {
    const removed = { hidden_elements: 2, invisible_characters: 5 }
    const { layer } = site(() => ({ removed, obstacle: "login" }))
    return Effect.gen(function* () {
      const first = yield* webFetch({ url })
      const second = yield* webFetch({ url })
      assert.deepInclude(second, { cached: true, removed, warning: "low_content" })
      assert.strictEqual(second.message, first.message)
      assert.include(second.message, "login")
    }).pipe(Effect.provide(Layer.merge(layer, inMemory())))
  })

  it.effect("leaves the cache, marked, until its time to live has ended", () => {
    const { requested, layer } = site()
    return Effect.gen(function* () {
      const first = yield* webFetch({ url })
      const second = yield* webFetch({ url })
      assert.deepStrictEqual([first.cached, second.cached], [false, true])
      assert.deepStrictEqual({ ...second, cached: false }, first)
      yield* TestClock.adjust("59 minutes")
      assert.isTrue((yield* webFetch({ url })).cached)
      yield* TestClock.adjust("1 minute")
      const anew = yield* webFetch({ url })
      assert.deepStrictEqual([anew.cached, anew.content_md], [false, "version 2"])
      assert.lengthOf(requested, 2)
    }).pipe(Effect.provide(Layer.merge(layer, inMemory())))
  })

  it.effect("gets no time if the backend had cached it", () => {
    const { layer } = site(() => ({ cached: true }))
    return Effect.gen(function* () {
      const page = yield* webFetch({ url })
      assert.isTrue(page.cached)
      assert.notProperty(page, "fetched_at")
      const { requested, layer: other } = site(() => ({ cached: true }))
      yield* Effect.andThen(webFetch({ url, max_age: 60 }), webFetch({ url, max_age: 60 })).pipe(
        Effect.provide(Layer.merge(other, Layer.fresh(inMemory()))),
      )
      assert.lengthOf(requested, 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is kept whole: another length, another limit or a compressor changes nothing of it", () => {
    const { requested, layer } = site(() => ({ content: "x".repeat(1_000) }))
    return Effect.gen(function* () {
      const short = yield* webFetch({ url, max_length: 200 })
      const long = yield* webFetch({ url })
      assert.deepStrictEqual([short.truncated, long.truncated, long.content_md?.length], [true, false, 1_000])
      assert.lengthOf(requested, 1)
    }).pipe(Effect.provide(Layer.merge(layer, inMemory())))
  })

  it.effect("is one for all fragments, and each caller reads its own", () => {
    const { requested, layer } = site()
    return Effect.gen(function* () {
      yield* webFetch({ url: `${url}#a` })
      assert.strictEqual((yield* webFetch({ url: `${url}#b` })).url, `${url}#b`)
      assert.lengthOf(requested, 1)
    }).pipe(Effect.provide(Layer.merge(layer, inMemory())))
  })

  it.effect.each([
    ["another URL", `${url}?q`, "markdown"],
    ["another mode", url, "text"],
  ] as const)("isn't %s", ([, other, extract]) => {
    const { requested, layer } = site()
    return Effect.gen(function* () {
      yield* webFetch({ url })
      assert.isFalse((yield* webFetch({ url: other, extract })).cached)
      assert.lengthOf(requested, 2)
    }).pipe(Effect.provide(Layer.merge(layer, inMemory())))
  })

  it.effect("isn't reused under another User-Agent or another robots.txt setting", () => {
    const { requested, layer } = site()
    return Effect.gen(function* () {
      yield* webFetch({ url })
      yield* webFetch({ url }).pipe(Effect.provide(Settings.layer({ user_agent: "Other/1" })))
      yield* webFetch({ url }).pipe(Effect.provide(Settings.layer({ robots: false })))
      assert.lengthOf(requested, 3)
    }).pipe(Effect.provide(Layer.merge(layer, inMemory())))
  })

  it.effect("is read by every conversation of its tenant and by none of another", () => {
    const { requested, layer } = site()
    return Effect.gen(function* () {
      yield* webFetch({ url }).pipe(as("one", "a"))
      assert.isTrue((yield* webFetch({ url }).pipe(as("two", "a"))).cached)
      for (const tenant of ["b", "", 'a",', '["a"'])
        assert.isFalse((yield* webFetch({ url }).pipe(as("one", tenant))).cached, tenant)
      assert.lengthOf(requested, 5)
    }).pipe(Effect.provide(Layer.merge(layer, inMemory())))
  })
})

describe("cache: false", () => {
  it.effect("reads the page again, and a later answer isn't older", () => {
    const { layer } = site()
    return Effect.gen(function* () {
      yield* webFetch({ url })
      const anew = yield* webFetch({ url, cache: false })
      assert.deepStrictEqual([anew.cached, anew.content_md], [false, "version 2"])
      assert.strictEqual((yield* webFetch({ url })).content_md, "version 2")
    }).pipe(Effect.provide(Layer.merge(layer, inMemory())))
  })

  it.effect("costs a request", () => {
    const { requested, layer } = site()
    const budget = RateLimitedBudget.layer.pipe(Layer.provide(RateLimiter.layerStoreMemory))
    return Effect.gen(function* () {
      yield* webFetch({ url })
      assert.strictEqual((yield* Effect.flip(webFetch({ url, cache: false }))).error, "budget_exceeded")
      assert.lengthOf(requested, 1)
    }).pipe(
      Effect.provide(
        Layer.mergeAll(layer, inMemory(), budget).pipe(Layer.provideMerge(Settings.layer({ max_uses: 1 }))),
      ),
    )
  })

  it.effect("shares no download with other calls", () => {
    const { requested, layer } = site()
    return Effect.gen(function* () {
      yield* Effect.all(
        Array.from({ length: 5 }, () => webFetch({ url, cache: false })),
        { concurrency: 5 },
      )
      assert.lengthOf(requested, 5)
    }).pipe(Effect.provide(Layer.merge(layer, inMemory())))
  })
})

describe("max_age", () => {
  it.effect("takes only a younger copy, and lets the site confirm an older one", () => {
    const etag = '"1"'
    const { layer, requested } = site(({ validators }) =>
      validators === undefined ? { validators: { url, etag } } : { unchanged: true },
    )
    return Effect.gen(function* () {
      const first = yield* webFetch({ url, max_age: 60 })
      assert.strictEqual(first.fetched_at, "1970-01-01T00:00:00.000Z")
      yield* TestClock.adjust("59 seconds")
      assert.deepInclude(yield* webFetch({ url, max_age: 60 }), {
        cached: true,
        fetched_at: "1970-01-01T00:00:00.000Z",
      })
      assert.strictEqual(requested.length, 1)
      yield* TestClock.adjust("1 second")
      const confirmed = { cached: true, content_md: "version 1", fetched_at: "1970-01-01T00:01:00.000Z" }
      assert.deepInclude(yield* webFetch({ url, max_age: 60 }), confirmed)
      assert.strictEqual(requested.length, 2)
      assert.deepInclude(yield* webFetch({ url }), confirmed)
      assert.strictEqual(requested.length, 2)
      yield* webFetch({ url, max_age: 0 })
      assert.strictEqual(requested.length, 3)
    }).pipe(Effect.provide(Layer.merge(layer, inMemory())))
  })

  it.effect("doesn't take a copy whose age is unknown, or an old page of the conversation for its next part", () => {
    const { layer, requested } = site()
    const old = { title: "T", url, content: "old", links: [], status_code: 200, text_length: 3, redirected_from: [] }
    const find = () => Effect.succeed({ value: old, isFresh: true })
    const cache = Layer.succeed(AnswerCache.PageCache, { ...AnswerCache.noPages, find })
    return Effect.gen(function* () {
      assert.deepInclude(yield* webFetch({ url }), { cached: true, content_md: "old" })
      assert.deepInclude(yield* webFetch({ url, max_age: 60 }), { cached: false, content_md: "version 1" })
      yield* webFetch({ url, start_index: 1, max_age: 60 })
      assert.strictEqual(requested.length, 1)
      yield* TestClock.adjust("60 seconds")
      yield* webFetch({ url, start_index: 1, max_age: 60 })
      assert.strictEqual(requested.length, 2)
    }).pipe(Effect.provide(Layer.merge(layer, cache)))
  })
})

describe("an uncached page", () => {
  it.effect("is a failure", () => {
    const { requested, layer } = site((_, count) =>
      count === 1 ? WebError.make({ error: "http_error", status_code: 500 }) : {},
    )
    return Effect.gen(function* () {
      yield* Effect.flip(webFetch({ url }))
      assert.isFalse((yield* webFetch({ url })).cached)
      assert.lengthOf(requested, 2)
    }).pipe(Effect.provide(Layer.merge(layer, inMemory())))
  })

  it.effect.each([201, 202, 204, 205, 206, 300, 404, 410, 500])(
    "is an answer of %i, which is for one request",
    (status_code) => {
      const { requested, layer } = site(() => ({ status_code }))
      return Effect.gen(function* () {
        const pages = yield* Effect.all([webFetch({ url }), webFetch({ url })])
        assert.deepStrictEqual(
          pages.map((page) => [page.status_code, page.cached]),
          [
            [status_code, false],
            [status_code, false],
          ],
        )
        assert.lengthOf(requested, 2)
      }).pipe(Effect.provide(Layer.merge(layer, inMemory())))
    },
  )

  it.effect("is a part of a document, whatever its status", () => {
    const { requested, layer } = site(() => ({ reduced: [{ part: "bytes" }] }))
    return Effect.gen(function* () {
      assert.isTrue((yield* webFetch({ url })).truncated)
      assert.isFalse((yield* webFetch({ url })).cached)
      assert.lengthOf(requested, 2)
    }).pipe(Effect.provide(Layer.merge(layer, inMemory())))
  })

  it.effect("is a bot protection's wall", () => {
    const { requested, layer } = site(() => ({ obstacle: "challenge" }))
    return Effect.gen(function* () {
      yield* webFetch({ url })
      assert.isFalse((yield* webFetch({ url })).cached)
      assert.lengthOf(requested, 2)
    }).pipe(Effect.provide(Layer.merge(layer, inMemory())))
  })

  it.effect("is no complete answer, 200 or 203, nor one that only lacks what the reader left out", () => {
    const rows: ReadonlyArray<Row> = [{}, { status_code: 203 }, { reduced: [{ part: "links", read: 1, of: 2 }] }]
    return Effect.forEach(rows, (row) => {
      const { requested, layer } = site(() => row)
      return Effect.gen(function* () {
        yield* webFetch({ url })
        assert.isTrue((yield* webFetch({ url })).cached)
        assert.lengthOf(requested, 1)
      }).pipe(Effect.provide(Layer.merge(layer, Layer.fresh(inMemory()))))
    })
  })

  it.effect("is a page whose site forbids it, or one under a time to live of zero", () => {
    const { requested, layer } = site(() => ({ storable: false }))
    return Effect.gen(function* () {
      yield* webFetch({ url })
      yield* webFetch({ url })
      assert.lengthOf(requested, 2)
      const off = Layer.provideMerge(Layer.fresh(inMemory()), Settings.layer({ cache_ttl: "0 s" }))
      const other = site()
      yield* Effect.andThen(webFetch({ url }), webFetch({ url })).pipe(Effect.provide(Layer.merge(other.layer, off)))
      assert.lengthOf(other.requested, 2)
    }).pipe(Effect.provide(Layer.merge(layer, inMemory())))
  })
})

describe("a page that isn't fresh any more", () => {
  const validators = { url, etag: '"v1"', last_modified: "Sun, 06 Nov 1994 08:49:37 GMT" }

  it.effect("is revalidated, and fresh again if it is unchanged", () => {
    const { requested, layer } = site((request) =>
      request.validators === undefined ? { validators } : { unchanged: true },
    )
    return Effect.gen(function* () {
      yield* webFetch({ url })
      yield* TestClock.adjust("1 hour")
      const asked2 = yield* webFetch({ url })
      assert.deepStrictEqual([asked2.cached, asked2.content_md], [true, "version 1"])
      assert.deepStrictEqual(requested[1]?.validators, validators)
      yield* TestClock.adjust("59 minutes")
      assert.isTrue((yield* webFetch({ url })).cached)
      assert.lengthOf(requested, 2)
    }).pipe(Effect.provide(Layer.merge(layer, inMemory())))
  })

  it.effect("is replaced if it changed", () => {
    const { layer } = site(() => ({ validators }))
    return Effect.gen(function* () {
      yield* webFetch({ url })
      yield* TestClock.adjust("1 hour")
      const changed = yield* webFetch({ url })
      assert.deepStrictEqual([changed.cached, changed.content_md], [false, "version 2"])
    }).pipe(Effect.provide(Layer.merge(layer, inMemory())))
  })

  it.effect("is read again if it can't be revalidated, or after a day", () => {
    const { requested, layer } = site((_, count) => (count < 3 ? {} : { validators }))
    return Effect.gen(function* () {
      yield* webFetch({ url })
      yield* TestClock.adjust("1 hour")
      yield* webFetch({ url })
      yield* TestClock.adjust("1 hour")
      yield* webFetch({ url })
      yield* TestClock.adjust("25 hours")
      yield* webFetch({ url })
      assert.deepStrictEqual(
        requested.map((request) => request.validators),
        [undefined, undefined, undefined, undefined],
      )
    }).pipe(Effect.provide(Layer.merge(layer, inMemory())))
  })

  it.effect("is kept for another day only if it can be revalidated", () => {
    const { layer } = site((_, count) => (count === 1 ? {} : { validators }))
    const hours: Array<number | undefined> = []
    const noting = Layer.succeed(
      Persistence.BackingPersistence,
      Persistence.BackingPersistence.of({
        make: () =>
          Effect.succeed({
            get: () => Effect.undefined,
            getMany: () => Effect.die("unused"),
            set: (_key, _value, ttl) => Effect.sync(() => void hours.push(ttl && Duration.toHours(ttl))),
            setMany: () => Effect.die("unused"),
            remove: () => Effect.die("unused"),
            clear: Effect.die("unused"),
          }),
      }),
    )
    return Effect.gen(function* () {
      yield* webFetch({ url })
      yield* webFetch({ url: `${url}?later` })
      assert.deepStrictEqual(hours, [1, 25])
    }).pipe(Effect.provide(Layer.merge(layer, cacheOver(noting))))
  })

  it.effect("that another machine stored with a fast clock isn't fresh because of that", () => {
    const { requested, layer } = site(() => ({ validators }))
    return Effect.gen(function* () {
      const backing = yield* Layer.build(BoundedMemory.layer())
      const cache = () => Layer.fresh(PersistedAnswers.layerPages).pipe(Layer.provide(Layer.succeedContext(backing)))
      yield* TestClock.setTime(Duration.toMillis("1 day"))
      yield* webFetch({ url }).pipe(Effect.provide(cache()))
      yield* TestClock.setTime(0)
      yield* webFetch({ url }).pipe(Effect.provide(cache()))
      assert.deepStrictEqual(
        requested.map((request) => request.validators),
        [undefined, validators],
      )
    }).pipe(Effect.provide(layer))
  })

  it.effect("that is reported as unchanged without a conditional request is no page", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(webFetch({ url }))
      assert.strictEqual(error.error, "invalid_backend_response")
    }).pipe(
      Effect.provide(Layer.merge(Doubles.backend({ extract: () => Effect.succeed({ unchanged: true }) }), inMemory())),
    ),
  )
})

describe("the rules in force", () => {
  it.effect("apply to a hit: its URL, every URL that redirected to it, and its end", () => {
    const hops = ["https://first.example/", "https://second.example/"]
    const { requested, layer } = site(() => ({ redirected_from: hops, url: "https://end.example/" }))
    const under = (deny: string) => Effect.provide(Layer.orDie(Settings.layer({ deny_domains: deny })))
    return Effect.gen(function* () {
      yield* webFetch({ url: "https://first.example/" })
      assert.isTrue((yield* webFetch({ url: "https://first.example/" })).cached)
      const refused = yield* Effect.flip(webFetch({ url: "https://first.example/" }).pipe(under("first.example")))
      assert.strictEqual(refused.reason, "domain_not_allowed")
      assert.lengthOf(requested, 1)
      for (const denied of ["second.example", "end.example"]) {
        // Not from the cache: the backend is called again, and the refusal is that of a redirect there.
        const late = yield* Effect.flip(webFetch({ url: "https://first.example/" }).pipe(under(denied)))
        assert.deepInclude(late.wire, { error: "blocked_url", reason: "domain_not_allowed" })
      }
      assert.lengthOf(requested, 3)
    }).pipe(Effect.provide(Layer.merge(layer, inMemory())))
  })
})

describe("calls at the same time", () => {
  it.effect("share one download, and one token", () => {
    const { requested, layer } = site()
    const budget = RateLimitedBudget.layer.pipe(Layer.provide(RateLimiter.layerStoreMemory))
    return Effect.gen(function* () {
      const pages = yield* Effect.all(
        Array.from({ length: 100 }, () => webFetch({ url })),
        { concurrency: 100 },
      )
      assert.lengthOf(requested, 1)
      assert.strictEqual(new Set(pages.map(({ content_md }) => content_md)).size, 1)
      // 29 tokens are left of 30.
      yield* Effect.all(
        Array.from({ length: 29 }, (_, n) => webFetch({ url: `${url}/${n}` })),
        { concurrency: 29 },
      )
      assert.lengthOf(requested, 30)
    }).pipe(Effect.provide(Layer.mergeAll(layer, inMemory(), budget)))
  })

  it.effect("keep the shared download when its first caller is interrupted", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      let ended = 0
      const slow = Doubles.backend({
        extract: (request) =>
          Deferred.await(gate).pipe(
            Effect.as({ title: "T", url: request.url, content: "x", links: [], status_code: 200 }),
            Effect.onInterrupt(() => Effect.sync(() => ended++)),
          ),
      })
      yield* Effect.gen(function* () {
        const first = yield* Effect.forkChild(webFetch({ url }), { startImmediately: true })
        const second = yield* Effect.forkChild(webFetch({ url }), { startImmediately: true })
        yield* TestClock.adjust(1)
        yield* Fiber.interrupt(first)
        yield* TestClock.adjust(1)
        assert.strictEqual(ended, 0)
        yield* Deferred.succeed(gate, undefined)
        assert.strictEqual((yield* Fiber.join(second)).content_md, "x")
      }).pipe(Effect.provide(Layer.merge(slow, inMemory())))
      assert.strictEqual(ended, 0)
    }),
  )

  it.effect("end the download when the last of them leaves", () =>
    Effect.gen(function* () {
      let ended = 0
      const endless = Doubles.backend({
        extract: () => Effect.onInterrupt(Effect.never, () => Effect.sync(() => ended++)),
      })
      yield* Effect.gen(function* () {
        const calls = yield* Effect.forEach([1, 2, 3], () =>
          Effect.forkChild(webFetch({ url }), { startImmediately: true }),
        )
        yield* TestClock.adjust(1)
        for (const call of calls) yield* Fiber.interrupt(call)
        yield* TestClock.adjust(1)
        assert.strictEqual(ended, 1)
        // The next call can start.
        const next = yield* Effect.forkChild(webFetch({ url }), { startImmediately: true })
        yield* TestClock.adjust("20 seconds")
        assert.strictEqual((yield* Effect.flip(Fiber.join(next))).error, "timeout")
      }).pipe(Effect.provide(Layer.merge(endless, inMemory())))
    }),
  )

  it.effect("aren't joined to one that hangs beyond its own deadline", () => {
    const { requested, layer } = site((_, count) => (count === 1 ? {} : { content: "words" }))
    const hanging = Layer.effect(
      WebBackend.WebBackend,
      Effect.map(WebBackend.WebBackend, (backend) => ({
        ...backend,
        extract: (request: WebBackend.ExtractRequest) =>
          Effect.tap(backend.extract(request), () => (requested.length === 1 ? Effect.never : Effect.void)),
      })),
    ).pipe(Layer.provide(layer))
    return Effect.gen(function* () {
      const ends: Array<string> = []
      const start = (name: string) =>
        Effect.forkChild(
          Effect.map(Effect.exit(webFetch({ url })), (exit) =>
            ends.push(`${name} ${Exit.isSuccess(exit) ? exit.value.content_md : "timeout"}`),
          ),
          { startImmediately: true },
        )
      yield* start("first")
      yield* TestClock.adjust("10 seconds")
      yield* start("second")
      yield* start("stranger").pipe(as("stranger"))
      yield* TestClock.adjust("11 seconds")
      assert.sameMembers(ends, ["first timeout", "second words", "stranger words"])
      assert.lengthOf(requested, 2)
    }).pipe(Effect.provide(Layer.merge(hanging, inMemory())))
  })

  it.effect("of one conversation wait for one turn together", () => {
    const { requested, layer } = site()
    const budget = RateLimitedBudget.layer.pipe(Layer.provide(RateLimiter.layerStoreMemory))
    return Effect.gen(function* () {
      yield* Effect.forEach([1, 2, 3, 4, 5], (n) => webFetch({ url: `${url}/${n}` }))
      // A token comes every 12 seconds: the turn of a second call would come too late.
      const calls = yield* Effect.forEach([1, 2, 3], () =>
        Effect.forkChild(webFetch({ url }), { startImmediately: true }),
      )
      yield* TestClock.adjust("12 seconds")
      const pages = yield* Effect.forEach(calls, Fiber.join)
      assert.deepStrictEqual(
        pages.map(({ content_md }) => content_md),
        ["version 6", "version 6", "version 6"],
      )
      assert.lengthOf(requested, 6)
    }).pipe(
      Effect.provide(
        Layer.mergeAll(layer, inMemory(), budget).pipe(
          Layer.provideMerge(Layer.orDie(Settings.layer({ max_requests_per_minute: 5 }))),
        ),
      ),
    )
  })

  it.effect("that join have their own time, not the first one's remaining time", () => {
    // As HostLimit and Retry do: a wait of 5 s that ends after endsAt fails immediately.
    const layer = Doubles.backend({
      extract: (request) =>
        Effect.flatMap(Effect.all([Clock.currentTimeMillis, Deadline.Deadline]), ([now, { endsAt }]) =>
          Effect.andThen(
            // clock: TestClock decides
            Effect.sleep(500),
            endsAt - now < 5_000
              ? WebError.fail({ error: "rate_limited", retry_after: 5 })
              : Effect.succeed({ title: "T", url: request.url, content: "x", links: [], status_code: 200 }),
          ),
        ),
    })
    const turn = Layer.succeed(
      RequestBudget.RequestBudget,
      RequestBudget.RequestBudget.of({
        spend: Effect.flatMap(Conversation.Conversation, ({ id }) =>
          // clock: TestClock decides
          id === "poor" ? Effect.sleep("17 seconds") : Effect.void,
        ),
      }),
    )
    return Effect.gen(function* () {
      yield* Effect.forkChild(Effect.exit(webFetch({ url }).pipe(as("poor"))))
      yield* TestClock.adjust("17001 millis")
      const rich = yield* Effect.forkChild(Effect.exit(webFetch({ url }).pipe(as("rich"))))
      yield* TestClock.adjust("1 seconds")
      assert.isTrue(Exit.isSuccess(yield* Fiber.join(rich)))
    }).pipe(Effect.provide(Layer.mergeAll(layer, turn, inMemory())))
  })

  it.effect("don't wait for a download that another conversation pays", () => {
    const { requested, layer } = site()
    const budget = RateLimitedBudget.layer.pipe(Layer.provide(RateLimiter.layerStoreMemory))
    const one = Settings.layer({ max_requests_per_minute: 5 })
    return Effect.gen(function* () {
      yield* Effect.forEach([1, 2, 3, 4, 5], (n) => webFetch({ url: `${url}/${n}` }).pipe(as("poor")))
      const poor = yield* Effect.forkChild(webFetch({ url }).pipe(as("poor")), { startImmediately: true })
      yield* TestClock.adjust(1)
      assert.isFalse((yield* webFetch({ url }).pipe(as("rich"))).cached)
      assert.lengthOf(requested, 6)
      yield* TestClock.adjust("12 seconds")
      // Another call has read the page while this one waited for its token.
      assert.isTrue((yield* Fiber.join(poor)).cached)
      assert.lengthOf(requested, 6)
    }).pipe(Effect.provide(Layer.mergeAll(layer, inMemory(), budget).pipe(Layer.provideMerge(Layer.orDie(one)))))
  })

  it.effect("cost nothing if another conversation has paid, even to one with a spent budget", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const { requested, layer } = site()
      const slow = Layer.effect(
        WebBackend.WebBackend,
        Effect.map(WebBackend.WebBackend, (backend) => ({
          ...backend,
          extract: (request: WebBackend.ExtractRequest) =>
            Effect.tap(backend.extract(request), () => (request.url === url ? Deferred.await(gate) : Effect.void)),
        })),
      ).pipe(Layer.provide(layer))
      const budget = RateLimitedBudget.layer.pipe(Layer.provide(RateLimiter.layerStoreMemory))
      yield* Effect.gen(function* () {
        yield* webFetch({ url: `${url}/1` }).pipe(as("poor"))
        const rich = yield* Effect.forkChild(webFetch({ url }).pipe(as("rich")), { startImmediately: true })
        yield* TestClock.adjust(1)
        const poor = yield* Effect.forkChild(webFetch({ url }).pipe(as("poor")), { startImmediately: true })
        yield* TestClock.adjust(1)
        yield* Deferred.succeed(gate, undefined)
        const pages = [yield* Fiber.join(rich), yield* Fiber.join(poor)]
        assert.deepStrictEqual(
          pages.map(({ content_md }) => content_md),
          ["version 2", "version 2"],
        )
        assert.lengthOf(requested, 2)
      }).pipe(
        Effect.provide(
          Layer.mergeAll(slow, inMemory(), budget).pipe(Layer.provideMerge(Settings.layer({ max_uses: 1 }))),
        ),
      )
    }),
  )

  it.effect("share a refusal of the site that has one of our own codes", () => {
    const { requested, layer } = site(() => WebError.make({ error: "rate_limited", retry_after: 9 }))
    return Effect.gen(function* () {
      const ends = yield* Effect.all(
        Array.from({ length: 10 }, (_, n) => Effect.exit(webFetch({ url })).pipe(as(`conversation ${n}`))),
        { concurrency: 10 },
      )
      assert.isTrue(ends.every(Exit.isFailure))
      assert.lengthOf(requested, 1)
    }).pipe(Effect.provide(Layer.merge(layer, inMemory())))
  })

  it.effect("with other rules don't get a page that the first one may have", () => {
    const { layer } = site(() => ({ url: "https://denied.example/" }))
    return Effect.gen(function* () {
      const strict = webFetch({ url }).pipe(
        Effect.provide(Layer.orDie(Settings.layer({ deny_domains: "denied.example" }))),
      )
      const [lax, refused] = yield* Effect.all([Effect.exit(webFetch({ url })), Effect.exit(strict)], {
        concurrency: 2,
      })
      assert.deepStrictEqual([Exit.isSuccess(lax), Exit.isSuccess(refused)], [true, false])
    }).pipe(Effect.provide(Layer.merge(layer, inMemory())))
  })

  it.effect("start again after an abandoned one that ends slowly", () =>
    Effect.gen(function* () {
      const ended = yield* Deferred.make<void>()
      let requested = 0
      const slowToEnd = Doubles.backend({
        extract: (request) =>
          ++requested === 1
            ? Effect.onInterrupt(Effect.never, () => Deferred.await(ended))
            : Effect.succeed({ title: "T", url: request.url, content: "x", links: [], status_code: 200 }),
      })
      yield* Effect.gen(function* () {
        const first = yield* Effect.forkChild(webFetch({ url }), { startImmediately: true })
        yield* TestClock.adjust(1)
        yield* Fiber.interrupt(first)
        const second = yield* Effect.forkChild(webFetch({ url }), { startImmediately: true })
        yield* TestClock.adjust(1)
        assert.isDefined(second.pollUnsafe())
        assert.strictEqual((yield* Fiber.join(second)).content_md, "x")
      }).pipe(Effect.ensuring(Deferred.succeed(ended, undefined)), Effect.provide(Layer.merge(slowToEnd, inMemory())))
    }),
  )

  it.effect("aren't refused for another's site", () => {
    const { requested, layer } = site(({ within }) =>
      within === undefined ? {} : WebError.make({ error: "blocked_url", reason: "outside_site" }),
    )
    return Effect.gen(function* () {
      const [guide] = yield* Effect.fromResult(
        Site.readAll([{ name: "guide", baseUrl: "https://example.com/" }], yield* Settings.Settings),
      )
      const pinned = docsFetch(guide ?? assert.fail("no site"), { slug_or_url: url })
      const [refused, read] = yield* Effect.all([Effect.flip(pinned), webFetch({ url })], { concurrency: 2 })
      assert.deepStrictEqual([refused.reason, read.content_md], ["outside_site", "version 2"])
      assert.lengthOf(requested, 2)
    }).pipe(Effect.provide(Layer.merge(layer, inMemory())))
  })

  it.effect("of another conversation don't fail because of the first one's budget", () => {
    const { requested, layer } = site()
    return Effect.gen(function* () {
      yield* webFetch({ url: `${url}/1` }).pipe(as("poor"))
      const [poor, rich] = yield* Effect.all(
        [Effect.exit(webFetch({ url }).pipe(as("poor"))), Effect.exit(webFetch({ url }).pipe(as("rich")))],
        { concurrency: 2 },
      )
      assert.isTrue(Exit.isFailure(poor))
      assert.isTrue(Exit.isSuccess(rich))
      assert.lengthOf(requested, 2)
    }).pipe(
      Effect.provide(
        Layer.mergeAll(
          layer,
          inMemory(),
          RateLimitedBudget.layer.pipe(Layer.provide(RateLimiter.layerStoreMemory)),
        ).pipe(Layer.provideMerge(Settings.layer({ max_uses: 1 }))),
      ),
    )
  })
})

describe("a store", () => {
  const failing = new Persistence.PersistenceError({ message: "down" })
  const storeOf = (
    get: Effect.Effect<object | undefined, Persistence.PersistenceError>,
    set: Effect.Effect<void, Persistence.PersistenceError> = Effect.void,
  ) =>
    Layer.succeed(
      Persistence.BackingPersistence,
      Persistence.BackingPersistence.of({
        make: () =>
          Effect.succeed({
            get: () => get,
            getMany: () => Effect.die("unused"),
            set: () => set,
            setMany: () => Effect.die("unused"),
            remove: () => Effect.die("unused"),
            clear: Effect.die("unused"),
          }),
      }),
    )

  it.effect.each([
    ["is down", storeOf(Effect.fail(failing), Effect.fail(failing))],
    ["dies", storeOf(Effect.die(new Error("bug")), Effect.die(new Error("bug")))],
    ["holds garbage", storeOf(Effect.succeed({ nonsense: true }))],
    ["holds a list", storeOf(Effect.succeed([1, 2]))],
    [
      "holds another key's page",
      storeOf(
        Effect.succeed({
          key: "another",
          kept_at: 0,
          value: { title: "", url, content: "", links: [], status_code: 200, text_length: 0, redirected_from: [] },
        }),
      ),
    ],
    ["hangs", storeOf(Effect.never, Effect.never)],
  ] as const)("that %s costs a download, no more", ([, store]) => {
    const { requested, layer } = site()
    return Effect.gen(function* () {
      for (let count = 1; count <= 3; count++) {
        const call = yield* Effect.forkChild(webFetch({ url }))
        yield* TestClock.adjust("4 seconds")
        const page = yield* Fiber.join(call)
        assert.deepStrictEqual([page.cached, page.content_md], [false, `version ${count}`])
      }
      assert.lengthOf(requested, 3)
    }).pipe(Effect.provide(Layer.merge(layer, cacheOver(store))))
  })

  it.effect("that is slow to take a page never costs the page", () => {
    const backend = Doubles.backend({
      extract: (request) =>
        // clock: TestClock decides
        Effect.delay(
          Effect.succeed({ title: "T", url: request.url, content: "x", links: [], status_code: 200 }),
          "19600 millis",
        ),
    })
    return Effect.gen(function* () {
      const call = yield* Effect.forkChild(webFetch({ url }))
      yield* TestClock.adjust(1)
      yield* TestClock.adjust("19600 millis")
      yield* TestClock.adjust("200 millis")
      assert.strictEqual((yield* Fiber.join(call)).content_md, "x")
    }).pipe(Effect.provide(Layer.merge(backend, cacheOver(storeOf(Effect.undefined, Effect.never)))))
  })

  it.effect("that doesn't answer leaves a short call the time to request the site", () => {
    const { layer } = site()
    return Effect.gen(function* () {
      const call = yield* Effect.forkChild(webFetch({ url }))
      yield* TestClock.adjust("999 millis")
      assert.strictEqual((yield* Fiber.join(call)).content_md, "version 1")
    }).pipe(
      Effect.provide(
        Layer.merge(layer, cacheOver(storeOf(Effect.never, Effect.never))).pipe(
          Layer.provideMerge(Layer.orDie(Settings.layer({ fetch_timeout: "1 s" }))),
        ),
      ),
    )
  })

  it.effect("that hangs isn't called again and again", () => {
    let requested = 0
    const hanging = storeOf(
      Effect.andThen(
        Effect.sync(() => requested++),
        Effect.never,
      ),
      Effect.never,
    )
    return Effect.gen(function* () {
      const call = yield* Effect.forkChild(webFetch({ url }))
      yield* TestClock.adjust("4 seconds")
      yield* Fiber.join(call)
      const before = requested
      // No call waits for anything any more.
      yield* webFetch({ url })
      yield* webFetch({ url })
      assert.strictEqual(requested, before)
      yield* TestClock.adjust("10 seconds")
      const later = yield* Effect.forkChild(webFetch({ url }))
      yield* TestClock.adjust("4 seconds")
      yield* Fiber.join(later)
      assert.isAbove(requested, before)
    }).pipe(Effect.provide(Layer.merge(site().layer, cacheOver(hanging))))
  })
})

it.effect("without a cache every page costs a request", () => {
  const { requested, layer } = site()
  const budget = RateLimitedBudget.layer.pipe(Layer.provide(RateLimiter.layerStoreMemory))
  return Effect.gen(function* () {
    yield* webFetch({ url })
    assert.strictEqual((yield* Effect.flip(webFetch({ url }))).error, "budget_exceeded")
    assert.lengthOf(requested, 1)
  }).pipe(Effect.provide(Layer.merge(layer, budget).pipe(Layer.provideMerge(Settings.layer({ max_uses: 1 })))))
})

it.effect("without a cache every page is read again", () => {
  const { requested, layer } = site()
  return Effect.gen(function* () {
    assert.strictEqual(yield* AnswerCache.PageCache, AnswerCache.noPages)
    yield* webFetch({ url })
    yield* webFetch({ url })
    assert.lengthOf(requested, 2)
  }).pipe(Effect.provide(layer))
})
