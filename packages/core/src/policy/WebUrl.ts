/**
 * The URL policy. {@link judge} is the only way to make a {@link Target}: one WHATWG parse whose output serves the
 * policy, the Host header, the TLS server name and the dial.
 *
 * A `Target` is http or https, without credentials, on an allowed port, and its host is either a public IP literal or a
 * DNS name that the name policy admits. It is the proof of that, and travels to the dial, so each hop is judged once.
 * {@link Hop} later checks the addresses of such a name.
 */
import * as Result from "effect/Result"
import { type ErrorReason, make, type WebError } from "../domain/WebError.ts"
import * as HostName from "../domain/url/HostName.ts"
import * as DomainPattern from "../domain/url/DomainPattern.ts"
import { portOf, unbracketed } from "../domain/url/HostName.ts"
import { isHttp, requestTarget } from "../domain/url/HttpUrl.ts"
import { explain } from "./AddressExplanation.ts"
import { isLiteral } from "./IpAddress.ts"
import { PublicAddress } from "./PublicAddress.ts"
import { type RefusedInput, Refusal } from "./Refusal.ts"
import * as SitePrefix from "./SitePrefix.ts"

/** A URL that passed the policy, as text in WHATWG serialisation. */
export type WebUrl = string & { readonly [vetted]: true }
declare const vetted: unique symbol

/** The settings that the policy needs, and the part of a site to which a call is limited. */
export interface UrlPolicy extends Partial<DomainPattern.DomainLists> {
  readonly ports: ReadonlyArray<number>
  readonly within?: SitePrefix.SitePrefix
}

/** Maximum length of a URL, in characters; RFC 9110 section 4.1 requires at least 8,000 octets. */
export const maxLength = 8_192

/** The parts of a vetted URL that transports need. Code outside of this module can't make one. */
export class Target {
  readonly #vetted = true
  readonly #policy: UrlPolicy
  /** The whole URL, in WHATWG serialisation. */
  readonly url: WebUrl
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

  constructor(by: typeof vetting, href: WebUrl, url: URL, { literal, value }: Host, policy: UrlPolicy) {
    if (by !== vetting) throw new TypeError("A Target is made by WebUrl.judge only.")
    this.#policy = policy
    this.url = href
    this.origin = url.origin
    this.secure = url.protocol === "https:"
    this.host = value
    this.literal = literal
    this.port = portOf(url)
    this.path = requestTarget(url)
    Object.freeze(this)
  }

  /** Whether these rules admitted it: the same lists, site and ports. */
  isUnder(policy: UrlPolicy): boolean {
    const own = this.#policy
    const isSame = (name: keyof UrlPolicy) => own[name] === policy[name]
    return own === policy || (["allow_domains", "deny_domains", "ports", "within"] as const).every(isSame)
  }

  /** Whether a value comes from {@link judge}. */
  static is(u: unknown): u is Target {
    return typeof u === "object" && u !== null && #vetted in u && u.#vetted
  }
}

/**
 * Checks a URL in this order: scheme (`unsupported_scheme`); credentials, control characters and shape
 * (`invalid_target`); a literal that isn't public or a blocked name (`private_or_metadata_target`); the domain rules
 * (`domain_not_allowed`) and the site to which the call is limited (`outside_site`); the port (`port_not_allowed`).
 */
export const judge = (input: string, policy: UrlPolicy): Result.Result<Target, WebError> =>
  Result.flatMap(readUrl(input), (url) =>
    Result.flatMap(readHost(url, input), (host) => {
      const subject = { input, url, host, policy }
      const refusal = refusedHost(subject) ?? refusedDomain(subject) ?? refusedSite(subject) ?? refusedPort(subject)
      return refusal === undefined ? admitted(subject) : Result.fail(refusal)
    }),
  )

/**
 * The target of a request: its proof, if that is about its URL and under this policy, else the URL is judged. So a
 * caller with other rules than the transport's, or without a proof, gets no further than these.
 */
export const ofRequest = (
  { target, url }: { readonly url: string; readonly target?: unknown },
  policy: UrlPolicy,
): Result.Result<Target, WebError> =>
  Target.is(target) && target.url === url && target.isUnder(policy) ? Result.succeed(target) : judge(url, policy)

/** The text of a URL that {@link judge} admits. */
export const parse = (input: string, policy: UrlPolicy): Result.Result<WebUrl, WebError> =>
  Result.map(judge(input, policy), ({ url }) => url)

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

// --- private ----------------------------------------------------------------------------

/** Private to this module, so that untyped code can't make a {@link Target}, either. */
const vetting = Symbol("vetting")

/** A URL while it is judged: as written, parsed, its host, and the policy. */
interface Subject {
  readonly input: string
  readonly url: URL
  readonly host: Host
  readonly policy: UrlPolicy
}

/** An absolute http(s) URL without credentials and control characters. */
const readUrl = (input: string): Result.Result<URL, WebError> => {
  if (hasEndlessAuthority(input)) return failHost(input, longAuthority)
  const url = input.length > maxLength ? null : URL.parse(input)
  if (url === null) {
    const message = "The URL isn't an absolute http or https URL. Start it with https://."
    return failInvalid(message, input, input.length > maxLength ? tooLong : unparsable)
  }
  if (!isHttp(url)) return failScheme(input)
  const host = unbracketed(url.hostname)
  if (url.username !== "" || url.password !== "") {
    const message = "A URL with a user name or password can't be fetched. Remove them."
    return failInvalid(message, input, { rule: "credentials", source: "RFC 9110 section 4.2.4", host })
  }
  if (hasControlCharacter(input)) {
    const message = "The URL contains a control character. Remove it."
    return failInvalid(message, input, { rule: "control_character", source: "RFC 3986 section 2", host })
  }
  return Result.succeed(url)
}

const readHost = (url: URL, input: string): Result.Result<Host, WebError> => {
  const text = unbracketed(url.hostname)
  if (isLiteral(text)) return Result.succeed({ literal: true, value: text })
  const name = HostName.fromUrlHost(text)
  if (name !== undefined) return Result.succeed({ literal: false, value: name })
  const source = "RFC 1035 section 2.3.4; letters, digits, hyphen and underscore"
  return failHost(input, { rule: "host", source, host: text })
}

const refusedHost = ({ host, input }: Subject): WebError | undefined => {
  const isOpen = host.literal ? PublicAddress.classify(host.value) !== undefined : !HostName.isRefused(host.value)
  if (isOpen) return undefined
  const message = "The URL points to a private, local or metadata address. Use a public page."
  return blocked("private_or_metadata_target", message, input, aboutHost(host))
}

const refusedDomain = ({ host, input, policy }: Subject): WebError | undefined => {
  const denied = DomainPattern.whyDenied(listsOf(policy), host.value)
  if (denied === undefined) return undefined
  const message = "The settings block the URL's domain. Use a page of another domain."
  return blocked("domain_not_allowed", message, input, { rule: "domain", source: denied, host: host.value })
}

const refusedSite = ({ host, input, policy, url }: Subject): WebError | undefined => {
  if (policy.within === undefined || SitePrefix.contains(policy.within, url)) return undefined
  const source = "Porthole's own rule: the call stays within a site's host and path"
  const message = "The URL is outside the site. Use a page of the site."
  return blocked("outside_site", message, input, { rule: "site", source, host: host.value })
}

const refusedPort = ({ host, input, policy, url }: Subject): WebError | undefined => {
  if (policy.ports.includes(portOf(url))) return undefined
  const ports = policy.ports.join(", ")
  const about: About = { rule: "port", source: `the setting ports: ${ports}`, host: host.value }
  return blocked("port_not_allowed", `The URL's port isn't allowed. Use one of these: ${ports}.`, input, about)
}

/** The URL with its host in canonical form, unless that made it too long. */
const admitted = ({ host, input, policy, url }: Subject): Result.Result<Target, WebError> => {
  if (!host.literal && url.hostname !== host.value) url.hostname = host.value
  const { href } = url
  return isVetted(href)
    ? Result.succeed(new Target(vetting, href, url, host, policy))
    : failInvalid("The URL is too long. Use a shorter one.", input, { ...tooLong, host: host.value })
}

const none: ReadonlyArray<string> = []
const listsOf = ({ allow_domains = none, deny_domains = none }: UrlPolicy): DomainPattern.DomainLists => ({
  allow_domains,
  deny_domains,
})

/** Sound because {@link judge} calls it last, with the serialisation of the URL that it has just checked. */
const isVetted = (href: string): href is WebUrl => href.length <= maxLength

/** The parts of a refusal besides the URL. */
type About = Omit<RefusedInput, "url">

const blocked = (reason: ErrorReason, message: string, url: string, about: About): WebError =>
  make({ error: "blocked_url", reason, message }, new Refusal({ ...about, url }))

const failInvalid = (message: string, input: string, about: About): Result.Result<never, WebError> =>
  Result.fail(blocked("invalid_target", message, input, about))

const failHost = (input: string, about: About): Result.Result<never, WebError> =>
  failInvalid("The URL's host isn't a valid name or address. Check the URL.", input, about)

const failScheme = (url: string): Result.Result<never, WebError> =>
  Result.fail(
    make(
      { error: "unsupported_scheme", message: "Only http and https URLs can be fetched. Use another page." },
      new Refusal({ rule: "scheme", source: "RFC 9110 section 4.2", url }),
    ),
  )

/** Maximum length of an authority, in characters: four times the longest host name (RFC 1035 section 2.3.4). */
const maxAuthority = 1_024

/** Characters that the WHATWG parser drops, at the start or anywhere. */
// oxlint-disable-next-line no-control-regex -- the pattern removes control characters
const ignored = /[\u0000-\u0020]/g

const longAuthority: About = { rule: "length", source: `${maxAuthority} characters (RFC 1035 section 2.3.4)` }

const tooLong: About = { rule: "length", source: `${maxLength} characters (RFC 9110 section 4.1)` }

const unparsable: About = { rule: "shape", source: "the WHATWG URL Standard" }

const aboutHost = ({ literal, value }: Host): About =>
  literal
    ? { rule: "literal", source: explain(value) ?? "", host: value, address: value }
    : { rule: "name", source: HostName.whyRefused(value) ?? "", host: value }

type Host =
  | { readonly literal: true; readonly value: string }
  | { readonly literal: false; readonly value: HostName.HostName }
