/**
 * The URLs that each conversation has been given: by its user, by a hit, or as a link of a page that it
 * read. Under `known_urls_only` no other can be fetched, so that a page can't talk a model into carrying
 * what it knows to a made-up URL.
 *
 * It is a reference with a default, in memory: a guard that nobody provided must not be a guard that is
 * open. URLs are compared without their fragment.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Conversation, type ConversationId } from "../domain/Conversation.ts"
import * as WebUrl from "../policy/WebUrl.ts"
import * as BoundedMap from "../domain/BoundedMap.ts"

/** What each conversation knows. */
export interface KnownUrlsShape {
  /**
   * Adds URLs for the conversation in force: those that its user gave, or those that the web named. What
   * is no absolute http(s) URL is passed over; of what the web names at once, the first
   * {@link maxAtOnce} count.
   */
  readonly add: (urls: Iterable<string>, by: "user" | "web") => Effect.Effect<void>
  /** Whether the conversation in force was given a URL. */
  readonly has: (url: string) => Effect.Effect<boolean>
}

/** URLs of one page, or of one answer, that count. */
export const maxAtOnce = 2_000

/**
 * Characters of URLs that a conversation remembers of each kind; beyond that the oldest are forgotten. No page makes it
 * forget what the user gave.
 */
export const maxCharacters = 1_000_000

/** Characters of URLs over all conversations; beyond that the conversation that asked longest ago is forgotten. */
export const maxCharactersInAll = 32_000_000

/** An empty memory. */
export const make = (): KnownUrlsShape => {
  const conversations = BoundedMap.make<Memory>({ maxEntries: maxCharactersInAll, maxWeight: maxCharactersInAll })

  return {
    add: (texts, by) =>
      Effect.map(Conversation, (who) => {
        const key = keyOf(who)
        const memory = conversations.get(key) ?? { user: emptyTable(), web: emptyTable() }
        let left = by === "user" ? Number.POSITIVE_INFINITY : maxAtOnce
        for (const text of texts) {
          if (left-- <= 0) break
          const url = canonical(text)
          if (url !== undefined) memory[by].set(url, true, url.length)
        }
        // Heavier now, so that it is weighed anew.
        conversations.set(key, memory, 1 + memory.user.weight + memory.web.weight)
      }),
    has: (text) =>
      Effect.map(Conversation, (who) => {
        const url = canonical(text)
        const memory = url === undefined ? undefined : conversations.get(keyOf(who))
        return url !== undefined && (memory?.user.get(url) ?? memory?.web.get(url)) === true
      }),
  }
}

/** The memory in force; one for the whole process unless another is provided. */
export const KnownUrls: Context.Reference<KnownUrlsShape> = Context.Reference<KnownUrlsShape>(
  "@porthole/core/KnownUrls",
  { defaultValue: make },
)

/** A URL as the policy would write it, without its fragment; `undefined` for what could never be fetched. */
export const canonical = (text: string): string | undefined => {
  if (text.length > WebUrl.maxLength || WebUrl.hasEndlessAuthority(text)) return undefined
  const url = URL.parse(text)
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.slice(0, -1)
  url.hash = ""
  return url.href
}

/** Every absolute http(s) URL in a text, as a person or a page wrote it; of an endless one, those at its begin. */
export const inText = (text: string): ReadonlyArray<string> =>
  Array.from(text.slice(0, maxText).matchAll(/https?:\/\/[^\s<>"'`\\^{|}]+/gi), ([match]) => withoutPunctuation(match))

// --- private --------------------------------------------------------------------------

const keyOf = ({ id, tenant }: ConversationId): string => JSON.stringify([tenant, id])

type Table = BoundedMap.BoundedMap<true>

interface Memory {
  readonly user: Table
  readonly web: Table
}

const emptyTable = (): Table => BoundedMap.make<true>({ maxEntries: maxCharacters, maxWeight: maxCharacters })

/** Characters of a text that are searched for URLs: the more, the longer the event loop is held. */
const maxText = 500_000

/** What ends a sentence or a pair of brackets around a URL is none of it, unless its partner is inside. */
const withoutPunctuation = (url: string): string => {
  let loose = count(url, ")") - count(url, "(")
  let end = url.length
  for (; end > 0; end--) {
    const last = url.charAt(end - 1)
    if (last === ")" ? loose-- <= 0 : !".,;:!?]*_~".includes(last)) break
  }
  return url.slice(0, end)
}

const count = (text: string, character: string): number => text.split(character).length - 1
