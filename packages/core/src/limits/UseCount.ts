/** How many requests each conversation has made, against `max_uses`. */
import type { ConversationId } from "../domain/Conversation.ts"
import * as BoundedMap from "../domain/BoundedMap.ts"

/** Takes one use of a conversation; `undefined` when it has none left. A use that came to nothing is given back. */
export interface UseCount {
  readonly take: (who: ConversationId) => { readonly giveBack: () => void } | undefined
}

/** Conversations that are remembered; beyond that the one that asked longest ago is forgotten. */
export const mostConversations = 10_000

/** Makes a count of at most `most` uses a conversation; without a limit nothing is counted. */
export const make = (most: number | undefined): UseCount => {
  if (most === undefined) return { take: () => free }
  const counts = BoundedMap.make<number>({ maxEntries: mostConversations, maxWeight: mostConversations })
  return {
    take: ({ id, tenant }) => {
      const key = JSON.stringify([tenant, id])
      const count = counts.get(key) ?? 0
      if (count >= most) return undefined
      counts.set(key, count + 1, 1)
      return { giveBack: () => counts.set(key, Math.max(0, (counts.get(key) ?? 0) - 1), 1) }
    },
  }
}

// --- private --------------------------------------------------------------------------

const free = { giveBack: () => {} }
