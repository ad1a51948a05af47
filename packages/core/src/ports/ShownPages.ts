/**
 * The pages that each conversation was shown last, whole: what a `start_index`, a `section` or another `query` goes on
 * in, also if the site forbids to cache the page, or the cache is off. Offsets that a caller has stay right although
 * the page has changed.
 *
 * It is a reference with a default, in memory.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Hash from "effect/Hash"
import * as BoundedMap from "../domain/BoundedMap.ts"
import { Conversation, type ConversationId } from "../domain/Conversation.ts"
import type { StoredPage } from "../domain/StoredPage.ts"

/** What each conversation was shown. Keys name all that makes a page what it is. */
export interface ShownPagesShape {
  /** The page that the conversation in force was shown under a key. */
  readonly find: (key: string) => Effect.Effect<StoredPage | undefined>
  /**
   * Keeps a page for the conversation in force in the place of an earlier one. Returns whether the conversation was
   * shown another text under the key before.
   */
  readonly keep: (key: string, page: StoredPage) => Effect.Effect<boolean>
}

/** Pages of one conversation, and their characters; beyond that the one that was used longest ago is forgotten. */
export const maxPages = 8
export const maxCharacters = 4_000_000

/** Pages of one conversation whose texts are recognised after that, so that a change can be reported. */
const maxHashes = 256

/**
 * Characters over all conversations; beyond that the conversation that was shown something longest ago is forgotten.
 */
export const maxCharactersInAll = 64_000_000

/** An empty memory. */
export const make = (): ShownPagesShape => {
  const conversations = BoundedMap.make<Memory>({ maxEntries: maxCharactersInAll, maxWeight: maxCharactersInAll })
  return {
    find: (key) => Effect.map(Conversation, (who) => conversations.get(keyOf(who))?.pages.get(key)),
    keep: (key, page) =>
      Effect.map(Conversation, (who) => {
        const { hashes, pages } = conversations.get(keyOf(who)) ?? {
          pages: BoundedMap.make<StoredPage>({ maxEntries: maxPages, maxWeight: maxCharacters }),
          hashes: BoundedMap.make<number>({ maxEntries: maxHashes, maxWeight: maxHashes }),
        }
        const earlier = hashes.get(key)
        const isSame = earlier !== undefined && pages.get(key)?.content === page.content
        const hash = isSame ? earlier : Hash.string(page.content)
        hashes.set(key, hash, 1)
        pages.set(key, page, page.content.length + (page.outside?.length ?? 0) + 1)
        // Heavier now, so that it is weighed anew.
        conversations.set(keyOf(who), { pages, hashes }, pages.weight + hashes.weight + 1)
        return earlier !== undefined && earlier !== hash
      }),
  }
}

/** The memory in force; one for the whole process unless another is provided. */
export const ShownPages: Context.Reference<ShownPagesShape> = Context.Reference<ShownPagesShape>(
  "@porthole/core/ShownPages",
  { defaultValue: make },
)

// --- private --------------------------------------------------------------------------

/** What one conversation was shown: its last pages, and hashes of more texts than are kept. */
interface Memory {
  readonly pages: BoundedMap.BoundedMap<StoredPage>
  readonly hashes: BoundedMap.BoundedMap<number>
}

const keyOf = ({ id, tenant }: ConversationId): string => JSON.stringify([tenant, id])
