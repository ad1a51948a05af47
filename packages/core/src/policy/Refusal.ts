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
    this.url = judged.rule === "shape" ? forLog(judged.url.replace(upToTheLastAt, "$1")) : urlForLog(judged.url)
    if (judged.host !== undefined) this.host = forLog(judged.host)
    if (judged.address !== undefined) this.address = forLog(judged.address)
    if (judged.answers !== undefined) this.answers = judged.answers.slice(0, mostAnswers).map(forLog)
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

/** Whether an error says that the boundary, or the limit of redirects, kept a URL from being read; a backend of someone else's may say so too. */
export const isRefusal = (error: WebError): boolean =>
  error.error === "blocked_url" || error.error === "unsupported_scheme" || error.reason === "too_many_redirects"

// --- private --------------------------------------------------------------------------

const longest = 2_048
const mostAnswers = 256

// oxlint-disable-next-line no-control-regex -- control characters are what is taken out
const unprintable = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

const forLog = (text: string): string => {
  const printable = text.replace(unprintable, "\ufffd")
  return printable.length > longest ? `${printable.slice(0, longest)}…` : printable
}

/** Cut last: a cut in front of the `@` would leave half a password standing. */
const urlForLog = (url: string): string => forLog(withoutCredentials(url))

/** In a text that no parser reads, nobody can tell where a password ends. */
const upToTheLastAt = /^([a-z][a-z0-9+.-]*:[/\\]*)?[^]*@/i

/**
 * Takes out what stands where credentials stand, also in a URL inside another. Too much is better
 * than too little: a path may lose an `@` and what is before it.
 */
const withoutCredentials = (url: string): string =>
  url.includes("@")
    ? url
        .trim()
        // The WHATWG parser drops them anywhere, so they hide what they stand in from a pattern.
        .replace(/[\t\n\r]/g, "")
        .replace(/^((?:https?:|[a-z][a-z0-9+.-]*:(?=[/\\]))?[/\\]*)[^/\\?#]*@/i, "$1")
        .replace(/([/\\]{2})[^/\\?#]*@/g, "$1")
    : url
