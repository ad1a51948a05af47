/** The contract of `JobStore`, for every store of jobs. Each case begins with an empty one. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type { Frontier } from "@porthole/core"
import { Contract } from "@porthole/testing"
import type * as JobStore from "../JobStore.ts"
import { batch, item, turn } from "./SampleJobs.ts"

/** The suite's input. */
export interface JobStoreFixture {
  /** Opens an empty store at each run. */
  readonly open: Effect.Effect<JobStore.JobStoreShape, JobStore.JobStoreError, Scope.Scope>
  /** Lets milliseconds pass: it adjusts the test's clock, or moves the times that a server with its own clock keeps. */
  readonly pass: (ms: number) => Effect.Effect<void>
}

/** The cases. */
export const cases = ({ open, pass }: JobStoreFixture): ReadonlyArray<Contract.Case> =>
  requirements.map(({ name, of }) => ({
    name,
    run: Effect.flatMap(open, (jobs) => of(jobs, pass)).pipe(
      Effect.scoped,
      Effect.catchTags({
        FrontierError: ({ message }) => unexpected(name, message),
        JobStoreError: ({ message }) => unexpected(name, message),
      }),
      Effect.asVoid,
    ),
  }))

// --- private --------------------------------------------------------------------------

type Store = JobStore.JobStoreShape
type Failure = JobStore.JobStoreError | Frontier.FrontierError | Contract.BrokenContract

interface Requirement {
  readonly name: string
  readonly of: (jobs: Store, pass: (ms: number) => Effect.Effect<void>) => Effect.Effect<unknown, Failure, Scope.Scope>
}

const requirement = (name: string, of: Requirement["of"]): Requirement => ({ name, of })

const unexpected = (name: string, message: string) =>
  Effect.fail(new Contract.BrokenContract({ message: `${name}: unexpected ${message}` }))

const ttl = 60_000

const found = Effect.fnUntraced(function* (jobs: Store, name: JobStore.Name) {
  const job = Option.getOrUndefined(yield* jobs.find(name))
  return job ?? (yield* new Contract.BrokenContract({ message: "the job isn't known" }))
})

const results = Effect.fnUntraced(function* (jobs: Store, name: JobStore.Name, range: JobStore.Range) {
  const found = Option.getOrUndefined(yield* jobs.results(name, range))
  return found?.items ?? (yield* new Contract.BrokenContract({ message: "the job isn't known" }))
})

const expectRefused = (
  effect: Effect.Effect<JobStore.Job, JobStore.JobStoreError>,
  reason: JobStore.Reason,
): Effect.Effect<number, Contract.BrokenContract> =>
  Effect.matchEffect(effect, {
    onSuccess: () => Effect.fail(new Contract.BrokenContract({ message: "a job was taken" })),
    onFailure: (error) => Effect.as(Contract.expectEqual(error.reason, reason, "the reason"), error.retryAfter ?? 0),
  })

/** A job of its tenant. */
const owned: ReadonlyArray<Requirement> = [
  requirement("keeps a job until it is done, and its results by position", (jobs) =>
    Effect.gen(function* () {
      const { id } = yield* jobs.create(batch("a:b", ["one.example", "two.example"]))
      yield* turn(jobs)
      const running = yield* found(jobs, { tenant: "a:b", id })
      const counts = { waiting: 1, done: 1, failed: {}, hosts: 1 }
      yield* Contract.expectEqual([running.state, running.note], ["running", ""], "the state")
      yield* Contract.expectEqual(running.counts, counts, "the counts")
      yield* Contract.expect(running.bytes > 0, "the results have bytes")
      yield* Contract.expectEqual(yield* jobs.running, [running], "the jobs that run")
      yield* turn(jobs)
      yield* Contract.expect((yield* jobs.next("worker")).job === undefined, "no turn without waiting items")
      const done = yield* found(jobs, running)
      yield* Contract.expectEqual([done.state, done.request, done.most], ["done", running.request, 100], "the job")
      yield* Contract.expectEqual(done.expires, (done.ended ?? 0) + 60_000, "the expiry")
      yield* Contract.expectEqual(yield* jobs.running, [], "the jobs that run")
      const one = yield* results(jobs, done, { after: 0, count: 9, bytes: 1 })
      const both = yield* results(jobs, done, { after: 0, count: 9, bytes: 9_999 })
      const last = yield* results(jobs, done, { after: both[0]?.position ?? 0, count: 1, bytes: 9_999 })
      const texts = [one, both, last].map((all) => all.map(({ key }) => key))
      const keys = [item("one.example").key, item("two.example").key]
      yield* Contract.expectEqual(texts, [keys.slice(0, 1), keys, keys.slice(1)], "the results")
    }),
  ),
  requirement("knows no job of another tenant, and changes none", (jobs) =>
    Effect.gen(function* () {
      const own = yield* jobs.create(batch("a", ["one.example", "two.example"]))
      yield* turn(jobs)
      for (const foreign of [
        { tenant: "b", id: own.id },
        { tenant: "", id: own.id },
        { tenant: "a", id: "unknown" },
      ]) {
        yield* Contract.expect(Option.isNone(yield* jobs.find(foreign)), "no job")
        const range = { after: 0, count: 9, bytes: 9_999 }
        yield* Contract.expect(Option.isNone(yield* jobs.results(foreign, range)), "no results")
        yield* jobs.end(foreign, "cancelled")
        yield* jobs.note(foreign, "foreign")
        const added = yield* Effect.result(jobs.frontier(foreign).add([item("three.example")]))
        yield* Contract.expectEqual(
          added._tag === "Failure" ? added.failure.reason : "added",
          "damaged",
          "nothing is added",
        )
      }
      const after = yield* found(jobs, own)
      yield* Contract.expectEqual([after.state, after.note, after.counts.waiting], ["running", "", 1], "the job")
    }),
  ),
  requirement("ends a job: no host is leased, nothing is added, and a page under way is kept", (jobs) =>
    Effect.gen(function* () {
      const job = yield* jobs.create(batch("a", ["one.example", "two.example"]))
      const frontier = jobs.frontier(job)
      const lease = yield* leaseOf(frontier)
      const taken = yield* frontier.take(lease, { count: 1, pace: 0 })
      yield* jobs.note(job, "So far.")
      yield* Contract.expectEqual((yield* found(jobs, job)).note, "So far.", "the note")
      yield* jobs.end(job, "cancelled", "Enough.")
      yield* jobs.end(job, "done", "Too late.")
      yield* jobs.note(job, "Too late.")
      const ended = yield* found(jobs, job)
      yield* Contract.expectEqual([ended.state, ended.note], ["cancelled", "Enough."], "the job")
      yield* Contract.expect(Option.isNone(yield* frontier.lease("other", ttl)), "no host is leased")
      yield* Contract.expectEqual(yield* frontier.add([item("three.example")]), 0, "what is added")
      yield* frontier.settle(
        lease,
        taken.map(({ key }) => ({ key, outcome: { failure: "timeout" } })),
      )
      const { counts } = yield* found(jobs, job)
      yield* Contract.expectEqual(counts.failed, { timeout: 1 }, "the failures")
    }),
  ),
  requirement("lists failed items by position, of all reasons", (jobs) =>
    Effect.gen(function* () {
      const hosts = ["1.example", "2.example", "3.example", "4.example"]
      const job = yield* jobs.create(batch("a", hosts))
      const frontier = jobs.frontier(job)
      const reasons = ["timeout", "http_404", undefined, "timeout"]
      const keys: Array<string> = []
      for (const failure of reasons) {
        const lease = yield* leaseOf(frontier)
        const taken = yield* frontier.take(lease, { count: 1, pace: 0 })
        yield* frontier.settle(
          lease,
          taken.map(({ key }) => ({ key, outcome: failure === undefined ? {} : { failure } })),
        )
        yield* frontier.release(lease, { wait: 0 })
        keys.push(...taken.flatMap(({ key }) => (failure === undefined ? [] : [key])))
      }
      const range = { after: 0, count: 2, bytes: 9_999, isFailed: true }
      const first = yield* results(jobs, job, range)
      const rest = yield* results(jobs, job, { ...range, after: first[1]?.position ?? 0 })
      const listed = [...first, ...rest].map(({ failure, key }) => [key, failure])
      yield* Contract.expectEqual(
        listed,
        keys.map((key, at) => [key, ["timeout", "http_404", "timeout"][at]]),
        "the failures",
      )
    }),
  ),
  requirement("removes a job that has ended, and none that runs", (jobs) =>
    Effect.gen(function* () {
      const job = yield* jobs.create(batch("a", ["one.example", "two.example"], { maxKept: 1 }))
      yield* turn(jobs)
      const lease = yield* leaseOf(jobs.frontier(job))
      yield* jobs.remove(job)
      yield* Contract.expectEqual((yield* found(jobs, job)).state, "running", "the state")
      yield* jobs.end(job, "cancelled")
      yield* jobs.remove({ ...job, tenant: "b" })
      yield* Contract.expectEqual((yield* found(jobs, job)).state, "cancelled", "the state")
      yield* jobs.remove(job)
      yield* jobs
        .frontier(job)
        .release(lease, { wait: 0, notes: { failures: 1 } })
        .pipe(Effect.ignore)
      yield* Contract.expect(Option.isNone(yield* jobs.find(job)), "it is forgotten")
      const left = yield* jobs.results(job, { after: 0, count: 9, bytes: 9_999 })
      yield* Contract.expect(Option.isNone(left), "so are its results")
      yield* jobs.create(batch("a", ["one.example"], { maxKept: 1 }))
    }),
  ),
  requirement("forgets a job when it expires", (jobs, pass) =>
    Effect.gen(function* () {
      const job = yield* jobs.create(batch("a", ["one.example"], { keep: 1, maxKept: 1 }))
      yield* jobs.end(job, "cancelled")
      yield* pass(50)
      yield* Contract.expect(Option.isNone(yield* jobs.find(job)), "it is forgotten")
      const left = yield* jobs.results(job, { after: 0, count: 9, bytes: 9_999 })
      yield* Contract.expect(Option.isNone(left), "so are its results, which doesn't mean that it has no more")
      yield* jobs.create(batch("a", ["one.example"], { maxKept: 1 }))
    }),
  ),
]

const leaseOf = Effect.fnUntraced(function* (frontier: Frontier.Frontier["Service"]) {
  const lease = Option.getOrUndefined(yield* frontier.lease("worker", ttl))
  return lease ?? (yield* new Contract.BrokenContract({ message: "a host that is ready can't be leased" }))
})

/** Bounds of a tenant and of a job. */
const bounded: ReadonlyArray<Requirement> = [
  requirement("bounds the jobs of a tenant that run, and not those of another", (jobs) =>
    Effect.gen(function* () {
      const create = (tenant: string) => jobs.create(batch(tenant, ["one.example"], { maxRunning: 1 }))
      const first = yield* create("a")
      yield* Contract.expect((yield* expectRefused(create("a"), "limit")) > 0, "it says when to try again")
      yield* create("b")
      yield* jobs.end(first, "cancelled")
      yield* create("a")
    }),
  ),
  requirement("bounds the jobs of a tenant that are kept, until the first one expires", (jobs) =>
    Effect.gen(function* () {
      const create = () => jobs.create(batch("a", ["one.example"], { maxKept: 1 }))
      yield* jobs.end(yield* create(), "cancelled")
      const wait = yield* expectRefused(create(), "limit")
      yield* Contract.expect(wait > 30 && wait <= 60, `it says when the first one expires, not ${wait} s`)
    }),
  ),
  requirement("bounds the items of a job", (jobs) =>
    Effect.gen(function* () {
      const job = yield* jobs.create(batch("a", ["one.example"], { most: 2 }))
      const added = yield* jobs.frontier(job).add([item("two.example"), item("three.example")])
      yield* Contract.expectEqual(added, 1, "the number of new items")
    }),
  ),
]

/** Whose turn it is. */
const turns: ReadonlyArray<Requirement> = [
  requirement("gives tenants turns, and the jobs of each", (jobs) =>
    Effect.gen(function* () {
      const hosts = ["1.example", "2.example", "3.example", "4.example"]
      yield* jobs.create(batch("many", hosts))
      yield* jobs.create(
        batch(
          "many",
          hosts.map((host) => `more.${host}`),
        ),
      )
      yield* jobs.create(batch("few", ["few.example", "few.test"]))
      const taken = yield* Effect.forEach([1, 2, 3, 4], () => turn(jobs))
      const many = taken.flatMap((one) => (one?.job.tenant === "many" ? [one.job.id] : []))
      yield* Contract.expectEqual([many.length, new Set(many).size], [2, 2], "the turns and jobs of one tenant")
    }),
  ),
  requirement("gives a crawl to one worker", (jobs, pass) =>
    Effect.gen(function* () {
      yield* jobs.create(batch("a", ["1.example", "2.example"], { kind: "crawl" }))
      const first = yield* turn(jobs, "first")
      yield* Contract.expectEqual(yield* turn(jobs, "second"), undefined, "the turn of another worker")
      yield* pass(300)
      yield* Contract.expectEqual((yield* turn(jobs, "first"))?.job.id, first?.job.id, "the crawl of the first one")
    }),
  ),
  requirement("rests a job, and wakes it earlier", (jobs, pass) =>
    Effect.gen(function* () {
      const job = yield* jobs.create(batch("a", ["1.example"]))
      yield* jobs.rest(job, 60_000)
      const { wait } = yield* jobs.next("worker")
      yield* Contract.expect(wait !== undefined && wait > 0, "it has no turn while it rests")
      yield* jobs.wake(job, 0)
      yield* jobs.wake(job, 60_000)
      yield* pass(1)
      yield* Contract.expectEqual((yield* jobs.next("worker")).job?.id, job.id, "the job that was woken")
    }),
  ),
  requirement("leases a host to one of two jobs", (jobs) =>
    Effect.gen(function* () {
      const [one, two] = [
        yield* jobs.create(batch("a", ["shared.example"])),
        yield* jobs.create(batch("b", ["shared.example", "other.example"])),
      ]
      const lease = yield* leaseOf(jobs.frontier(one))
      const other = yield* leaseOf(jobs.frontier(two))
      yield* Contract.expectEqual([lease.host, other.host], ["shared.example", "other.example"], "the hosts")
      yield* Contract.expect(Option.isNone(yield* jobs.frontier(two).lease("worker", ttl)), "no third lease")
    }),
  ),
  requirement("lets a visit outside of a turn go first, and nobody beside it", (jobs, pass) =>
    Effect.gen(function* () {
      const job = yield* jobs.create(batch("a", ["one.example", "two.example"]))
      const frontier = jobs.frontier(job)
      const lease = yield* leaseOf(frontier)
      const waiting = yield* Effect.forkChild(
        Effect.scoped(
          Effect.andThen(jobs.permit(lease.host, { ttl, rest: 0 }), Effect.option(frontier.lease("other", ttl))),
        ),
      )
      yield* pass(300)
      yield* frontier.release(lease, { wait: 0 })
      yield* pass(300)
      const beside = Option.getOrUndefined(Option.flatten(yield* Fiber.join(waiting)))
      yield* Contract.expectEqual(beside?.host, "two.example", "the host that is leased beside it")
      yield* pass(300)
      yield* Contract.expectEqual((yield* leaseOf(frontier)).host, "one.example", "the host that is free again")
    }),
  ),
]

const requirements: ReadonlyArray<Requirement> = [...owned, ...bounded, ...turns]
