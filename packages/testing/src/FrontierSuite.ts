/** The contract of `Frontier`, for every adapter. Each case begins with an empty frontier. */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { Frontier } from "@porthole/core"
import * as Contract from "./Contract.ts"

/**
 * The cases over a frontier; `layer` makes an empty one at each use. `pass` lets milliseconds pass: it adjusts the
 * test's clock, or moves the times that a server with a clock of its own keeps.
 */
export const cases = (
  layer: Layer.Layer<Frontier.Frontier, Frontier.FrontierError>,
  pass: (ms: number) => Effect.Effect<void>,
): ReadonlyArray<Contract.Case> =>
  requirements.map(({ name, of }) => ({
    name,
    run: Frontier.Frontier.use((frontier) => of(frontier, pass)).pipe(
      Effect.provide(layer),
      Effect.catchTag("FrontierError", (error) =>
        Effect.fail(new Contract.BrokenContract({ message: `${name}: unexpected ${error.message}` })),
      ),
      Effect.asVoid,
    ),
  }))

// --- private --------------------------------------------------------------------------

type Service = Frontier.Frontier["Service"]

interface Requirement {
  readonly name: string
  readonly of: (
    frontier: Service,
    pass: (ms: number) => Effect.Effect<void>,
  ) => Effect.Effect<unknown, Frontier.FrontierError | Contract.BrokenContract>
}

const requirement = (name: string, of: Requirement["of"]): Requirement => ({ name, of })

const item = (host: string, path: string): Frontier.Item => ({
  key: `https://${host}/${path}`,
  url: `https://${host}/${path}`,
  host,
})

/** In ms. An adapter whose server has its own clock must not reach it while a busy machine stands still. */
const ttl = 600_000

const leaseOf = (frontier: Service, owner = "one"): Effect.Effect<Frontier.Lease, LeaseFailure> =>
  Effect.flatMap(
    frontier.lease(owner, ttl),
    Option.match({
      onNone: () => Effect.fail(new Contract.BrokenContract({ message: "a host that is ready can't be leased" })),
      onSome: (lease) => Effect.succeed(lease),
    }),
  )
type LeaseFailure = Frontier.FrontierError | Contract.BrokenContract

const takeFrom = (frontier: Service, lease: Frontier.Lease, count = 10) =>
  Effect.map(frontier.take(lease, { count, pace: 0 }), (taken) => taken.map(({ key }) => key))

const done = ({ key }: { readonly key: string }, result: string): Frontier.Settlement => ({ key, outcome: { result } })

const failed = ({ key }: { readonly key: string }, failure: string): Frontier.Settlement => ({
  key,
  outcome: { failure },
})

const expectLost = (effect: Effect.Effect<unknown, Frontier.FrontierError>, what: string) =>
  Effect.flatMap(Effect.result(effect), (result) =>
    Contract.expectEqual(Result.isFailure(result) ? result.failure.reason : "a success", "lost", what),
  )

const [a1, a2, a3] = [item("a.example", "1"), item("a.example", "2"), item("a.example", "3")]
const b1 = item("b.example", "1")

const requirements: ReadonlyArray<Requirement> = [
  requirement("adds each key once, and keeps an item's data", (frontier) =>
    Effect.gen(function* () {
      const added = [yield* frontier.add([a1, a2, a1]), yield* frontier.add([a2, { ...a3, data: { id: 7 } }])]
      yield* Contract.expectEqual(added, [2, 1], "numbers of new items")
      const counts = { waiting: 3, done: 0, failed: {}, hosts: 1 }
      yield* Contract.expectEqual(yield* frontier.counts, counts, "the counts")
      const taken = yield* frontier.take(yield* leaseOf(frontier), { count: 10, pace: 0 })
      yield* Contract.expectEqual(taken.at(2)?.data, { id: 7 }, "the data")
      const [first] = taken
      const plain = [first?.key, first?.url, first?.host, first?.attempts, first !== undefined && "data" in first]
      yield* Contract.expectEqual(plain, [a1.key, a1.url, a1.host, 0, false], "an item without data")
    }),
  ),
  requirement("leases a host to one owner, and each host in its turn", (frontier) =>
    Effect.gen(function* () {
      yield* frontier.add([a1, a2, b1])
      const hosts = [yield* leaseOf(frontier, "one"), yield* leaseOf(frontier, "two")].map(({ host }) => host)
      yield* Contract.expectEqual(hosts.toSorted(), ["a.example", "b.example"], "two hosts")
      yield* Contract.expect(Option.isNone(yield* frontier.lease("three", ttl)), "no third lease")
    }),
  ),
  requirement("takes items in order, each once under a lease", (frontier) =>
    Effect.gen(function* () {
      yield* frontier.add([a1, a2, a3])
      const lease = yield* leaseOf(frontier)
      const taken = [
        yield* takeFrom(frontier, lease, 2),
        yield* takeFrom(frontier, lease),
        yield* takeFrom(frontier, lease),
      ]
      yield* Contract.expectEqual(taken, [[a1.key, a2.key], [a3.key], []], "the items")
    }),
  ),
  requirement("leases a host again after its wait, with its notes and a higher fencing number", (frontier, pass) =>
    Effect.gen(function* () {
      yield* frontier.add([a1, a2])
      const first = yield* leaseOf(frontier)
      yield* takeFrom(frontier, first, 1)
      yield* frontier.settle(first, [done(a1, "text")])
      yield* frontier.release(first, { wait: ttl, notes: { failures: 2 } })
      yield* Contract.expect(Option.isNone(yield* frontier.lease("one", ttl)), "no lease before the wait is over")
      const wait = Option.getOrUndefined(yield* frontier.nextVisit) ?? -1
      yield* Contract.expect(wait > 0 && wait <= ttl, `the next visit is due within the wait, not in ${wait} ms`)
      yield* pass(ttl)
      const second = yield* leaseOf(frontier)
      yield* Contract.expectEqual([second.notes, second.fence > first.fence], [{ failures: 2 }, true], "the lease")
      yield* Contract.expectEqual(yield* takeFrom(frontier, second), [a2.key], "what waits")
    }),
  ),
  requirement("keeps outcomes in the order of settling, and leases no host without waiting items", (frontier) =>
    Effect.gen(function* () {
      yield* frontier.add([a1, { ...a2, data: "b" }, { ...a3, outcome: { result: "known" } }])
      const lease = yield* leaseOf(frontier)
      yield* takeFrom(frontier, lease)
      yield* frontier.settle(lease, [failed(a2, "timeout"), done(a1, "text")])
      yield* frontier.release(lease, { wait: 0 })
      const settled = yield* frontier.settled(0, 10)
      const outcomes = settled.map(({ key, failure, result }) => [key, failure ?? null, result ?? null])
      const expected = [
        [a3.key, null, "known"],
        [a2.key, "timeout", null],
        [a1.key, null, "text"],
      ]
      yield* Contract.expectEqual(outcomes, expected, "the outcomes")
      const after = yield* frontier.settled(settled[1]?.position ?? 0, 1)
      yield* Contract.expectEqual(
        after.map(({ key }) => key),
        [a1.key],
        "those after a position",
      )
      const found = Option.getOrUndefined(yield* frontier.find(a2.key))
      yield* Contract.expectEqual([found?.failure, found?.data], ["timeout", "b"], "the one of a key")
      yield* Contract.expect(Option.isNone(yield* frontier.find(b1.key)), "none of an unknown key")
      const counts = { waiting: 0, done: 2, failed: { timeout: 1 }, hosts: 0 }
      yield* Contract.expectEqual(yield* frontier.counts, counts, "the counts")
      const none = [Option.isNone(yield* frontier.lease("one", ttl)), Option.isNone(yield* frontier.nextVisit)]
      yield* Contract.expectEqual(none, [true, true], "nothing to visit")
    }),
  ),
  requirement("lets an item wait again with its attempts, after its host's others", (frontier) =>
    Effect.gen(function* () {
      yield* frontier.add([a1, a2])
      const first = yield* leaseOf(frontier)
      yield* takeFrom(frontier, first, 1)
      yield* frontier.settle(first, [{ key: a1.key, attempts: 2 }])
      yield* frontier.release(first, { wait: 0 })
      const taken = yield* frontier.take(yield* leaseOf(frontier), { count: 10, pace: 0 })
      const attempts = taken.map(({ attempts, key }) => [key, attempts])
      yield* Contract.expectEqual(
        attempts,
        [
          [a2.key, 0],
          [a1.key, 2],
        ],
        "the items",
      )
    }),
  ),
  requirement("gives a lost owner's items to the next one, and writes nothing of the lost one's", (frontier, pass) =>
    Effect.gen(function* () {
      yield* frontier.add([a1, a2])
      const lost = yield* leaseOf(frontier, "one")
      yield* takeFrom(frontier, lost, 1)
      yield* pass(ttl)
      yield* expectLost(frontier.settle(lost, [done(a1, "late")]), "settling under a lease that has ended")
      const next = yield* leaseOf(frontier, "two")
      yield* Contract.expectEqual(yield* takeFrom(frontier, next), [a1.key, a2.key], "what the next owner takes")
      yield* expectLost(frontier.settle(lost, [done(a1, "late")]), "settling")
      yield* expectLost(frontier.take(lost, { count: 1, pace: 0 }), "taking")
      yield* expectLost(frontier.renew(lost, ttl), "renewing")
      yield* expectLost(frontier.release(lost, { wait: 0 }), "releasing")
      yield* frontier.settle(next, [done(a1, "right")])
      const found = Option.getOrUndefined(yield* frontier.find(a1.key))
      yield* Contract.expectEqual(found?.result, "right", "the result")
    }),
  ),
  requirement("keeps a renewed lease, and the pace of an owner that goes away", (frontier, pass) =>
    Effect.gen(function* () {
      yield* frontier.add([a1])
      const lease = yield* leaseOf(frontier, "one")
      yield* pass(ttl / 2)
      yield* frontier.renew(lease, ttl)
      yield* pass(ttl / 2)
      yield* frontier.take(lease, { count: 1, pace: 2 * ttl })
      yield* pass(ttl)
      yield* Contract.expect(Option.isNone(yield* frontier.lease("two", ttl)), "no visit before the pace")
      yield* pass(ttl)
      yield* Contract.expect(Option.isSome(yield* frontier.lease("two", ttl)), "a visit after it")
    }),
  ),
  requirement("lets failed items of a reason wait again, once", (frontier) =>
    Effect.gen(function* () {
      yield* frontier.add([a1, a2, a3])
      const lease = yield* leaseOf(frontier)
      yield* takeFrom(frontier, lease)
      yield* frontier.settle(lease, [failed(a1, "timeout"), failed(a2, "http_error"), done(a3, "text")])
      yield* frontier.release(lease, { wait: 0 })
      const retried = [yield* frontier.retry("timeout"), yield* frontier.retry("timeout"), yield* frontier.retry()]
      yield* Contract.expectEqual(retried, [1, 0, 1], "their numbers")
      const taken = yield* takeFrom(frontier, yield* leaseOf(frontier))
      yield* Contract.expectEqual(taken.toSorted(), [a1.key, a2.key], "what waits")
    }),
  ),
]
