/** Counts the uses of conversations, in this process's memory. */
import { Bound, type Conversation } from "@porthole/core"

/** Takes one use of a conversation; `undefined` if none is left. A failed use is given back. */
export interface UseCount {
  readonly take: (caller: Conversation.ConversationId) => { readonly giveBack: () => void } | undefined
}

/** Maximum number of remembered conversations; the least recently used one is forgotten. */
export const maxConversations = 10_000

/** Counts at most `maxUses` uses per conversation; without a limit it counts nothing. */
export const make = (maxUses: number | undefined): UseCount => {
  if (maxUses === undefined) return { take: () => freeUse }
  const counts = Bound.memory<number>("uses of conversations", {
    maxEntries: maxConversations,
    maxWeight: maxConversations,
  })
  return {
    take: ({ id, tenant }) => {
      const key = JSON.stringify([tenant, id])
      const count = counts.get(key) ?? 0
      if (count >= maxUses) return undefined
      counts.set(key, count + 1, 1)
      return { giveBack: () => counts.set(key, Math.max(0, (counts.get(key) ?? 0) - 1), 1) }
    },
  }
}

// --- private --------------------------------------------------------------------------

const freeUse = { giveBack: () => {} }
