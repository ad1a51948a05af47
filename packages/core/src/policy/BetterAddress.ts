/**
 * The better addresses of a page, by the rules in force. Each is judged by the whole URL policy like any other URL, so
 * a rule leads nowhere that a caller may not go.
 */
import * as Result from "effect/Result"
import * as AddressRule from "../domain/url/AddressRule.ts"
import * as AddressRules from "../domain/url/AddressRules.ts"
import * as AddressTemplate from "../domain/url/AddressTemplate.ts"
import { make, type WebError } from "../domain/WebError.ts"
import * as HttpUrl from "../domain/url/HttpUrl.ts"
import * as SitePrefix from "./SitePrefix.ts"
import * as WebUrl from "./WebUrl.ts"

/** A better address: the rule, and the target that the policy admits. */
export interface BetterAddress {
  readonly rule: AddressRule.AddressRule
  readonly target: WebUrl.Target
}

/** An address by a rule, and the policy's judgement. */
export interface Candidate {
  readonly rule: AddressRule.AddressRule
  readonly url: string
  readonly judged: Result.Result<WebUrl.Target, WebError>
}

/** The addresses of a page by every rule that is about it. */
export const candidates = (
  page: WebUrl.Target,
  policy: WebUrl.UrlPolicy,
  settings: AddressRules.RuleSettings,
): ReadonlyArray<Candidate> => {
  const address = URL.parse(page.url)
  const place = address === null ? undefined : AddressTemplate.placeOf(address)
  if (place === undefined) return []
  return AddressRules.inForce(settings).flatMap((rule) => {
    const url = AddressRule.apply(rule, place)
    return url === undefined || url === HttpUrl.withoutFragment(page.url)
      ? []
      : [{ rule, url, judged: judge(url, policy) }]
  })
}

/** The first better address that the policy admits. */
export const find = (
  page: WebUrl.Target,
  policy: WebUrl.UrlPolicy,
  settings: AddressRules.RuleSettings,
): BetterAddress | undefined => {
  for (const { judged, rule } of candidates(page, policy, settings))
    if (Result.isSuccess(judged)) return { rule, target: judged.success }
  return undefined
}

/**
 * The paths at which a site may have the Markdown version of a page: beside it, with the extension behind the page's
 * own or in its place, or as the index of its folder.
 */
export const markdownTwins = (page: WebUrl.WebUrl): ReadonlyArray<string> => {
  const url = URL.parse(page)
  if (url === null) return []
  const path = url.pathname.replace(/\/$/, "")
  const bare = path.replace(/\.html?$/, "")
  return Array.from(new Set([`${path}.md`, `${bare}.md`, `${path}/index.md`, `${path}/index.html.md`]))
}

// --- private --------------------------------------------------------------------------

/** A value of the page's path must not climb at the better address, in any reading of it. */
const judge = (url: string, policy: WebUrl.UrlPolicy): Result.Result<WebUrl.Target, WebError> => {
  const address = URL.parse(url)
  const root = address === null ? undefined : SitePrefix.read(`${address.origin}/`)
  return address === null || root === undefined || !SitePrefix.contains(root, address)
    ? Result.fail(climbs)
    : WebUrl.judge(url, policy)
}

const climbs = make({
  error: "blocked_url",
  reason: "invalid_target",
  message: "The URL's path may leave its folder. Check the URL.",
})
