/**
 * What a policy judged when it said no, for the operator: by which rule, where the rule comes from,
 * and the URL, host and addresses in question.
 *
 * It travels as the cause of the {@link WebError}, which no model sees, and is read back with
 * {@link of}. Nothing is made of it unless something is refused.
 */
import { causeOf, type WebError } from "../domain/WebError.ts"

/** The rules: a closed list, added to and never renamed. */
export const rules = [
  "shape",
  "length",
  "scheme",
  "credentials",
  "control_character",
  "host",
  "literal",
  "name",
  "domain",
  "site",
  "unseen",
  "port",
  "address",
  "downgrade",
  "loop",
  "redirect_limit",
  "redirect_refused",
] as const
export type Rule = (typeof rules)[number]

/** What was judged. `url`, `host` and addresses may be as the model, a site or a name server wrote them. */
export interface Judged {
  readonly rule: Rule
  /** The document, registry entry or setting behind the rule, as text. */
  readonly source: string
  readonly url: string
  /** The host as the policy read it, without brackets; absent where the URL has none that can be read. */
  readonly host?: string
  /** The one address that was refused. */
  readonly address?: string
  /** Every address that the host's name has, the refused one included. */
  readonly answers?: ReadonlyArray<string>
  /** The URL whose redirect led here; absent for the caller's own URL. */
  readonly from?: string
}

/** A {@link Judged} made fit for a log: no credentials, no control characters, nothing endless. */
export class Refusal implements Judged {
  readonly rule: Rule
  readonly source: string
  readonly url: string
  declare readonly host?: string
  declare readonly address?: string
  declare readonly answers?: ReadonlyArray<string>
  declare readonly from?: string

  constructor(judged: Judged) {
    this.rule = judged.rule
    this.source = judged.source
    this.url = urlForLog(judged.url)
    if (judged.host !== undefined) this.host = textForLog(judged.host)
    if (judged.address !== undefined) this.address = textForLog(judged.address)
    if (judged.answers !== undefined) this.answers = judged.answers.slice(0, mostAnswers).map(textForLog)
    if (judged.from !== undefined) this.from = urlForLog(judged.from)
    Object.freeze(this)
  }

  /** The same on a later hop, to which `from` redirected. */
  cameFrom(from: string): Refusal {
    return new Refusal({ ...this, from })
  }
}

/** What a policy judged when it made this error; `undefined` when no policy of ours did. */
export const of = (error: WebError): Refusal | undefined => {
  const cause = causeOf(error)
  return cause instanceof Refusal ? cause : undefined
}

/**
 * Whether an error says that the boundary, or the limit of redirects, kept a URL from being read; a backend of someone
 * else's may say so too.
 */
export const isRefusal = (error: WebError): boolean =>
  error.error === "blocked_url" || error.error === "unsupported_scheme" || error.reason === "too_many_redirects"

/**
 * A text of others, made fit for a log: what could steer a terminal or reorder a line is U+FFFD, and
 * after 2,048 characters it ends in an ellipsis.
 */
export const textForLog = (text: string): string => {
  const printable = text.replace(unprintable, "\ufffd")
  return printable.length > longest ? `${printable.slice(0, longest)}…` : printable
}

/**
 * A URL, or what was meant as one, made fit for a log: {@link textForLog} of it without credentials.
 * Those of a URL inside another are taken out as well, by taking too much: an `@` behind the host, also
 * spelled `%40`, takes all between the host and itself along, and `/…@` says so. A text without an
 * `@` stays as it was written.
 */
export const urlForLog = (url: string): string =>
  // Cut last: a cut in front of the `@` would leave half a password standing.
  textForLog(withoutCredentials(url))

// --- private --------------------------------------------------------------------------

const longest = 2_048
const mostAnswers = 256

// oxlint-disable-next-line no-control-regex -- control characters are what is taken out
const unprintable = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** An `@`, which may have been encoded more than once in a URL that travels inside another. */
const at = /@|%(?:25)*40/

const afterLastAt = (text: string): string => text.split(at).at(-1) ?? ""

/** Patterns are anchored or have one way to match, so that their work is linear in whatever is sent. */
const withoutCredentials = (text: string): string => {
  const bare = withoutDropped(text)
  if (!at.test(bare)) return text
  const url = afterLastAt(authority.exec(bare)?.[1] ?? "").length > longestHost ? null : URL.parse(bare)
  // Without a host that a parser can tell, nobody can say how far a password goes.
  return url === null || url.host === ""
    ? `${schemeAndSlashes.exec(bare)?.[0] ?? ""}${afterLastAt(bare)}`
    : `${url.protocol}//${afterLastAt(url.host)}${pathWithoutCredentials(url.pathname + url.search + url.hash)}`
}

/**
 * A parser's work on a host that isn't ASCII grows with its square. A name has at most 253 characters
 * (RFC 1035 section 2.3.4), or four times that with escapes.
 */
const longestHost = 1_024
const authority = /^(?:[a-z][a-z0-9+.-]*:)?[/\\]*([^/\\?#]*)/i

/** Without what the WHATWG parser drops from the front and anywhere, in which a scheme or an `@` could hide. */
const withoutDropped = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  text.replace(/^[\u0000-\u0020]+/, "").replace(/[\t\n\r]/g, "")

/** Of no other scheme: it could be a user's name. */
const schemeAndSlashes = /^(?:(?:https?|wss?|ftp):)?[/\\]*/i

const pathWithoutCredentials = (path: string): string => {
  const parts = path.split(at)
  const isKept = parts.length === 1 || (parts.length === 2 && parts[0] === "/")
  return isKept ? path : `/…@${parts.at(-1) ?? ""}`
}
