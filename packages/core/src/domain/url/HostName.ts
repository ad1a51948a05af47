/**
 * The name policy: the syntax of DNS names, and the names that are blocked before any query.
 *
 * A name is checked in its canonical form: lower case, IDN in ASCII (RFC 5890, by the WHATWG URL parser), one trailing
 * dot removed. Blocked names never reach a resolver or a remote provider, because an internal name must not leak.
 *
 * The operator's domain rules decide which hosts may be fetched: on the first URL, on every hop and among the hits.
 *
 * A pattern is `example.com` (itself and its subdomains), `*.example.com` (only its subdomains) or an address such as
 * `203.0.113.9`. Patterns and hosts are compared in canonical form. With `allow_domains` every unlisted host is denied;
 * `deny_domains` takes precedence.
 */

/** A canonical DNS name; made by {@link fromText} and {@link fromUrlHost} only. */
export type HostName = string & { readonly [canonical]: true }

declare const canonical: unique symbol

/**
 * Names that stay inside a machine, a network or a cluster, with their subdomains: RFC 6761 (localhost), RFC 6762
 * (local), RFC 8375 (home.arpa), ICANN's board resolution of 2024-07-29 (internal), ICANN's collision findings (corp,
 * and lan in practice), Kubernetes (svc), RFC 6762 appendix G (intranet, private, home), the default domain of Linux
 * systems (localdomain).
 */
export const privateSuffixes = [
  "localhost",
  "local",
  "internal",
  "home.arpa",
  "lan",
  "corp",
  "svc",
  "localdomain",
  "intranet",
  "private",
  "home",
] as const

/**
 * Names that no public DNS serves as hosts, with their subdomains: RFC 6761 (invalid), RFC 7686 (onion), and the
 * reverse names of addresses (RFC 1035, RFC 3596), which can spell out a private one (RFC 6303). All reverse names are
 * refused, not those of private ranges alone: no page is published below them, and RFC 2317 lets their labels be
 * anything. `test` isn't among them, because tests of programs use it.
 */
export const specialUseSuffixes = ["invalid", "onion", "in-addr.arpa", "ip6.arpa"] as const

/**
 * Names of cloud metadata services outside the suffixes above (Google Cloud, Tencent Cloud, Equinix Metal twice, IBM
 * Cloud; each from the provider's own documentation).
 */
export const metadataNames = [
  "metadata.goog",
  "metadata.tencentyun.com",
  "metadata.packet.net",
  "metadata.platformequinix.com",
  "api.metadata.cloud.ibm.com",
] as const

/** Whether a canonical name is internal by its form: single labels, private suffixes, metadata names. */
export const isInternal = (name: HostName): boolean =>
  !name.includes(".") || internal.some((suffix) => isWithin(name, suffix))

/** Whether a canonical name is blocked without a DNS query: internal names, and special-use suffixes. */
export const isRefused = (name: HostName): boolean =>
  isInternal(name) || specialUseSuffixes.some((suffix) => isWithin(name, suffix))

/** The rule that blocks a name, and its source, in one line; `undefined` exactly if {@link isRefused} is false. */
export const whyRefused = (name: HostName): string | undefined => {
  const suffix = refused.find((suffix) => isWithin(name, suffix))
  if (suffix !== undefined) return `${suffix} and below, ${sources[suffix]}`
  return name.includes(".") ? undefined : "a name without a dot, ICANN SAC053"
}

/** Whether `name` is `suffix` or below it: never `notexample.com` for `example.com`. */
export const isWithin = (name: string, suffix: string): boolean => name === suffix || name.endsWith(`.${suffix}`)

/**
 * Reads a host as `URL.hostname` returns it. `undefined` for an invalid DNS name: an empty or too long label (63) or
 * name (253, RFC 1035 section 2.3.4), or a character other than letters, digits, hyphen and underscore.
 */
export const fromUrlHost = (host: string): HostName | undefined => {
  const name = host.endsWith(".") ? host.slice(0, -1) : host
  return isHostName(name) ? name : undefined
}

/**
 * Reads a host name that a person or a model wrote, in any case, with IDN or one trailing dot; only a plain name is
 * valid.
 */
export const fromText = (text: string): HostName | undefined => {
  const trimmed = text.trim()
  // A parser's work on a host outside ASCII grows with the square of its length.
  if (trimmed.length > 1_024 || notInHostText.test(trimmed)) return undefined
  const url = URL.parse(`http://${trimmed}/`)
  return url === null || endsInNumber.test(url.hostname) ? undefined : fromUrlHost(url.hostname)
}

/** An IPv6 address without the brackets of `URL.hostname`; other hosts unchanged. */
export const unbracketed = (hostname: string): string => (hostname.startsWith("[") ? hostname.slice(1, -1) : hostname)

/** The host: a name in canonical form, else the result of {@link unbracketed}. */
export const hostOf = (url: URL): string => fromUrlHost(url.hostname) ?? unbracketed(url.hostname)

/** The port, including the scheme's default. */
export const portOf = (url: URL): number =>
  url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port)

// --- private --------------------------------------------------------------------------

type InternalSuffix = (typeof privateSuffixes)[number] | (typeof metadataNames)[number]
type Suffix = InternalSuffix | (typeof specialUseSuffixes)[number]
const internal: ReadonlyArray<InternalSuffix> = [...privateSuffixes, ...metadataNames]
const refused: ReadonlyArray<Suffix> = [...internal, ...specialUseSuffixes]
const sources: Readonly<Record<Suffix, string>> = {
  localhost: "RFC 6761 section 6.3",
  local: "RFC 6762 section 3",
  internal: "ICANN board resolution of 2024-07-29",
  "home.arpa": "RFC 8375",
  lan: "ICANN name collision findings",
  corp: "ICANN name collision findings",
  svc: "Kubernetes: DNS for Services and Pods",
  localdomain: "the default domain of Linux systems (hosts(5))",
  intranet: "RFC 6762 appendix G",
  private: "RFC 6762 appendix G",
  home: "RFC 6762 appendix G",
  invalid: "RFC 6761 section 6.4",
  onion: "RFC 7686",
  "in-addr.arpa": "reverse names of IPv4 addresses, RFC 1035 section 3.5",
  "ip6.arpa": "reverse names of IPv6 addresses, RFC 3596 section 2.5",
  "metadata.goog": "Google Cloud's documentation of instance metadata",
  "metadata.tencentyun.com": "Tencent Cloud's documentation of instance metadata",
  "metadata.packet.net": "Equinix Metal's documentation of instance metadata",
  "metadata.platformequinix.com": "Equinix Metal's documentation of instance metadata",
  "api.metadata.cloud.ibm.com": "IBM Cloud's documentation of instance metadata",
}
const label = /^[a-z0-9_-]{1,63}$/
const isHostName = (name: string): name is HostName =>
  name.length <= 253 && name.split(".").every((part) => label.test(part))
const notInHostText = /[\s/\\?#@:[\]%\p{Cc}]/u
const endsInNumber = /(?:^|\.)\d+\.?$/
