/**
 * The queue of DNS look-ups, which keeps one tenant's names from holding another's.
 *
 * A look-up occupies a thread until the system answers, and can't be cancelled. So no tenant gets every thread: it may
 * start a look-up only while fewer of its own are under way than threads are free, and each of its conversations only
 * while it has fewer than half as many (`Share` of the kernel). Of eight threads the first tenant gets four at most,
 * the second two, the third one, and one is free for a fourth.
 *
 * A thread in reserve for nobody is lost. So a tenant's only conversation has no bound of its own, and of a pool of at
 * most {@link fewThreads} the only tenant may use all: a second tenant's first look-up may then wait for a thread.
 *
 * Tenants take turns, so do the conversations of one tenant, and each conversation's names keep their order. All
 * callers share a name that is being looked up.
 */
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import { Bound, type BoundedMap, Conversation, type FairQueue, Settings, type Share, WebError } from "@porthole/core"

/** The addresses of a host. */
export type Addresses = ReadonlyArray<string>

/** Starts a look-up, and calls back once, when its thread is free again. */
export type Lookup = (host: string, onAnswer: (answer: Exit.Exit<Addresses, WebError.WebError>) => void) => void

/** Shortest timeout of a look-up. The deadline of the call bounds the wait for a free thread before it. */
export const lookupTimeout = Duration.seconds(5)

/** The error after a look-up's timeout, a quarter of a fetch and {@link lookupTimeout} at least. */
export const tooLong = WebError.make({
  error: "timeout",
  message: "Resolving the host name took too long. Try once more, or use another page.",
})

/** A pool with at most this many threads keeps none for a second tenant that wasn't seen within a minute. */
export const fewThreads = 3

/** Resolves a host for the current `Conversation`. */
export type LookupQueue = (host: string) => Effect.Effect<Addresses, WebError.WebError>

/** Makes a queue in front of `lookup`, of which at most `threads` are under way. */
export const make = (threads: number, lookup: Lookup): LookupQueue => {
  const queue = emptyQueue(threads, lookup)
  return (host) =>
    Effect.flatMap(Effect.all([Conversation.Conversation, Clock.Clock]), ([caller, clock]) =>
      Effect.acquireUseRelease(
        Effect.sync(() => {
          queue.clock = clock
          return join(queue, host, caller)
        }),
        answerOf,
        (name) => Effect.sync(() => leave(queue, name)),
      ),
    )
}

// --- private --------------------------------------------------------------------------

interface Queue {
  readonly threads: number
  readonly lookup: Lookup
  /** The time of the last caller. */
  clock: Clock.Clock | undefined
  readonly share: Share.Share
  /** The tenants with names that wait, whose turns they are. */
  readonly waiting: FairQueue.FairQueue<Tenant>
  readonly underWay: Map<string, Name>
  readonly tenants: BoundedMap.BoundedMap<Tenant>
}

/** A tenant's look-ups: its conversations' shares, and their names that wait for a thread. */
interface Tenant {
  readonly id: string
  readonly share: Share.Share
  readonly names: FairQueue.FairQueue<Name>
}

/** A host that waits for a thread, or is being looked up, for the callers of one conversation. */
interface Name {
  readonly host: string
  readonly tenant: Tenant
  readonly conversation: string
  readonly started: Deferred.Deferred<void>
  readonly answer: Deferred.Deferred<Addresses, WebError.WebError>
  /** The number of callers that wait for its thread. */
  callers: number
}

const emptyQueue = (threads: number, lookup: Lookup): Queue => {
  const queue: Queue = {
    threads,
    lookup,
    clock: undefined,
    share: Bound.share(
      "DNS look-ups",
      { capacity: threads, perFree: 1, allIfAlone: threads <= fewThreads },
      { now: () => timeOf(queue) },
    ),
    waiting: Bound.queue("DNS look-ups", { maxWeight: Number.POSITIVE_INFINITY }),
    underWay: new Map(),
    tenants: Bound.memory("DNS look-ups", { maxEntries: maxTenants, maxWeight: maxTenants }),
  }
  return queue
}

const timeOf = ({ clock }: Queue): number => clock?.currentTimeMillisUnsafe() ?? 0

/** The tenants that are remembered; a forgotten one begins anew. */
const maxTenants = 1_000

const tenantOf = (queue: Queue, id: string): Tenant => {
  const { share, tenants, threads } = queue
  const tenant = tenants.get(id) ?? {
    id,
    share: Bound.share(
      "DNS look-ups",
      { capacity: threads, perFree: 1 / 2, allIfAlone: true },
      { now: () => timeOf(queue), free: share.free },
    ),
    names: Bound.queue<Name>("DNS look-ups", { maxWeight: Number.POSITIVE_INFINITY }),
  }
  tenants.set(id, tenant, 1)
  return tenant
}

const join = (queue: Queue, host: string, { id: conversation, tenant: id }: Conversation.ConversationId): Name => {
  const tenant = tenantOf(queue, id)
  queue.share.see(id)
  tenant.share.see(conversation)
  const shared = queue.underWay.get(host) ?? waitingName(tenant, host, conversation)
  if (shared !== undefined) {
    shared.callers++
    return shared
  }
  const name: Name = {
    host,
    tenant,
    conversation,
    started: Deferred.makeUnsafe(),
    answer: Deferred.makeUnsafe(),
    callers: 1,
  }
  if (tenant.names.size() === 0) queue.waiting.add(tenant, id)
  tenant.names.add(name, conversation)
  startAll(queue)
  return name
}

/** The name that a conversation waits for already. */
const waitingName = ({ names }: Tenant, host: string, conversation: string): Name | undefined => {
  for (const name of names.items()) if (name.host === host && name.conversation === conversation) return name
  return undefined
}

const leave = (queue: Queue, name: Name): void => {
  name.callers--
  if (name.callers > 0 || !name.tenant.names.remove(name)) return
  if (name.tenant.names.size() === 0) queue.waiting.remove(name.tenant)
}

const startAll = (queue: Queue): void => {
  for (let name = nextName(queue); name !== undefined; name = nextName(queue)) start(queue, name)
}

/** Takes the name whose turn it is, if a thread is free for it. */
const nextName = ({ share, waiting }: Queue): Name | undefined => {
  let next: Name | undefined
  const tenant = waiting.take(({ id, names, share: conversations }) => {
    if (share.mayTake(id)) next = names.take((_, conversation) => conversations.mayTake(conversation))
    return next !== undefined
  })
  if (tenant !== undefined && tenant.names.size() > 0) waiting.add(tenant, tenant.id)
  return next
}

const start = (queue: Queue, name: Name): void => {
  const { lookup, share, underWay } = queue
  const { conversation, host, tenant } = name
  share.take(tenant.id)
  tenant.share.take(conversation)
  underWay.set(host, name)
  const sharing = [name, ...takeFromAll(queue, host)]
  for (const { started } of sharing) Deferred.doneUnsafe(started, Effect.void)
  lookup(host, (answer) => {
    share.release(tenant.id)
    tenant.share.release(conversation)
    underWay.delete(host)
    for (const shared of sharing) Deferred.doneUnsafe(shared.answer, answer)
    startAll(queue)
  })
}

/** Takes a host out of the names that wait, of all conversations. */
const takeFromAll = ({ waiting }: Queue, host: string): ReadonlyArray<Name> => {
  const found = Array.from(waiting.items()).flatMap(({ names }) =>
    Array.from(names.items()).filter((name) => name.host === host),
  )
  for (const name of found) {
    name.tenant.names.remove(name)
    if (name.tenant.names.size() === 0) waiting.remove(name.tenant)
  }
  return found
}

const answerOf = ({ answer, started }: Name): Effect.Effect<Addresses, WebError.WebError> =>
  Effect.gen(function* () {
    const { fetch_timeout } = yield* Settings.Settings
    yield* Deferred.await(started)
    return yield* Effect.timeoutOrElse(Deferred.await(answer), {
      duration: Duration.max(lookupTimeout, Duration.times(fetch_timeout, 1 / 4)),
      orElse: () => Effect.fail(tooLong),
    })
  })
