/**
 * The redirect decision: the next URL of a fetch, from the current one and the site's response.
 *
 * The target passes the whole URL policy again. A target that the policy blocks is reported as
 * `redirect_to_blocked_target`, so that a site can't map a network by redirects; another scheme stays
 * `unsupported_scheme`, and the domain rules keep their own reasons. A redirect from https to http is blocked; a URL
 * already visited with the same cookies, or one redirect too many, is `too_many_redirects`.
 */
import * as Result from "effect/Result"
import { causeOf, make, type WebError, type Wire } from "../domain/WebError.ts"
import * as Refusal from "./Refusal.ts"
import * as WebUrl from "./WebUrl.ts"

/**
 * Whether a response redirects a GET (RFC 9110 section 15.4). A 300 does if its Location names the server's choice; 304
 * doesn't.
 */
export const isRedirect = (status: number, location: string | undefined): boolean =>
  status === 301 ||
  status === 302 ||
  status === 303 ||
  status === 307 ||
  status === 308 ||
  (status === 300 && location !== undefined)

/** The input of {@link next}. */
export interface Step {
  /** The URL that redirects. */
  readonly from: WebUrl.WebUrl
  readonly status: number
  /** The Location header as received, one character per byte; relative references are resolved against `from`. */
  readonly location: string | undefined
  /** Every URL of the redirect chain so far, including `from`. */
  readonly visited: ReadonlyArray<string>
  /** The number of first URLs that may be visited again, because a cookie was set since; by default none. */
  readonly revisitable?: number
  readonly maxRedirects: number
}

/** Returns the target of a redirect, judged. A redirect without a Location is `http_error` with its status. */
export const next = (step: Step, policy: WebUrl.UrlPolicy): Result.Result<WebUrl.Target, WebError> => {
  const { from, status } = step
  const location = asUtf8(step.location ?? "")
  if (location === "") {
    return Result.fail(
      make({
        error: "http_error",
        status_code: status,
        message: "The site's redirect names no target. Use another page.",
      }),
    )
  }
  if (step.visited.length > step.maxRedirects) {
    return failTooManyRedirects(
      "redirect_limit",
      `the setting max_redirects: ${step.maxRedirects}`,
      resolved(location, from),
      from,
    )
  }
  if (WebUrl.hasControlCharacter(location))
    return failBlockedTarget("control_character", "RFC 3986 section 2", location, from)
  const judged = WebUrl.judge(resolved(location, from), policy)
  if (Result.isFailure(judged)) return Result.fail(onLaterHop(judged.failure, from))
  const { secure, url: to } = judged.success
  if (from.startsWith("https:") && !secure) {
    return failBlockedTarget("downgrade", "Porthole's own rule: never from https to http", to, from)
  }
  return step.visited.slice(step.revisitable ?? 0).some((url) => sameResource(url, to))
    ? failTooManyRedirects("loop", "RFC 9110 section 15.4", to, from)
    : judged
}

/** The error for any 3xx if redirects aren't followed, as for images; `location` is the header as received. */
export const imageRedirectError = (location: string | undefined, from: WebUrl.WebUrl): WebError => {
  const to = asUtf8(location ?? "")
  return make(
    {
      ...blockedTargetWire,
      message: "The image's URL redirects, and redirects of images aren't followed. Use the final URL.",
    },
    new Refusal.Refusal({
      rule: "redirect_refused",
      source: "Porthole's own rule: an image comes from its own URL",
      url: resolved(to, from),
      from,
    }),
  )
}

/**
 * The error for a URL to which `from` redirected, instead of the caller's own. The policy's refusal stays its cause.
 */
export const onLaterHop = (error: WebError, from: string): WebError => {
  const keepsItsWords =
    error.error !== "blocked_url" || error.reason === "domain_not_allowed" || error.reason === "outside_site"
  const refusal = Refusal.of(error)
  if (refusal === undefined) return keepsItsWords ? error : make(blockedTargetWire, causeOf(error))
  return make(keepsItsWords ? error.wire : blockedTargetWire, refusal.cameFrom(from))
}

// --- private ----------------------------------------------------------------------------

const blockedTargetWire: Wire = {
  error: "blocked_url",
  reason: "redirect_to_blocked_target",
  message: "The site redirected to a blocked URL. Use another page.",
}

/** Fails with a fixed wire error; `url` is the redirect's target. */
const failWith =
  (wire: Wire) =>
  (rule: Refusal.Rule, source: string, url: string, from: string): Result.Result<never, WebError> =>
    Result.fail(make(wire, new Refusal.Refusal({ rule, source, url, from })))

const failBlockedTarget = failWith(blockedTargetWire)

const failTooManyRedirects = failWith({
  error: "http_error",
  reason: "too_many_redirects",
  message: "The site redirected too often. Use another page.",
})

/** The target of a Location; one that can't be read, or is too long for the policy, stays unchanged. */
const resolved = (location: string, from: string): string =>
  location.length > WebUrl.maxLength || WebUrl.hasEndlessAuthority(location)
    ? location
    : (URL.parse(location, from)?.href ?? location)

/** Bytes outside ASCII are decoded as UTF-8 if they are valid, as browsers do, else as Latin-1. */
const asUtf8 = (header: string): string =>
  /[\u0080-\u00ff]/.test(header) && !/[\u0100-\uffff]/.test(header)
    ? Result.getOrElse(
        Result.try(() => utf8.decode(Uint8Array.from(header, (byte) => byte.charCodeAt(0)))),
        () => header,
      )
    : header
const utf8 = new TextDecoder("utf-8", { fatal: true })

const sameResource = (a: string, b: string): boolean => withoutFragment(a) === withoutFragment(b)
const withoutFragment = (url: string): string => url.replace(/#.*$/s, "")
