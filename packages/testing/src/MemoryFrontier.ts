/** A `Frontier` in memory, for tests of what visits pages. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Frontier } from "@porthole/core"

/** A host that the frontiers of several jobs may share. Times are in milliseconds since the epoch. */
export interface Host {
  readonly name: string
  /** When it may be visited. */
  readyAt: number
  /** When the current lease ends. */
  endsAt: number
  /** The fencing number of the last lease. */
  fence: number
  owner: string | undefined
  /** Until when a visit outside of a turn goes first. */
  wantedUntil: number
}

/** What the frontier of one of several jobs shares, and its bounds. */
export interface Options {
  /** The hosts of all jobs, by name. Default: this job's own. */
  readonly hosts?: Map<string, Host>
  /** Maximum number of items. Default: no bound. */
  readonly most?: number
  /** Whether the job has ended: then no host is leased, and no item is added. Default: it goes on. */
  readonly hasEnded?: () => boolean
}

/** An empty frontier. */
export const layer: Layer.Layer<Frontier.Frontier> = Layer.sync(Frontier.Frontier, () => make())

/** A host that nobody has visited, which is added to the hosts if it isn't there. */
export const hostOf = (hosts: Map<string, Host>, name: string): Host => {
  const known = hosts.get(name)
  if (known !== undefined) return known
  const host = { name, readyAt: 0, endsAt: 0, fence: 0, owner: undefined, wantedUntil: 0 }
  hosts.set(name, host)
  return host
}

/** The service of {@link layer}. */
export const make = (options: Options = {}): Frontier.Frontier["Service"] => {
  const state = new State(options)
  return Frontier.Frontier.of({
    add: (items) => Effect.sync(() => items.filter((item) => state.add(item)).length),
    lease: (owner, ttl) => Effect.map(Clock.currentTimeMillis, (now) => state.lease(owner, now, ttl)),
    renew: (lease, ttl) =>
      held(state, lease, (host, now) => {
        host.readyAt = now + ttl
        host.endsAt = now + ttl
      }),
    take: (lease, { count, pace }) =>
      held(state, lease, (host, now) => {
        host.readyAt = Math.max(host.readyAt, now + pace)
        return state.take(lease, count)
      }),
    settle: (lease, settlements) => held(state, lease, () => settlements.forEach((one) => state.settle(one))),
    release: (lease, { notes, wait }) =>
      held(state, lease, (host, now) => {
        host.readyAt = now + wait
        host.owner = undefined
        state.notes.set(host.name, notes)
      }),
    nextVisit: Effect.map(Clock.currentTimeMillis, (now) =>
      Option.map(Option.fromUndefinedOr(state.next()), ({ readyAt }) => Math.max(0, readyAt - now)),
    ),
    counts: Effect.sync(() => state.counts()),
    settled: (after, count) =>
      Effect.sync(() => {
        const all = state.settled().filter(({ position }) => position > after)
        return all.toSorted((a, b) => a.position - b.position).slice(0, count)
      }),
    find: (key) => Effect.sync(() => Option.fromUndefinedOr(state.settled().find((item) => item.key === key))),
    retry: (reason) => Effect.sync(() => state.retry(reason)),
  })
}

// --- private --------------------------------------------------------------------------

interface Entry {
  readonly item: Frontier.Item
  attempts: number
  /** The fencing number under which it was taken. */
  takenBy: number
  /** Its place among those of its host that wait. */
  place: number
  outcome: Frontier.Outcome | undefined
  position: number
}

/** Runs a step of a lease's owner, unless the lease is lost. */
const held = <A>(
  state: State,
  { fence, host: name, owner }: Frontier.Lease,
  step: (host: Host, now: number) => A,
): Effect.Effect<A, Frontier.FrontierError> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const host = state.hosts.get(name)
    return host === undefined || host.fence !== fence || host.owner !== owner || host.endsAt <= now
      ? Effect.fail(new Frontier.FrontierError({ reason: "lost" }))
      : Effect.sync(() => step(host, now))
  })

class State {
  readonly hosts: Map<string, Host>
  readonly notes = new Map<string, Frontier.Lease["notes"]>()
  readonly #entries = new Map<string, Entry>()
  readonly #most: number
  readonly #hasEnded: () => boolean
  #last = 0

  constructor({ hasEnded = () => false, hosts = new Map(), most = Infinity }: Options) {
    this.hosts = hosts
    this.#most = most
    this.#hasEnded = hasEnded
  }

  add({ outcome, ...item }: Frontier.Item & { readonly outcome?: Frontier.Outcome | undefined }): boolean {
    if (this.#entries.has(item.key) || this.#entries.size >= this.#most || this.#hasEnded()) return false
    const place = ++this.#last
    this.#entries.set(item.key, { item, attempts: 0, takenBy: 0, place, outcome, position: place })
    hostOf(this.hosts, item.host)
    return true
  }

  lease(owner: string, now: number, ttl: number): Option.Option<Frontier.Lease> {
    const host = this.#ready().find(({ wantedUntil }) => wantedUntil <= now)
    if (host === undefined || host.readyAt > now) return Option.none()
    host.fence++
    host.owner = owner
    host.readyAt = now + ttl
    host.endsAt = now + ttl
    const { fence, name } = host
    const notes = this.notes.get(name)
    return Option.some({ owner, host: name, fence, ...(notes === undefined ? {} : { notes }) })
  }

  take({ fence, host }: Frontier.Lease, count: number): ReadonlyArray<Frontier.Taken> {
    const taken = this.#waiting()
      .filter(({ item, takenBy }) => item.host === host && takenBy !== fence)
      .slice(0, count)
    for (const entry of taken) entry.takenBy = fence
    return taken.map(({ attempts, item }) => Object.assign({ attempts }, item))
  }

  settle(settlement: Frontier.Settlement): void {
    const entry = this.#entries.get(settlement.key)
    if (entry === undefined) return
    if ("outcome" in settlement) {
      entry.outcome = settlement.outcome
      entry.position = ++this.#last
    } else {
      entry.attempts = settlement.attempts
      entry.place = ++this.#last
    }
  }

  settled(): ReadonlyArray<Frontier.Settled> {
    return Array.from(this.#entries.values()).flatMap(({ item, outcome, position }) =>
      outcome === undefined ? [] : [{ ...item, ...outcome, position }],
    )
  }

  retry(reason: string | undefined): number {
    const failed = Array.from(this.#entries.values()).filter(
      ({ outcome }) => outcome?.failure !== undefined && (reason === undefined || outcome.failure === reason),
    )
    for (const entry of failed) Object.assign(entry, { outcome: undefined, attempts: 0, takenBy: 0 })
    return failed.length
  }

  counts(): Frontier.Counts {
    const settled = this.settled()
    const failed: Record<string, number> = {}
    for (const { failure } of settled) if (failure !== undefined) failed[failure] = (failed[failure] ?? 0) + 1
    const waiting = this.#waiting()
    return {
      waiting: waiting.length,
      done: settled.filter(({ failure }) => failure === undefined).length,
      failed,
      hosts: new Set(waiting.map(({ item }) => item.host)).size,
    }
  }

  /** The host with waiting items that may be visited first. */
  next(): Host | undefined {
    return this.#ready()[0]
  }

  /** The hosts with waiting items, in the order in which they may be visited. */
  #ready(): ReadonlyArray<Host> {
    if (this.#hasEnded()) return []
    const names = new Set(this.#waiting().map(({ item }) => item.host))
    const hosts = Array.from(names, (name) => hostOf(this.hosts, name))
    return hosts.toSorted((a, b) => a.readyAt - b.readyAt)
  }

  #waiting(): ReadonlyArray<Entry> {
    const waiting = Array.from(this.#entries.values()).filter(({ outcome }) => outcome === undefined)
    return waiting.toSorted((a, b) => a.place - b.place)
  }
}
