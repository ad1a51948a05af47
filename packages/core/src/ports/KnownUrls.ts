/**
 * The URLs that each conversation has seen.
 *
 * A URL was seen if it came from the user, in a hit, or as a link of a page that was read. Under `known_urls_only` no
 * other URL can be fetched, so that a page can't make a model send data to a made-up URL. URLs are compared without
 * their fragment.
 *
 * It is a reference with a default in memory, so a program that provides nothing has the guard, too.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as BoundedMap from "../domain/BoundedMap.ts"
import * as Bound from "../domain/share/Bound.ts"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import * as WebError from "../domain/WebError.ts"
import * as Refusal from "../policy/Refusal.ts"
import * as WebUrl from "../policy/WebUrl.ts"
import { isHttp } from "../domain/url/HttpUrl.ts"
import { Conversation, keyOf } from "../domain/Conversation.ts"
import { Settings } from "../domain/settings/Settings.ts"

/** The known URLs of conversations. */
export interface KnownUrlsShape {
  /**
   * Adds URLs to the current conversation, from its user or from the web. Invalid http(s) URLs are skipped; of one web
   * answer only the first {@link maxUrlsAtOnce} count.
   */
  readonly add: (urls: Iterable<string>, by: "user" | "web") => Effect.Effect<void>
  /** Whether the current conversation knows a URL. */
  readonly has: (url: string) => Effect.Effect<boolean>
}

/** Maximum number of URLs from one page, or one answer. */
export const maxUrlsAtOnce = 2_000

/**
 * Maximum characters of URLs per conversation and kind; beyond that the oldest are forgotten. A page can't displace the
 * user's URLs.
 */
export const maxUrlCharacters = 1_000_000

/** Maximum characters of URLs over all conversations; beyond that the least recently used conversation is forgotten. */
export const maxUrlCharactersInAll = 32_000_000

/** Makes an empty memory of URLs. */
export const makeKnownUrls = (): KnownUrlsShape => {
  const conversations = Bound.memory<SeenUrls>("known URLs", {
    maxEntries: maxUrlCharactersInAll,
    maxWeight: maxUrlCharactersInAll,
  })

  return {
    add: Effect.fnUntraced(function* (texts, by) {
      const urls = yield* canonicals(texts, by === "user" ? Number.POSITIVE_INFINITY : maxUrlsAtOnce)
      const key = keyOf(yield* Conversation)
      const memory = conversations.get(key) ?? { user: emptyTable(), web: emptyTable() }
      for (const url of urls) memory[by].set(url, true, url.length)
      // Its weight has changed, so it is set again.
      conversations.set(key, memory, 1 + memory.user.weight + memory.web.weight)
    }),
    has: (text) =>
      Effect.map(Conversation, (conversation) => {
        const url = canonical(text)
        const memory = url === undefined ? undefined : conversations.get(keyOf(conversation))
        return url !== undefined && (memory?.user.get(url) ?? memory?.web.get(url)) === true
      }),
  }
}

/** The current memory of URLs; one for the whole process unless another is provided. */
export const KnownUrls: Context.Reference<KnownUrlsShape> = Context.Reference<KnownUrlsShape>(
  "@porthole/core/KnownUrls",
  { defaultValue: makeKnownUrls },
)

/** Fails with `blocked_url` / `url_not_seen` if the setting is on and the conversation doesn't know this URL. */
export const requireKnown = Effect.fnUntraced(function* (
  url: WebUrl.WebUrl,
): Effect.fn.Return<void, WebError.WebError> {
  const { known_urls, known_urls_only } = yield* Settings
  if (!known_urls_only || known_urls.some((known) => canonical(known) === canonical(url))) return
  const known = yield* KnownUrls
  if (yield* known.has(url)) return
  return yield* WebError.fail(
    {
      error: "blocked_url",
      reason: "url_not_seen",
      message: "Only URLs from the user, a search or a page of this conversation can be fetched. Search for it first.",
    },
    new Refusal.Refusal({ rule: "unseen", source: "the setting known_urls_only", url }),
  )
})

/** Every absolute http(s) URL in the first part of a text, each found when it is wanted. */
export function* urlsIn(text: string): Generator<string> {
  for (const [match] of text.slice(0, maxText).matchAll(/https?:\/\/[^\s<>"'`\\^{|}]+/gi))
    yield withoutPunctuation(match)
}

// --- private --------------------------------------------------------------------------

type Table = BoundedMap.BoundedMap<true>

/** One conversation's URLs. */
interface SeenUrls {
  readonly user: Table
  readonly web: Table
}

const emptyTable = (): Table =>
  Bound.memory<true>("known URLs", { maxEntries: maxUrlCharacters, maxWeight: maxUrlCharacters })

/** Maximum characters of a text that are searched for URLs, because the search blocks the event loop. */
const maxText = 500_000

/** Punctuation and brackets after a URL don't belong to it, unless the opening bracket is inside it. */
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

/** The cost of parsing a URL, beside that of its characters. */
const unitsOfUrl = 256

/** The valid ones among the first texts, in slices of time. */
const canonicals = Effect.fnUntraced(function* (
  texts: Iterable<string>,
  maxCount: number,
): Effect.fn.Return<ReadonlyArray<string>> {
  const urls: Array<string> = []
  const slice = TimeSlice.begin()
  let left = maxCount
  for (const text of texts) {
    if (left-- <= 0) break
    const url = canonical(text)
    if (url !== undefined) urls.push(url)
    if (slice.spend(unitsOfUrl + Math.min(text.length, WebUrl.maxLength))) yield* TimeSlice.next
  }
  return urls
})

/** A URL as the policy writes it, without its fragment; `undefined` if it could never be fetched. */
const canonical = (text: string): string | undefined => {
  if (text.length > WebUrl.maxLength || WebUrl.hasEndlessAuthority(text)) return undefined
  const url = URL.parse(text)
  if (url === null || !isHttp(url)) return undefined
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.slice(0, -1)
  url.hash = ""
  return url.href
}
