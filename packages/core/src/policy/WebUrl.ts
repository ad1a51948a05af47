/**
 * The URL policy. {@link parse} is the only way to make a {@link WebUrl}: one WHATWG parse whose output serves the
 * policy, the Host header, the TLS server name and the dial.
 *
 * A `WebUrl` is http or https, without credentials, on an allowed port, and its host is either a public IP literal or a
 * DNS name that the name policy admits. {@link Hop} later checks the addresses of such a name.
 */
import * as Result from "effect/Result"
import { type ErrorReason, make, type WebError } from "../domain/WebError.ts"
import * as HostName from "../domain/url/HostName.ts"
import { portOf, unbracketed } from "../domain/url/HostName.ts"
import { explain, isLiteral, PublicAddress } from "./PublicAddress.ts"
import { type RefusedInput, Refusal } from "./Refusal.ts"
import * as SitePrefix from "./SitePrefix.ts"

/** A URL that passed the policy, as text in WHATWG serialisation. */
export type WebUrl = string & { readonly [vetted]: true }
declare const vetted: unique symbol

/** The settings that the policy needs, and the part of a site to which a call is limited. */
export interface UrlPolicy extends Partial<HostName.DomainLists> {
  readonly ports: ReadonlyArray<number>
  readonly within?: SitePrefix.SitePrefix
}

/** Maximum length of a URL, in characters; RFC 9110 section 4.1 requires at least 8,000 octets. */
export const maxLength = 8_192

/**
 * Checks a URL in this order: scheme (`unsupported_scheme`); credentials, control characters and shape
 * (`invalid_target`); a literal that isn't public or a blocked name (`private_or_metadata_target`); the domain rules
 * (`domain_not_allowed`) and the site to which the call is limited (`outside_site`); the port (`port_not_allowed`).
 */
export const parse = (input: string, policy: UrlPolicy): Result.Result<WebUrl, WebError> => {
  const known = targets.get(input)
  if (known !== undefined && isVetted(input) && isOpen(known, policy)) return Result.succeed(input)
  if (hasEndlessAuthority(input)) {
    return failBlocked(
      "invalid_target",
      "The URL's host isn't a valid name or address. Check the URL.",
      input,
      longAuthority,
    )
  }
  const url = input.length > maxLength ? null : URL.parse(input)
  if (url === null) {
    const judged: About = input.length > maxLength ? tooLong : { rule: "shape", source: "the WHATWG URL Standard" }
    return failBlocked(
      "invalid_target",
      "The URL isn't an absolute http or https URL. Start it with https://.",
      input,
      judged,
    )
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    const judged = new Refusal({ rule: "scheme", source: "RFC 9110 section 4.2", url: input })
    return Result.fail(
      make(
        { error: "unsupported_scheme", message: "Only http and https URLs can be fetched. Use another page." },
        judged,
      ),
    )
  }
  if (url.username !== "" || url.password !== "") {
    return failBlocked("invalid_target", "A URL with a user name or password can't be fetched. Remove them.", input, {
      rule: "credentials",
      source: "RFC 9110 section 4.2.4",
      host: unbracketed(url.hostname),
    })
  }
  if (hasControlCharacter(input)) {
    return failBlocked("invalid_target", "The URL contains a control character. Remove it.", input, {
      rule: "control_character",
      source: "RFC 3986 section 2",
      host: unbracketed(url.hostname),
    })
  }
  const host = hostOf(url)
  if (host === undefined) {
    return failBlocked("invalid_target", "The URL's host isn't a valid name or address. Check the URL.", input, {
      rule: "host",
      source: "RFC 1035 section 2.3.4; letters, digits, hyphen and underscore",
      host: unbracketed(url.hostname),
    })
  }
  if (host.literal ? PublicAddress.classify(host.value) === undefined : HostName.isRefused(host.value)) {
    const message = "The URL points to a private, local or metadata address. Use a public page."
    return failBlocked("private_or_metadata_target", message, input, aboutHost(host))
  }
  const denied = HostName.whyDenied(listsOf(policy), host.value)
  if (denied !== undefined) {
    return failBlocked(
      "domain_not_allowed",
      "The settings block the URL's domain. Use a page of another domain.",
      input,
      {
        rule: "domain",
        source: denied,
        host: host.value,
      },
    )
  }
  if (policy.within !== undefined && !SitePrefix.contains(policy.within, url)) {
    return failBlocked("outside_site", "The URL is outside the site. Use a page of the site.", input, {
      rule: "site",
      source: "Porthole's own rule: the call stays within a site's host and path",
      host: host.value,
    })
  }
  if (!policy.ports.includes(portOf(url))) {
    const ports = policy.ports.join(", ")
    return failBlocked("port_not_allowed", `The URL's port isn't allowed. Use one of these: ${ports}.`, input, {
      rule: "port",
      source: `the setting ports: ${ports}`,
      host: host.value,
    })
  }
  if (!host.literal && url.hostname !== host.value) url.hostname = host.value
  const { href } = url
  if (!isVetted(href))
    return failBlocked("invalid_target", "The URL is too long. Use a shorter one.", input, {
      ...tooLong,
      host: host.value,
    })
  if (targets.size >= maxTargets) targets.clear()
  targets.set(href, targetOf(url))
  return Result.succeed(href)
}

/**
 * Whether the text before the path of an http or https URL, or of a reference with a host, is longer than any host: the
 * parser's time grows with the square of a host outside ASCII.
 */
export const hasEndlessAuthority = (text: string): boolean =>
  text.length > maxAuthority &&
  (/^(?:https?:[/\\]*|[/\\]{2,})([^/\\?#]*)/i.exec(text.replace(ignored, ""))?.[1]?.length ?? 0) > maxAuthority

/** Whether a text holds a C0 control character or DEL, which the WHATWG parser would drop silently. */
// oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
export const hasControlCharacter = (text: string): boolean => /[\u0000-\u001f\u007f]/.test(text)

/** The parts of a vetted URL that transports need. */
export interface Target {
  /** Scheme, host and port, like `URL.origin`. */
  readonly origin: string
  readonly secure: boolean
  /** The host without brackets: a canonical DNS name or an IP literal. */
  readonly host: string
  /** Whether `host` is an IP literal, which is never resolved and never sent as a TLS server name. */
  readonly literal: boolean
  readonly port: number
  /** Path and query, as sent in the request line. */
  readonly path: string
}

/** The parts of a vetted URL. */
export const target = (url: WebUrl): Target => targets.get(url) ?? targetOf(new URL(url))

// --- private ----------------------------------------------------------------------------

/** Whether the settings permit a URL whose text alone was admitted before; the full check reports why not. */
const isOpen = (known: Target, policy: UrlPolicy): boolean =>
  policy.within === undefined &&
  policy.ports.includes(known.port) &&
  HostName.whyDenied(listsOf(policy), known.host) === undefined

const none: ReadonlyArray<string> = []
const listsOf = ({ allow_domains = none, deny_domains = none }: UrlPolicy): HostName.DomainLists => ({
  allow_domains,
  deny_domains,
})

/**
 * The parts of the URLs that were vetted last, by their serialisation: a fetch checks its URL in several places and
 * splits it in others, and only the first one parses. Scheme, shape, literal and name of a URL depend only on its text,
 * so the stored result stays valid; {@link isOpen} checks the rest.
 */
const targets = new Map<string, Target>()
const maxTargets = 256

const targetOf = (url: URL): Target => {
  const host = unbracketed(url.hostname)
  return Object.freeze({
    origin: url.origin,
    secure: url.protocol === "https:",
    host,
    literal: isLiteral(host),
    port: portOf(url),
    path: url.pathname + url.search,
  })
}

/**
 * Sound because {@link parse} calls it last, with the serialisation of the URL that it has just checked, or checked
 * before.
 */
const isVetted = (href: string): href is WebUrl => href.length <= maxLength

/** The parts of a refusal besides the URL. */
type About = Omit<RefusedInput, "url">

const failBlocked = (reason: ErrorReason, message: string, url: string, about: About): Result.Result<never, WebError> =>
  Result.fail(make({ error: "blocked_url", reason, message }, new Refusal({ ...about, url })))

/** Maximum length of an authority, in characters: four times the longest host name (RFC 1035 section 2.3.4). */
const maxAuthority = 1_024

/** Characters that the WHATWG parser drops, at the start or anywhere. */
// oxlint-disable-next-line no-control-regex -- the pattern removes control characters
const ignored = /[\u0000-\u0020]/g

const longAuthority: About = { rule: "length", source: `${maxAuthority} characters (RFC 1035 section 2.3.4)` }

const tooLong: About = { rule: "length", source: `${maxLength} characters (RFC 9110 section 4.1)` }

const aboutHost = ({ literal, value }: Host): About =>
  literal
    ? { rule: "literal", source: explain(value) ?? "", host: value, address: value }
    : { rule: "name", source: HostName.whyRefused(value) ?? "", host: value }

type Host =
  | { readonly literal: true; readonly value: string }
  | { readonly literal: false; readonly value: HostName.HostName }

const hostOf = (url: URL): Host | undefined => {
  const text = unbracketed(url.hostname)
  if (isLiteral(text)) return { literal: true, value: text }
  const name = HostName.fromUrlHost(text)
  return name === undefined ? undefined : { literal: false, value: name }
}
