/**
 * The whole pages that each conversation read last.
 *
 * In a page that was read, a `start_index`, a `section` or another `query` continues, even if the site forbids caching
 * or the cache is off. A caller's offsets stay valid although the page has changed.
 *
 * It is a reference with a default in memory.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Hash from "effect/Hash"
import type * as BoundedMap from "../domain/BoundedMap.ts"
import * as Bound from "../domain/share/Bound.ts"
import { Conversation, keyOf } from "../domain/Conversation.ts"
import type { StoredPage } from "../domain/page/StoredPage.ts"
import * as TimeSlice from "../domain/time/TimeSlice.ts"

/** The pages that conversations read. A key names everything that shapes the page. */
export interface ShownPagesShape {
  /** The page that the current conversation read under a key. */
  readonly find: (key: string) => Effect.Effect<StoredPage | undefined>
  /**
   * Keeps a page for the current conversation in place of an earlier one. Returns whether the conversation read another
   * text under the key before.
   */
  readonly keep: (key: string, page: StoredPage) => Effect.Effect<boolean>
}

/**
 * Maximum number of pages per conversation, and their characters; beyond that the least recently used one is forgotten.
 */
export const maxPages = 8
export const maxPageCharacters = 4_000_000

/** Maximum number of pages per conversation whose hash is kept, so that a change can be reported. */
const maxHashes = 256

/** Maximum characters over all conversations; beyond that the least recently used conversation is forgotten. */
export const maxPageCharactersInAll = 64_000_000

/** Makes an empty memory of pages. */
export const makeShownPages = (): ShownPagesShape => {
  const conversations = Bound.memory<ReadPages>("pages of conversations", {
    maxEntries: maxPageCharactersInAll,
    maxWeight: maxPageCharactersInAll,
  })
  return {
    find: (key) => Conversation.useSync((conversation) => conversations.get(keyOf(conversation))?.pages.get(key)),
    keep: Effect.fnUntraced(function* (key, page) {
      const name = keyOf(yield* Conversation)
      const before = conversations.get(name)
      const known = before?.pages.get(key)?.content === page.content ? before.hashes.get(key) : undefined
      const hash = known ?? (yield* hashOf(page.content))
      // Other calls of the conversation may have kept pages in the meantime.
      const { hashes, pages } = conversations.get(name) ?? {
        pages: Bound.memory<StoredPage>("pages of conversations", {
          maxEntries: maxPages,
          maxWeight: maxPageCharacters,
        }),
        hashes: Bound.memory<number>("pages of conversations", { maxEntries: maxHashes, maxWeight: maxHashes }),
      }
      const earlier = hashes.get(key)
      hashes.set(key, hash, 1)
      pages.set(key, page, page.content.length + (page.outside?.length ?? 0) + 1)
      // Its weight has changed, so it is set again.
      conversations.set(name, { pages, hashes }, pages.weight + hashes.weight + 1)
      return earlier !== undefined && earlier !== hash
    }),
  }
}

/** The current memory of pages; one for the whole process unless another is provided. */
export const ShownPages: Context.Reference<ShownPagesShape> = Context.Reference<ShownPagesShape>(
  "@porthole/core/ShownPages",
  { defaultValue: makeShownPages },
)

// --- private --------------------------------------------------------------------------

/** One conversation's pages: its last pages, and hashes of earlier texts. */
interface ReadPages {
  readonly pages: BoundedMap.BoundedMap<StoredPage>
  readonly hashes: BoundedMap.BoundedMap<number>
}

/** The hash of a text, in slices of time. */
const hashOf = Effect.fnUntraced(function* (text: string): Effect.fn.Return<number> {
  let hash = 0
  for (let start = 0; start < text.length; start += TimeSlice.length) {
    if (start > 0) yield* TimeSlice.next
    hash = Hash.combine(hash, Hash.string(text.slice(start, start + TimeSlice.length)))
  }
  return hash
})
