/** Tests the visits over a frontier in memory and hosts that are functions: pace, rests, failures, and the end. */
import { assert, describe, it } from "@effect/vitest"
import { Frontier, HostPace, type Visits, type WebError } from "@porthole/core"
import { MemoryFrontier } from "@porthole/testing"
import { Clock, Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { run } from "../src/index.ts"

/** An answer of a simulated host: how long it takes, and what it is. */
interface Answer extends Visits.Visited {
  readonly took?: number
  /** Whether the trouble is that of another host, to which this one redirects. */
  readonly isElsewhere?: boolean
}

const page: Answer = { outcome: { result: "page" } }
const errors: Readonly<Record<Visits.Rest["kind"], WebError.Wire>> = {
  refused: { error: "rate_limited" },
  down: { error: "http_error", reason: "target_unreachable" },
  failing: { error: "timeout" },
}
const failing = (kind: Visits.Rest["kind"], retryAfter?: number): Answer => ({
  outcome: { failure: kind },
  error: { ...errors[kind], ...(retryAfter === undefined ? {} : { retry_after: retryAfter / 1_000 }) },
})

interface Request {
  readonly key: string
  readonly host: string
  readonly at: number
}

/** A job over hosts that answer by a function of the item and the number of its attempt. */
const job = (
  answer: (item: Frontier.Item, attempt: number) => Answer,
  more: Partial<Visits.Options<never, never>> = {},
) => {
  const requests: Array<Request> = []
  const settled = new Map<string, Frontier.Outcome>()
  const rests: Array<Visits.Rest> = []
  const underWay = new Map<string, number>()
  let most = 0
  const visit = (item: Frontier.Taken) =>
    Effect.gen(function* () {
      const attempt = requests.filter(({ key }) => key === item.key).length
      const startedAt = yield* Clock.currentTimeMillis
      requests.push({ key: item.key, host: item.host, at: startedAt })
      underWay.set(item.host, (underWay.get(item.host) ?? 0) + 1)
      most = Math.max(most, underWay.get(item.host) ?? 0)
      const { isElsewhere = false, took = 100, ...visited } = answer(item, attempt)
      // clock: the test's
      yield* Effect.sleep(took)
      underWay.set(item.host, (underWay.get(item.host) ?? 0) - 1)
      const { onVisit } = yield* HostPace.HostPace
      const hasAnswered = visited.error === undefined || isElsewhere
      const demanded = item.host === "slow.example" ? 5_000 : 0
      yield* onVisit?.({ host: item.host, startedAt, took, demanded, hasAnswered }) ?? Effect.void
      return visited
    })
  const options: Visits.Options<never, never> = {
    visit,
    giveUp: (_, other) => ({ failure: `${other.failure}, not visited` }),
    onSettled: ({ key, outcome }) => Effect.sync(() => void settled.set(key, outcome)),
    onRest: (rest) => Effect.sync(() => void rests.push(rest)),
    concurrency: 1,
    interval: 1_000,
    ...more,
  }
  const startsAt = (host: string) => requests.filter((one) => one.host === host).map(({ at }) => at)
  return { options, requests, rests, settled, startsAt, most: () => most }
}

const items = (host: string, count: number): ReadonlyArray<Frontier.Item> =>
  Array.from({ length: count }, (_, at) => {
    const url = `https://${host}/${at}`
    return { key: url, url, host }
  })

/** Runs a job to its end by the test's clock; `minutes` bound it. */
const finish = (
  options: Visits.Options<never, never>,
  added: ReadonlyArray<Frontier.Item>,
  { layer = MemoryFrontier.layer, minutes = 60 }: { layer?: Layer.Layer<Frontier.Frontier>; minutes?: number } = {},
) =>
  Effect.gen(function* () {
    const frontier = yield* Frontier.Frontier
    yield* frontier.add(added)
    const fiber = yield* Effect.forkChild(run(options))
    for (let tick = 0; tick < minutes * 60 && fiber.pollUnsafe() === undefined; tick++)
      yield* TestClock.adjust("1 second")
    yield* Fiber.join(fiber)
    return yield* frontier.counts
  }).pipe(Effect.provide(layer))

const distances = (times: ReadonlyArray<number>) => times.slice(1).map((time, at) => time - (times[at] ?? 0))

describe("visits", () => {
  it.effect("begin an interval apart at a host, one at a time, and at other hosts meanwhile", () =>
    Effect.gen(function* () {
      const { most, options, requests, startsAt } = job(() => page)
      const counts = yield* finish(options, [...items("a.example", 5), ...items("b.example", 5)])
      assert.deepStrictEqual(counts, { waiting: 0, done: 10, failed: {}, hosts: 0 })
      for (const host of ["a.example", "b.example"])
        assert.isTrue(distances(startsAt(host)).every((distance) => distance >= 1_000))
      assert.isBelow(requests.at(-1)?.at ?? Infinity, 10_000)
      assert.strictEqual(most(), 1)
    }),
  )

  it.effect("keep the distance that a site demands, and leave a slow host as much rest as it took", () =>
    Effect.gen(function* () {
      const { options, startsAt } = job(({ host }) => ({ ...page, took: host === "late.example" ? 4_000 : 100 }))
      yield* finish(options, [...items("slow.example", 4), ...items("late.example", 4)])
      assert.isTrue(distances(startsAt("slow.example")).every((distance) => distance >= 5_000))
      assert.isTrue(distances(startsAt("late.example")).every((distance) => distance >= 8_000))
    }),
  )

  it.effect("are as many at a host as it may have, and one that waits in the transport", () =>
    Effect.gen(function* () {
      const { most, options } = job(() => page, { concurrency: 4, interval: 0 })
      const counts = yield* finish(options, items("a.example", 100))
      assert.strictEqual(counts.done, 100)
      assert.strictEqual(most(), 5)
    }),
  )

  it.effect(
    "are more while hosts don't answer, but not while their pages are being read, however long that takes",
    () =>
      Effect.gen(function* () {
        const mostAtOnce = Effect.fnUntraced(function* (times: { readonly request: number; readonly reading: number }) {
          let [underWay, most] = [0, 0]
          const visit = ({ host }: Frontier.Taken) =>
            Effect.gen(function* () {
              most = Math.max(most, ++underWay)
              const { permit } = yield* HostPace.HostPace
              // clock: the test's
              const request = Effect.andThen(permit?.(host, 0) ?? Effect.void, Effect.sleep(times.request))
              yield* Effect.orDie(Effect.scoped(request))
              // clock: the test's
              yield* Effect.sleep(times.reading)
              underWay--
              return page
            })
          const added = Array.from({ length: 100 }, (_, at) => items(`h${at}.example`, 1)).flat()
          assert.strictEqual((yield* finish(job(() => page, { visit }).options, added)).done, 100)
          return most
        })
        assert.strictEqual(yield* mostAtOnce({ request: 10_000, reading: 100 }), 64)
        assert.strictEqual(yield* mostAtOnce({ request: 100, reading: 10_000 }), 16)
      }),
  )

  it.effect("end before a lease does that can't be renewed, and begin anew", () =>
    Effect.gen(function* () {
      const frontier = MemoryFrontier.make()
      const { options, settled, startsAt } = job((_, attempt) => ({ ...page, took: attempt === 0 ? 90_000 : 100 }))
      const deaf = Layer.succeed(Frontier.Frontier, { ...frontier, renew: () => Effect.never })
      yield* finish(options, items("a.example", 1), { layer: deaf })
      assert.lengthOf(Array.from(settled), 1)
      // The lease was given back at its end, so that the host needn't wait for longer.
      const [distance = 0] = distances(startsAt("a.example"))
      assert.isTrue(distance >= 50_000 && distance < 60_000)
    }),
  )

  it.effect("send a request whose pace is longer than a lease, which is renewed meanwhile", () =>
    Effect.gen(function* () {
      const rights: Array<number> = []
      const visit = ({ host }: Frontier.Taken) =>
        Effect.gen(function* () {
          const { permit } = yield* HostPace.HostPace
          const right = permit?.(host, 60_000) ?? Effect.die("no permit")
          // clock: the test's
          yield* Effect.sleep(60_000)
          rights.push((yield* Effect.orDie(Effect.scoped(right))) - (yield* Clock.currentTimeMillis))
          return page
        })
      const fiber = yield* Effect.forkChild(finish(job(() => page, { visit }).options, items("a.example", 1)))
      yield* TestClock.adjust("2 minutes")
      assert.lengthOf(rights, 1)
      assert.isAbove(rights[0] ?? 0, 0)
      yield* Fiber.join(fiber)
    }),
  )

  it.effect("send nothing under a lease that has ended while the process was frozen", () =>
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      let frozen = 0
      const nowUnsafe = () => clock.currentTimeMillisUnsafe() + frozen
      const jumping: Clock.Clock = {
        currentTimeMillisUnsafe: nowUnsafe,
        currentTimeMillis: Effect.sync(nowUnsafe),
        currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe(),
        currentTimeNanos: clock.currentTimeNanos,
        monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
        monotonicTimeNanos: clock.monotonicTimeNanos,
        // clock: the test's
        sleep: (duration) => clock.sleep(duration),
      }
      const sent: Array<number> = []
      let visits = 0
      const visit = (item: Frontier.Taken) =>
        Effect.gen(function* () {
          const number = ++visits
          // clock: the test's
          yield* Effect.sleep(100)
          frozen = 75_000
          const { permit } = yield* HostPace.HostPace
          yield* Effect.orDie(Effect.scoped(permit?.(item.host, 0) ?? Effect.die("no permit")))
          sent.push(number)
          return page
        })
      const { options } = job(() => page, { visit })
      const frontier = MemoryFrontier.make()
      yield* frontier.add(items("a.example", 1))
      const fiber = yield* run(options).pipe(
        Effect.provideService(Frontier.Frontier, frontier),
        Effect.provideService(Clock.Clock, jumping),
        Effect.forkChild,
      )
      yield* TestClock.adjust("30 seconds")
      yield* Fiber.join(fiber)
      // Only under a lease of its own.
      assert.deepStrictEqual(sent, [2])
    }),
  )

  it.effect("wait as long as a refusal says, and then go on", () =>
    Effect.gen(function* () {
      const { options, rests, settled, startsAt } = job(({ key }, attempt) =>
        key.endsWith("/1") && attempt === 0 ? failing("refused", 90_000) : page,
      )
      const counts = yield* finish(options, items("a.example", 4))
      assert.strictEqual(counts.done, 4)
      assert.deepStrictEqual(Array.from(settled.keys()).at(-1), "https://a.example/1")
      assert.deepStrictEqual(rests, [{ host: "a.example", wait: 90_000, kind: "refused" }])
      assert.isTrue(distances(startsAt("a.example")).some((distance) => distance >= 90_000))
    }),
  )

  it.effect("try a failing page three times, after its host's others", () =>
    Effect.gen(function* () {
      const { options, requests, settled } = job(({ key }) => (key.endsWith("/0") ? failing("failing") : page))
      const counts = yield* finish(options, items("a.example", 10))
      assert.deepStrictEqual([counts.done, counts.failed], [9, { failing: 1 }])
      assert.lengthOf(requests, 12)
      assert.deepStrictEqual(settled.get("https://a.example/0"), { failure: "failing" })
    }),
  )

  it.effect("try a page that its host resets three times, and don't wait for the host", () =>
    Effect.gen(function* () {
      const { options, rests, startsAt } = job(({ key }) => (key.endsWith("/0") ? failing("down") : page))
      const counts = yield* finish(options, items("a.example", 5), { minutes: 1 })
      assert.deepStrictEqual([counts.done, counts.failed], [4, { down: 1 }])
      assert.isAtMost(startsAt("a.example").length, 4 + 4)
      assert.isTrue(rests.every(({ wait }) => wait <= 10_000))
    }),
  )

  it.effect("don't give a host up, nor leave it alone for long, for what redirects lead to", () =>
    Effect.gen(function* () {
      const kinds = ["refused", "down", "failing"] as const
      const { options, rests, startsAt } = job(({ key }) => {
        const at = Number(key.split("/").at(-1))
        return at < 9
          ? { ...failing(kinds[at % 3] ?? "down", at === 0 ? 86_400_000 : undefined), isElsewhere: true }
          : page
      })
      const counts = yield* finish(options, items("doi.example", 12), { minutes: 2 })
      assert.deepStrictEqual([counts.done, counts.failed], [3, { refused: 3, down: 3, failing: 3 }])
      assert.deepStrictEqual(rests, [])
      assert.lengthOf(startsAt("doi.example"), 3 + 1 + 8 * 3)
    }),
  )

  it.effect("come back to a page for as long as other jobs visit the host to which it redirects", () =>
    Effect.gen(function* () {
      const busy: Answer = { ...failing("refused", 10_000), isElsewhere: true, isPostponed: true }
      const { options, startsAt } = job((_, attempt) => (attempt < 5 ? busy : page))
      const counts = yield* finish(options, items("doi.example", 1), { minutes: 2 })
      assert.deepStrictEqual([counts.done, counts.failed], [1, {}])
      assert.isTrue(distances(startsAt("doi.example")).every((distance) => distance >= 10_000))
    }),
  )

  it.effect("don't blame a host for other jobs at the one where its page is read", () =>
    Effect.gen(function* () {
      const busy: Answer = { ...failing("refused", 10_000), isPostponed: true }
      const { options, rests, startsAt } = job((_, attempt) => (attempt < 5 ? busy : page))
      const counts = yield* finish(options, items("code.example", 1), { minutes: 2 })
      assert.deepStrictEqual([counts.done, counts.failed, rests], [1, {}, []])
      assert.isTrue(distances(startsAt("code.example")).every((distance) => distance < 12_000))
    }),
  )

  it.effect("give a host up that never answers, and go on with one that is down for ten minutes", () =>
    Effect.gen(function* () {
      const { options, requests, settled, startsAt } = job(({ host, key }, _) => {
        const isDown = host === "dead.example" || (requests.length > 4 && (requests.at(-1)?.at ?? 0) < 600_000)
        return isDown && !key.endsWith("/first") ? failing("down") : page
      })
      const counts = yield* finish(options, [...items("a.example", 50), ...items("dead.example", 50)])
      assert.deepStrictEqual(counts, { waiting: 0, done: 50, failed: { down: 1, "down, not visited": 49 }, hosts: 0 })
      assert.isBelow(startsAt("dead.example").length, 10)
      assert.isBelow(startsAt("a.example").length, 70)
      assert.strictEqual(settled.size, 100)
    }),
  )

  it.effect("give up a host that refuses for hours, at once if it says so", () =>
    Effect.gen(function* () {
      const { options, startsAt } = job(({ host }) =>
        failing("refused", host === "day.example" ? 86_400_000 : undefined),
      )
      const counts = yield* finish(options, [...items("a.example", 5), ...items("day.example", 5)], { minutes: 200 })
      assert.deepStrictEqual(counts.failed, { refused: 2, "refused, not visited": 8 })
      assert.lengthOf(startsAt("day.example"), 1)
      assert.isBelow(startsAt("a.example").length, 40)
    }),
  )

  it.effect("end with those under way when they are stopped, and the next run goes on", () =>
    Effect.gen(function* () {
      const layer = Layer.succeed(Frontier.Frontier, MemoryFrontier.make())
      const stop = yield* Deferred.make<void>()
      const first = job(({ key }) => {
        if (key.endsWith("/3")) Deferred.doneUnsafe(stop, Effect.void)
        return page
      })
      const counts = yield* finish({ ...first.options, stop: Deferred.await(stop) }, items("a.example", 10), { layer })
      assert.deepStrictEqual([counts.done, counts.waiting], [4, 6])
      const second = job(() => page)
      assert.strictEqual((yield* finish(second.options, [], { layer })).done, 10)
      assert.lengthOf(second.requests, 6)
    }),
  )

  it.effect("leave what another owner has taken over", () =>
    Effect.gen(function* () {
      const frontier = MemoryFrontier.make()
      const lost = new Frontier.FrontierError({ reason: "lost" })
      let failures = 1
      const once: Frontier.Frontier["Service"] = {
        ...frontier,
        settle: (...all) => (failures-- > 0 ? Effect.fail(lost) : frontier.settle(...all)),
      }
      const { options, settled } = job(() => page)
      yield* finish(options, items("a.example", 2), { layer: Layer.succeed(Frontier.Frontier, once) })
      assert.strictEqual(settled.size, 2)
    }),
  )

  it.effect("end with the frontier's failure", () =>
    Effect.gen(function* () {
      const full = new Frontier.FrontierError({ reason: "full" })
      const broken = { ...MemoryFrontier.make(), settle: () => Effect.fail(full) }
      const { options } = job(() => page)
      const ended = finish(options, items("a.example", 2), { layer: Layer.succeed(Frontier.Frontier, broken) })
      assert.strictEqual((yield* Effect.flip(ended)).message, full.message)
    }),
  )
})
