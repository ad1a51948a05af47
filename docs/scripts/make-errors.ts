/** Writes the tables of docs/reference/errors.md. The compiler demands a row for each code, reason and provider fault. */
import { WebError } from "@porthole/core"
import * as Wording from "../../packages/tools/src/toolkit/Wording.ts"
import { between, publish, read, table } from "./generated.ts"

type Reason = (typeof WebError.reasons)[number]
type Code = WebError.ErrorCode

/** What happened, of errors without a reason. */
const codes: Readonly<Record<Exclude<Code, "blocked_url" | "web_search_unavailable">, string>> = {
  unsupported_scheme: "The URL is neither http nor https.",
  unsupported_content_type:
    "The [reader](../reader.md#formats) reads no document of this type; `fetchImage` reads PNG, JPEG, GIF, WebP, AVIF and icons only.",
  response_too_large: "The decompressed body exceeds `max_body_bytes`, an image's `max_image_bytes`.",
  timeout: "A deadline passed.",
  http_error:
    "The site answered with the status in `status_code`. `retry_after` is there if the site sent it. A redirect without a Location counts, too.",
  extraction_failed: "The reader couldn't read the document.",
  invalid_request:
    "The reason names the parameter. Its value can't be understood, is outside the document, or contradicts another parameter ([details](../search.md#invalid-arguments)).",
  invalid_backend_response: "A backend returned a row that isn't valid.",
  rate_limited:
    "The call would wait too long for its turn: for `max_requests_per_minute` (`retry_after`), or for the pace that the site's robots.txt demands.",
  budget_exceeded: "The conversation has made its `max_uses` searches and fetches. Cached answers stay available.",
  robots_disallowed:
    "The robots.txt of an origin in the redirect chain disallows the page, or can't be read (5xx, not HTTP).",
  compression_failed: "The compressor failed.",
}

const reasons: Readonly<Record<Reason, readonly [code: Code, meaning: string]>> = {
  private_or_metadata_target: [
    "blocked_url",
    "The host is a private, local, reserved or metadata address, or a name that is never public, or one of its DNS answers is such an address.",
  ],
  redirect_to_blocked_target: [
    "blocked_url",
    "A redirect leads to a URL that one of the other rules blocks, or from https to http. `fetchImage` follows no redirect.",
  ],
  invalid_target: [
    "blocked_url",
    "The text is no absolute URL, holds a user name, a password or control characters, has a malformed host, or is longer than 8,192 characters.",
  ],
  port_not_allowed: ["blocked_url", "The port isn't one of `ports`."],
  domain_not_allowed: ["blocked_url", "The host, on any hop, is outside `allow_domains` or inside `deny_domains`."],
  url_not_seen: [
    "blocked_url",
    "Under `known_urls_only`: the conversation got this URL neither from its user, nor from a hit, nor from a page that it read.",
  ],
  outside_site: ["blocked_url", "`docs_fetch`: the slug, the URL or a redirect leads out of the documentation site."],
  target_unreachable: [
    "http_error",
    "The name doesn't resolve, or the connection failed. One reason covers all, so that it can't serve as a port scanner.",
  ],
  tls_failed: ["http_error", "The certificate isn't valid for the host, or the TLS handshake failed."],
  malformed_response: ["http_error", "The answer isn't HTTP, its body can't be decoded, or it broke off."],
  too_many_redirects: ["http_error", "The redirects exceed `max_redirects` or form a loop."],
  payment_required: ["http_error", "The site demands payment (402). Porthole never pays, and doesn't try again."],
  challenge: [
    "http_error",
    "The site refuses the request and sends a bot protection's wall instead of the page: a CAPTCHA or a similar check. Porthole never solves one, and doesn't try again.",
  ],
  proxy_unavailable: [
    "http_error",
    "The proxy of `egress_proxy` can't be reached, doesn't speak its protocol, or refuses the credentials. Nothing of the site is behind this reason.",
  ],
  not_recorded: [
    "http_error",
    "The answer would come from a recording, which has none to this request. A search is `web_search_unavailable`.",
  ],
  overloaded: [
    "rate_limited",
    "Calls of all tenants wait for what they share, and this one got no turn, or a page's reader didn't start in time. `retry_after` may say when to try again; over HTTP the status is 503.",
  ],
}

const faults: Readonly<Record<WebError.ProviderFault, string>> = {
  not_configured: "The provider's address or key is missing or unusable. The message names the setting.",
  unreachable: "The provider gave no usable answer. The message names the setting to change, if there is one.",
  unauthorized: "The provider refused the key.",
  quota_exceeded: "The plan's quota is used up (`retry_after` if known).",
  rate_limited: "The provider got too many requests (`retry_after` if known).",
  challenged: "The provider demands proof that a person is there (a CAPTCHA).",
}

const code = (text: string) => `\`${text}\``

const meanings = WebError.ErrorCode.literals.flatMap((error): ReadonlyArray<ReadonlyArray<string>> => {
  const kinds = WebError.reasons.flatMap((reason) =>
    reasons[reason][0] === error ? [[code(reason), reasons[reason][1]] as const] : [],
  )
  const own =
    error === "blocked_url"
      ? []
      : error === "web_search_unavailable"
        ? WebError.ProviderFault.literals.map((fault) => [code(`<provider>_${fault}`), faults[fault]] as const)
        : [[error === "invalid_request" ? "a parameter" : "", codes[error]] as const]
  return [...own, ...kinds].map(([reason, meaning], at) => [at === 0 ? code(error) : "", reason, meaning])
})

const advice = WebError.ErrorCode.literals.map((error) => [code(error), Wording.advice[error]])

const page = "docs/reference/errors.md"
const tables = between(
  between(read(page), "errors", table(["`error`", "`reason`", "what happened"], meanings)),
  "advice",
  table(["`error`", "what the model reads"], advice),
)

publish({ [page]: tables })
