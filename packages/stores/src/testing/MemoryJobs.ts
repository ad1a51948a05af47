/**
 * A `JobStore` in memory, for tests of what submits jobs and of what does them. Its time is that of the test's clock.
 * It meets `JobStoreSuite`, and nothing of it outlives the process.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { Frontier } from "@porthole/core"
import { MemoryFrontier } from "@porthole/testing"
import * as JobStore from "../JobStore.ts"

/** Provides an empty store. */
export const layer: Layer.Layer<never> = Layer.sync(JobStore.JobStore, () => make())

/** The service of {@link layer}. */
export const make = (): JobStore.JobStoreShape => {
  const jobs = new Jobs()
  const ofJob = <A>(name: JobStore.Name, step: (kept: Kept, now: number) => A) =>
    atNow((now) => Option.map(Option.fromUndefinedOr(jobs.find(name, now)), (kept) => step(kept, now)))
  return {
    create: (job) => Effect.flatMap(Clock.currentTimeMillis, (now) => create(jobs, job, now)),
    find: (name) =>
      Effect.flatMap(
        ofJob(name, (kept) => kept),
        Option.match({ onNone: () => Effect.succeedNone, onSome: (kept) => Effect.asSome(described(kept)) }),
      ),
    results: (name, range) =>
      Effect.flatMap(
        ofJob(name, (kept) => kept),
        Option.match({ onNone: () => Effect.succeedNone, onSome: (kept) => Effect.asSome(resultsOf(kept, range)) }),
      ),
    end: (name, state, note = "") => Effect.asVoid(ofJob(name, (kept, now) => end(kept, now, state, note))),
    remove: (name) => Effect.asVoid(ofJob(name, (kept) => jobs.remove(kept))),
    note: (name, note) =>
      Effect.asVoid(
        ofJob(name, (kept) => {
          if (kept.state === "running") kept.note = note
        }),
      ),
    next: (worker) => Effect.flatMap(Clock.currentTimeMillis, (now) => next(jobs, worker, now)),
    rest: (name, wait) =>
      Effect.asVoid(
        ofJob(name, (kept, now) => {
          kept.readyAt = now + wait
        }),
      ),
    wake: (name, wait) =>
      Effect.asVoid(
        ofJob(name, (kept, now) => {
          kept.readyAt = Math.min(kept.readyAt, now + wait)
        }),
      ),
    permit: (host, times) => permit(MemoryFrontier.hostOf(jobs.hosts, host), times),
    // Fetches of one process share no rights.
    giveWay: () => Effect.succeed(0),
    frontier: (name) => frontierOf(jobs, name),
    running: Effect.flatMap(
      atNow((now) => jobs.all(now).filter(({ state }) => state === "running")),
      (running) => Effect.forEach(running.slice(0, 1_000), described),
    ),
  }
}

// --- private --------------------------------------------------------------------------

interface Kept {
  readonly job: JobStore.NewJob
  readonly id: string
  readonly created: number
  readonly frontier: Frontier.Frontier["Service"]
  state: JobStore.State
  note: string
  ended: number | undefined
  expires: number | undefined
  /** When it may have a turn, and the number of its last one. */
  readyAt: number
  turn: number
  /** The worker of a crawl, and until when. */
  holder: string | undefined
  heldUntil: number
}

/** For how many ms a crawl belongs to the worker that had its last turn. */
const hold = 30_000

/** The longest wait that a worker is told, in ms. */
const longest = 1_000

const atNow = <A>(step: (now: number) => A): Effect.Effect<A> => Effect.map(Clock.currentTimeMillis, step)

class Jobs {
  readonly hosts = new Map<string, MemoryFrontier.Host>()
  readonly #jobs = new Map<string, Kept>()
  #turns = 0

  add(kept: Kept): void {
    this.#jobs.set(kept.id, kept)
  }

  /** The jobs that haven't expired. */
  all(now: number): ReadonlyArray<Kept> {
    for (const [id, { expires }] of this.#jobs) if (expires !== undefined && expires <= now) this.#jobs.delete(id)
    return Array.from(this.#jobs.values())
  }

  find({ id, tenant }: JobStore.Name, now: number): Kept | undefined {
    return this.all(now).find((kept) => kept.id === id && kept.job.tenant === tenant)
  }

  remove({ id, state }: Kept): void {
    if (state !== "running") this.#jobs.delete(id)
  }

  /** Those that run: of the tenant whose last turn is the longest time ago first, and so of its jobs. */
  inTurn(now: number): ReadonlyArray<Kept> {
    const running = this.all(now).filter(({ state }) => state === "running")
    const lastOf = (tenant: string) => Math.max(...running.map(({ job, turn }) => (job.tenant === tenant ? turn : 0)))
    return running.toSorted((a, b) => lastOf(a.job.tenant) - lastOf(b.job.tenant) || a.turn - b.turn)
  }

  take(kept: Kept): void {
    kept.turn = ++this.#turns
  }
}

const create = Effect.fnUntraced(function* (
  jobs: Jobs,
  job: JobStore.NewJob,
  now: number,
): Effect.fn.Return<JobStore.Job, JobStore.JobStoreError> {
  const kept = jobs.all(now).filter(({ job: { tenant } }) => tenant === job.tenant)
  if (kept.filter(({ state }) => state === "running").length >= job.maxRunning)
    return yield* JobStore.tooManyRun(job.maxRunning)
  const first = Math.min(...kept.map(({ expires }) => expires ?? Infinity), now + 86_400_000)
  if (kept.length >= job.maxKept) return yield* JobStore.tooManyKept(job.maxKept, first - now)
  const { hosts } = jobs
  const added: Kept = {
    job,
    id: crypto.randomUUID(),
    created: now,
    frontier: MemoryFrontier.make({ hosts, most: job.most, hasEnded: () => added.state !== "running" }),
    state: "running",
    note: "",
    ended: undefined,
    expires: undefined,
    readyAt: now,
    turn: 0,
    holder: undefined,
    heldUntil: 0,
  }
  yield* Effect.orDie(added.frontier.add(job.items))
  jobs.add(added)
  return yield* described(added)
})

const described = Effect.fnUntraced(function* (kept: Kept) {
  const { created, ended, expires, id, job, note, state } = kept
  const { kind, most, request, tenant } = job
  const counts = yield* Effect.orDie(kept.frontier.counts)
  const settled = yield* Effect.orDie(kept.frontier.settled(0, Infinity))
  const bytes = settled.reduce((sum, one) => sum + bytesOf(one), 0)
  return { tenant, id, kind, request, state, created, ended, expires, note, bytes, most, counts }
})

const resultsOf = (kept: Kept, range: JobStore.Range) =>
  Effect.zipWith(described(kept), Effect.orDie(kept.frontier.settled(range.after, Infinity)), (job, settled) => ({
    job,
    items: within(settled, range),
  }))

const bytesOf = ({ failure, result }: Frontier.Settled): number =>
  new TextEncoder().encode(JSON.stringify({ failure, result })).length

/** The first ones of the range. */
const within = (
  settled: ReadonlyArray<Frontier.Settled>,
  { bytes, count, isFailed = false }: JobStore.Range,
): ReadonlyArray<Frontier.Settled> => {
  let sum = 0
  return settled
    .filter(({ failure }) => !isFailed || failure !== undefined)
    .slice(0, count)
    .filter((one, at) => (sum += bytesOf(one)) <= bytes || at === 0)
}

const end = (kept: Kept, now: number, state: JobStore.State, note: string): void => {
  if (kept.state !== "running") return
  if (note !== "") kept.note = note
  Object.assign(kept, { state, ended: now, expires: now + kept.job.keep })
}

const next = Effect.fnUntraced(function* (jobs: Jobs, worker: string, now: number): Effect.fn.Return<JobStore.Next> {
  let wait = longest
  for (const kept of jobs.inTurn(now)) {
    if (kept.readyAt > now) {
      wait = Math.min(wait, kept.readyAt - now)
      continue
    }
    const { waiting } = yield* Effect.orDie(kept.frontier.counts)
    if (waiting === 0) {
      end(kept, now, "done", "")
      continue
    }
    if (kept.job.kind === "crawl") {
      if (kept.holder !== undefined && kept.holder !== worker && kept.heldUntil > now) continue
      Object.assign(kept, { holder: worker, heldUntil: now + hold })
    }
    jobs.take(kept)
    return { job: yield* described(kept) }
  }
  return { wait }
})

/** The frontier of a job; each step fails if the job isn't known. */
const frontierOf = (jobs: Jobs, name: JobStore.Name): Frontier.Frontier["Service"] => {
  const use = <A>(step: (frontier: Frontier.Frontier["Service"]) => Effect.Effect<A, Frontier.FrontierError>) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const kept = jobs.find(name, now)
      return kept === undefined
        ? Effect.fail(new Frontier.FrontierError({ reason: "damaged" }))
        : Effect.suspend(() => step(kept.frontier))
    })
  return Frontier.Frontier.of({
    add: (items) => use(({ add }) => add(items)),
    lease: (owner, ttl) => use(({ lease }) => lease(owner, ttl)),
    renew: (held, ttl) => use(({ renew }) => renew(held, ttl)),
    take: (held, options) => use(({ take }) => take(held, options)),
    settle: (held, settlements) => use(({ settle }) => settle(held, settlements)),
    release: (held, options) => use(({ release }) => release(held, options)),
    nextVisit: use(({ nextVisit }) => nextVisit),
    counts: use(({ counts }) => counts),
    settled: (after, count) => use(({ settled }) => settled(after, count)),
    find: (key) => use(({ find }) => find(key)),
    retry: (reason) => use(({ retry }) => retry(reason)),
  })
}

/** Holds a host until the scope ends, and returns until when a request may be sent. */
const permit = (
  host: MemoryFrontier.Host,
  { rest, ttl }: { readonly rest: number; readonly ttl: number },
): Effect.Effect<number, never, Scope.Scope> =>
  Effect.acquireRelease(
    leaseOf(host, ttl),
    ({ fence }) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        if (host.fence !== fence || host.endsAt <= now) return
        host.owner = undefined
        host.readyAt = now + rest
      }),
    { interruptible: true },
  ).pipe(Effect.map(({ endsAt }) => endsAt))

/** Waits until the host is free, and returns the fencing number and the end of the lease. */
const leaseOf = Effect.fnUntraced(function* (host: MemoryFrontier.Host, ttl: number) {
  for (;;) {
    const now = yield* Clock.currentTimeMillis
    if (host.readyAt <= now) {
      Object.assign(host, { owner: crypto.randomUUID(), readyAt: now + ttl, endsAt: now + ttl, wantedUntil: 0 })
      return { fence: ++host.fence, endsAt: now + ttl }
    }
    host.wantedUntil = now + 2_000
    yield* Effect.sleep(Math.min(poll, host.readyAt - now))
  }
})

const poll = 200
