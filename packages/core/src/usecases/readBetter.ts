/**
 * Reads a page at its better address, if there is one: before the page, where its view holds no text; after it, where
 * it held hardly any. What was good already is never asked for again, and a failure of the better address is none of
 * the page.
 *
 * The better address is read like any page: through the cache under its own key, from the budget, by the URL policy,
 * the site's robots.txt and every hop's rules. A refusal stands: a page that its site refused, by a status, by
 * robots.txt or by a wall, isn't asked for elsewhere. A rule `before` the page asks its site nothing.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { isLow } from "../domain/page/Page.ts"
import type { StoredPage } from "../domain/page/StoredPage.ts"
import { Settings } from "../domain/settings/Settings.ts"
import * as HttpUrl from "../domain/url/HttpUrl.ts"
import * as Deadline from "../domain/time/Deadline.ts"
import type * as WebError from "../domain/WebError.ts"
import * as BetterAddress from "../policy/BetterAddress.ts"
import * as WebUrl from "../policy/WebUrl.ts"
import type { Answer } from "../ports/AnswerCache.ts"
import type { WebBackend } from "../ports/WebBackend.ts"
import { readPage, type ReadRequest } from "./readPage.ts"

/** Reads one page, at a better address if a rule has one. */
export const readBetter = Effect.fnUntraced(function* (
  request: ReadRequest,
): Effect.fn.Return<Answer<StoredPage>, WebError.WebError, WebBackend> {
  const settings = yield* Settings
  const better = BetterAddress.find(request.target, request.policy, settings)
  if (better === undefined) return yield* readPage(request)
  const timeLeft = Deadline.timeLeft(settings.fetch_timeout)
  // Who wants the page's scripts to run, or its HTML, wants the page itself.
  if (better.rule.when === "before" && request.rendering !== "always" && request.mode !== "html")
    return (yield* inTime(readAt(better, request), (yield* timeLeft) / 2)) ?? (yield* readPage(request))
  const result = yield* Effect.result(readPage(request))
  const isPoor = Result.match(result, {
    onFailure: ({ error }) => unreadable.has(error),
    onSuccess: ({ value }) => isLow(value, settings.low_content_min) && !isWall(value),
  })
  const title = Result.isSuccess(result) ? result.success.value.title : ""
  const found = isPoor ? yield* inTime(readAt(better, request, title), (yield* timeLeft) - reserve) : undefined
  return found ?? (yield* Effect.fromResult(result))
})

// --- private --------------------------------------------------------------------------

/** The failures of a page that is there and can't be read. */
const unreadable: ReadonlySet<WebError.ErrorCode> = new Set([
  "unsupported_content_type",
  "extraction_failed",
  "response_too_large",
])

/** Milliseconds in which it is worth asking, and that are kept for the answer. */
const minTime = 500
const reserve = 250

/** The page at a better address; `undefined` if that fails, takes too long, or isn't better. */
const inTime = <R>(
  reading: Effect.Effect<Answer<StoredPage> | undefined, WebError.WebError, R>,
  duration: number,
): Effect.Effect<Answer<StoredPage> | undefined, never, R> =>
  duration < minTime
    ? Effect.undefined
    : Deadline.within(
        Effect.catch(reading, () => Effect.undefined),
        { duration, orElse: () => Effect.undefined },
      )

const readAt = Effect.fnUntraced(function* (
  { rule, target }: BetterAddress.BetterAddress,
  request: ReadRequest,
  title = "",
): Effect.fn.Return<Answer<StoredPage> | undefined, WebError.WebError, WebBackend> {
  const at = rule.isList === true ? yield* listedIn(target, request) : target
  if (at === undefined) return undefined
  const answer = yield* readPage({ ...request, url: at.url, target: at })
  const { low_content_min } = yield* Settings
  const page = answer.value
  const isBetter = isOk(page) && !isLow(page, low_content_min) && !isSame(page.url, request.url)
  const isOther = rule.hasSameTitle === true && (title === "" || page.title !== title)
  const isNotice = rule.mayBeNotice === true && page.is_data !== true && page.text_length < low_content_min
  return isBetter && !isOther && !isNotice ? { ...answer, value: { ...page, address_rule: rule.name } } : undefined
})

/** The page's Markdown version, if the site's list of its pages names it. */
const listedIn = Effect.fnUntraced(function* (
  list: WebUrl.Target,
  request: ReadRequest,
): Effect.fn.Return<WebUrl.Target | undefined, WebError.WebError, WebBackend> {
  const { value: page } = yield* readPage({
    ...request,
    url: list.url,
    target: list,
    mode: "markdown",
    rendering: "off",
  })
  if (!isOk(page)) return undefined
  const links = new Set(page.links)
  const isListed = (path: string): boolean =>
    links.has(`${list.origin}${path}`) ||
    [`${list.origin}${path}`, path].some((written) => page.content.includes(`](${written})`))
  const twin = BetterAddress.markdownTwins(request.url).find(isListed)
  return twin === undefined
    ? undefined
    : yield* Effect.fromResult(WebUrl.judge(`${list.origin}${twin}`, request.policy))
})

const isOk = ({ status_code }: StoredPage): boolean => status_code === 200 || status_code === 203

/** Whether the site wants a proof, a login or a membership. */
const isWall = ({ obstacle }: StoredPage): boolean => obstacle !== undefined && walls.has(obstacle)

const walls: ReadonlySet<string> = new Set(["challenge", "login", "membership"])

const isSame = (a: string, b: string): boolean => HttpUrl.withoutFragment(a) === HttpUrl.withoutFragment(b)
