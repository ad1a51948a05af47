/**
 * A URL as a model or a person writes it. Only what was typed for a tool is read here, before the URL policy judges
 * it: never a redirect, a hit or an address in robots.txt.
 */
import * as Effect from "effect/Effect"
import { Arguments, type WebError } from "@porthole/core"

/**
 * The URL that was meant: without surrounding spaces and angle brackets (RFC 3986 appendix C), and with `https:`
 * where a host with a dot stands without a scheme. Text that names no host is `invalid_request` / `url`. Any other
 * text with a scheme, however odd, is returned as it is, for the policy to judge.
 */
export const read = (text: string): Effect.Effect<string, WebError.WebError> => {
  const url = text.replace(/^ +| +$/g, "").replace(/^<(.*)>$/s, "$1")
  if (bareHost.test(url)) return Effect.succeed(`https://${url}`)
  if (url.startsWith("//")) return Effect.succeed(`https:${url}`)
  return scheme.test(url) || url.includes("://") ? Effect.succeed(url) : Effect.fail(noUrl)
}

// --- private --------------------------------------------------------------------------

/** A host with a dot, an optional port, and whatever follows; the last label isn't a number, as in `1.5`. */
const bareHost = /^(?:[\p{L}\p{N}_-]+\.)+[\p{L}][\p{L}\p{N}-]*\.?(?::\d{1,5})?(?:[/?#]|$)/u

/** RFC 3986 section 3.1. */
const scheme = /^[a-z][a-z0-9+.-]*:/i

const noUrl = Arguments.invalid("url", "url: expected the address of a page, such as https://example.com/page.")
