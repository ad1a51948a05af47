/**
 * The queue of DNS look-ups, which keeps one tenant's names from holding another's.
 *
 * A look-up occupies a thread until the system answers, and can't be cancelled. So no tenant gets every thread: it may
 * start a look-up only while fewer of its own are under way than threads are free, and each of its conversations only
 * while it has fewer than half as many. Of eight threads the first tenant gets four at most, the second two, the third
 * one, and one is free for a fourth. This is a dynamic threshold as switches use it for shared memory (Choudhury and
 * Hahne, Dynamic Queue Length Thresholds for Shared-Memory Packet Switches, 1998).
 *
 * A thread in reserve for nobody is lost. So a tenant's only conversation has no bound of its own, and of a pool of at
 * most {@link fewThreads} the only tenant may use all: a second tenant's first look-up may then wait for a thread.
 *
 * Tenants take turns, so do the conversations of one tenant, and each conversation's names keep their order. All
 * callers share a name that is being looked up.
 */
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import { BoundedMap, Conversation, Settings, WebError } from "@porthole/core"

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

/** A pool with at most this many threads keeps none for a second tenant before that was seen. */
export const fewThreads = 3

/** Resolves a host for the current `Conversation`. */
export type LookupQueue = (host: string) => Effect.Effect<Addresses, WebError.WebError>

/** Makes a queue in front of `lookup`, of which at most `threads` are under way. */
export const make = (threads: number, lookup: Lookup): LookupQueue => {
  const queue: Queue = {
    threads,
    lookup,
    free: threads,
    tenants: new Map(),
    underWay: new Map(),
    seenTenants: new Seen(),
    seenConversations: BoundedMap.make({ maxEntries: maxSeen, maxWeight: maxSeen }),
  }
  return (host) =>
    Effect.flatMap(Conversation.Conversation, (caller) =>
      Effect.acquireUseRelease(
        Effect.sync(() => join(queue, host, caller)),
        answerOf,
        (name) => Effect.sync(() => leave(queue, name, caller)),
      ),
    )
}

// --- private --------------------------------------------------------------------------

interface Queue {
  readonly threads: number
  readonly lookup: Lookup
  /** The number of threads without a look-up. */
  free: number
  /** Those with look-ups; the first ones are those served longest ago. */
  readonly tenants: Map<string, Tenant>
  readonly underWay: Map<string, Name>
  readonly seenTenants: Seen
  /** What was seen of the conversations of tenants without look-ups. */
  readonly seenConversations: BoundedMap.BoundedMap<Seen>
}

/** The next name to look up, and its owners. */
const nextTurn = ({ free, seenTenants, tenants, threads }: Queue): Turn | undefined => {
  if (free === 0) return undefined
  const isShared = threads > fewThreads || seenTenants.areSeveral
  for (const tenant of tenants.values()) {
    if (isShared && tenant.underWay >= free) continue
    for (const conversation of tenant.conversations.values()) {
      const [name] = conversation.names.values()
      if (name === undefined) continue
      if (!tenant.seen.areSeveral || 2 * conversation.underWay < free) return { tenant, conversation, name }
    }
  }
  return undefined
}

const startAll = (queue: Queue): void => {
  for (let turn = nextTurn(queue); turn !== undefined; turn = nextTurn(queue)) start(queue, turn)
}

const start = (queue: Queue, { conversation, name, tenant }: Turn): void => {
  const { lookup, tenants, underWay } = queue
  moveToEnd(tenants, tenant)
  moveToEnd(tenant.conversations, conversation)
  count(queue, { tenant, conversation }, 1)
  underWay.set(name.host, name)
  const sharing = takeFromAll(tenants, name.host)
  for (const { started } of sharing) Deferred.doneUnsafe(started, Effect.void)
  lookup(name.host, (answer) => {
    count(queue, { tenant, conversation }, -1)
    underWay.delete(name.host)
    for (const shared of sharing) Deferred.doneUnsafe(shared.answer, answer)
    removeIdle(tenants, tenant, conversation)
    startAll(queue)
  })
}

const count = (queue: Queue, { conversation, tenant }: Owner, change: 1 | -1): void => {
  queue.free -= change
  tenant.underWay += change
  conversation.underWay += change
}

/** Records a caller, and returns what was seen of its tenant's conversations. */
const see = ({ seenConversations, seenTenants, tenants }: Queue, { id, tenant }: Conversation.ConversationId): Seen => {
  seenTenants.add(tenant)
  const seen = tenants.get(tenant)?.seen ?? seenConversations.get(tenant) ?? new Seen()
  seenConversations.set(tenant, seen, 1)
  seen.add(id)
  return seen
}

const join = (queue: Queue, host: string, caller: Conversation.ConversationId): Name => {
  const { tenants, underWay } = queue
  const { id, tenant: tenantId } = caller
  const seen = see(queue, caller)
  const shared = underWay.get(host)
  if (shared !== undefined) return shared
  const tenant = entryOf(tenants, tenantId, () => ({ id: tenantId, seen, underWay: 0, conversations: new Map() }))
  const conversation = entryOf(tenant.conversations, id, () => ({ id, underWay: 0, names: new Map() }))
  const name = entryOf(conversation.names, host, () => emptyName(host))
  name.callers++
  startAll(queue)
  return name
}

const leave = ({ tenants }: Queue, name: Name, { id, tenant: tenantId }: Conversation.ConversationId): void => {
  name.callers--
  const tenant = tenants.get(tenantId)
  const conversation = tenant?.conversations.get(id)
  if (tenant === undefined || conversation === undefined) return
  if (name.callers <= 0 && conversation.names.get(name.host) === name) conversation.names.delete(name.host)
  removeIdle(tenants, tenant, conversation)
}

/** A host that waits for a thread, or is being looked up. */
interface Name {
  readonly host: string
  readonly started: Deferred.Deferred<void>
  readonly answer: Deferred.Deferred<Addresses, WebError.WebError>
  /** The number of callers that wait for its thread. */
  callers: number
}

/** A conversation's look-ups: the number of those under way, and the hosts that wait. */
interface ConversationLookups {
  readonly id: string
  underWay: number
  readonly names: Map<string, Name>
}

/** A tenant's look-ups. */
interface Tenant {
  readonly id: string
  readonly seen: Seen
  underWay: number
  readonly conversations: Map<string, ConversationLookups>
}

interface Owner {
  readonly tenant: Tenant
  readonly conversation: ConversationLookups
}

interface Turn extends Owner {
  readonly name: Name
}

/** The tenants whose conversations are remembered; a forgotten one begins anew. */
const maxSeen = 1_000

/** Whether several ids were seen; it remembers one of them. */
class Seen {
  areSeveral = false
  private first: string | undefined

  add(id: string): void {
    this.first ??= id
    if (id !== this.first) this.areSeveral = true
  }
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

const emptyName = (host: string): Name => ({
  host,
  started: Deferred.makeUnsafe(),
  answer: Deferred.makeUnsafe(),
  callers: 0,
})

const entryOf = <A>(entries: Map<string, A>, key: string, make: () => A): A => {
  const known = entries.get(key)
  if (known !== undefined) return known
  const made = make()
  entries.set(key, made)
  return made
}

const moveToEnd = <A extends { readonly id: string }>(entries: Map<string, A>, entry: A): void => {
  entries.delete(entry.id)
  entries.set(entry.id, entry)
}

/** Takes a host out of every conversation's waiting names. */
const takeFromAll = (tenants: ReadonlyMap<string, Tenant>, host: string): ReadonlyArray<Name> => {
  const found: Array<Name> = []
  for (const { conversations } of tenants.values()) {
    for (const { names } of conversations.values()) {
      const name = names.get(host)
      if (name === undefined) continue
      names.delete(host)
      found.push(name)
    }
  }
  return found
}

/** Forgets a conversation and a tenant without look-ups. */
const removeIdle = (tenants: Map<string, Tenant>, tenant: Tenant, conversation: ConversationLookups): void => {
  if (conversation.underWay === 0 && conversation.names.size === 0) tenant.conversations.delete(conversation.id)
  if (tenant.conversations.size === 0) tenants.delete(tenant.id)
}
