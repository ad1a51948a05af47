/** The guard of `known_urls_only`: only URLs that the conversation was given are fetched. */
import * as Effect from "effect/Effect"
import { Settings } from "../domain/Settings.ts"
import * as WebError from "../domain/WebError.ts"
import { Refusal } from "../policy/Refusal.ts"
import type { WebUrl } from "../policy/WebUrl.ts"
import { canonical, KnownUrls } from "../ports/KnownUrls.ts"

/** Fails with `blocked_url` / `url_not_seen` where the setting is on and nobody gave this URL. */
export const requireKnown = Effect.fnUntraced(function* (url: WebUrl): Effect.fn.Return<void, WebError.WebError> {
  const { known_urls, known_urls_only } = yield* Settings
  if (!known_urls_only || known_urls.some((given) => canonical(given) === canonical(url))) return
  const known = yield* KnownUrls
  if (yield* known.has(url)) return
  return yield* WebError.fail(
    {
      error: "blocked_url",
      reason: "url_not_seen",
      message: "Only URLs from the user, from search results or from pages read in this conversation can be fetched.",
    },
    new Refusal({ rule: "unseen", source: "the setting known_urls_only", url }),
  )
})
