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
import * as BoundedMap from "../stores/BoundedMap.ts"

/** What each conversation knows. */
export interface KnownUrlsShape {
  /** Adds URLs for the conversation in force; what is no absolute http(s) URL is passed over. */
  readonly add: (urls: Iterable<string>) => Effect.Effect<void>
  /** Whether the conversation in force was given a URL. */
  readonly has: (url: string) => Effect.Effect<boolean>
}

/** Characters of URLs that a conversation remembers; beyond that the oldest are forgotten. */
export const maxCharacters = 1_000_000

/** Conversations that are remembered; beyond that the one that asked longest ago is forgotten. */
export const maxConversations = 1_000

/** An empty memory. */
export const make = (): KnownUrlsShape => {
  const conversations = BoundedMap.make<BoundedMap.BoundedMap<true>>({
    maxEntries: maxConversations,
    maxWeight: maxConversations,
  })

  const urlsOf = ({ id, tenant }: ConversationId): BoundedMap.BoundedMap<true> => {
    const key = JSON.stringify([tenant, id])
    const known = conversations.get(key)
    if (known !== undefined) return known
    const urls = BoundedMap.make<true>({ maxEntries: maxCharacters, maxWeight: maxCharacters })
    conversations.set(key, urls, 1)
    return urls
  }

  return {
    add: (texts) =>
      Effect.map(Conversation, (who) => {
        const urls = urlsOf(who)
        for (const text of texts) {
          const url = canonical(text)
          if (url !== undefined) urls.set(url, true, url.length)
        }
      }),
    has: (url) => Effect.map(Conversation, (who) => urlsOf(who).get(canonical(url) ?? "") === true),
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

/** Every absolute http(s) URL in a text, as a person or a page wrote it. */
export const inText = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/https?:\/\/[^\s<>"'`\\^{|}]+/gi), ([match]) => withoutPunctuation(match))

// --- private --------------------------------------------------------------------------

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
