/**
 * The pins: which addresses a host has, as each conversation first learned them.
 *
 * Within a conversation and `pin_ttl` a host keeps its addresses, so DNS can't change its answer
 * between a check and a dial, or between two pages. Only answers are kept; `Hop.vet` judges them at
 * each use. Failures aren't kept, concurrent first questions share one query, the least recently
 * used pin goes first.
 */
import * as Cache from "effect/Cache"
import * as Effect from "effect/Effect"
import { Conversation, Resolver, Settings, type WebError } from "@porthole/core"

/** Pins held at once, over all conversations. */
export const capacity = 4_096

/** Answers with the addresses of a host, pinned for the conversation in force. */
export type PinCache = (host: string) => Effect.Effect<ReadonlyArray<string>, WebError.WebError>

/** Makes the cache over the `Resolver` provided. */
export const make: Effect.Effect<PinCache, never, Resolver.Resolver> = Effect.gen(function* () {
  const resolver = yield* Resolver.Resolver
  const { pin_ttl } = yield* Settings.Settings
  const cache = yield* Cache.makeWith((key: string) => resolver.resolve(hostOf(key)), {
    capacity,
    timeToLive: (exit) => (exit._tag === "Success" ? pin_ttl : 0),
  })
  return (host) => Effect.flatMap(Conversation.Conversation, (who) => Cache.get(cache, keyOf(who, host)))
})

// --- private --------------------------------------------------------------------------

/** A host name holds no space, ids may: the host stands first. */
const keyOf = (who: Conversation.ConversationId, host: string): string => {
  const name = names.get(who) ?? JSON.stringify([who.tenant, who.id])
  names.set(who, name)
  return `${host} ${name}`
}

/** What a conversation is called in keys; a face sets one object a conversation. */
const names = new WeakMap<Conversation.ConversationId, string>()

const hostOf = (key: string): string => key.slice(0, key.indexOf(" "))
