/**
 * The addresses of hosts, pinned for a conversation: within it and `pin_ttl` a host keeps its addresses, so DNS can't
 * change its answer between a check and a dial, or between two pages.
 */
import * as Cache from "effect/Cache"
import * as Effect from "effect/Effect"
import { Bound, Conversation, Network, Settings, type WebError } from "@porthole/core"

/** Maximum number of pins, over all conversations. */
export const maxPins = 4_096

/**
 * Returns the addresses of a host, as the current conversation first resolved them.
 *
 * Only answers are stored; `Hop.vet` checks them at each use. Failures aren't stored, concurrent lookups share one
 * query, and the least recently used pin is removed first.
 */
export type PinCache = (host: string) => Effect.Effect<ReadonlyArray<string>, WebError.WebError>

/** Makes the cache over the provided `Resolver`. */
export const make: Effect.Effect<PinCache, never, Network.Resolver> = Effect.gen(function* () {
  const resolver = yield* Network.Resolver
  const { pin_ttl } = yield* Settings.Settings
  const cache = yield* Bound.start("pins", () =>
    Cache.makeWith((key: string) => resolver.resolve(hostOf(key)), {
      capacity: maxPins,
      timeToLive: (exit) => (exit._tag === "Success" ? pin_ttl : 0),
    }),
  )
  return (host) => Conversation.Conversation.use((conversation) => Cache.get(cache, pinKeyOf(conversation, host)))
})

// --- private --------------------------------------------------------------------------

/** The host comes first, because it contains no space; ids may contain one. */
const pinKeyOf = (conversation: Conversation.ConversationId, host: string): string => {
  const name = conversationNames.get(conversation) ?? JSON.stringify([conversation.tenant, conversation.id])
  conversationNames.set(conversation, name)
  return `${host} ${name}`
}

/** The names of conversations in keys; a front end sets one object per conversation. */
const conversationNames = new WeakMap<Conversation.ConversationId, string>()

const hostOf = (key: string): string => key.slice(0, key.indexOf(" "))
