/**
 * A walk over hops, told step by step: for an operator who asks why a URL is refused or where it
 * leads. Nothing of it is for a model, and what others wrote in it is fit for a log: `Refusal.urlForLog`
 * and `Refusal.textForLog` have been at it.
 *
 * The walk is the real one, over the same ports: it is watched from the ports, so it neither knows
 * nor costs anything when nobody watches. It isn't all of a fetch: the pages' bodies aren't read, a page
 * of any status and type is an end, 500 too, and what fails isn't tried a second time.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type Dialer, Refusal, Settings, WebError, WebUrl, WhyNotPublic } from "@porthole/core"

/** One address that a host has. */
export interface JudgedAddress {
  readonly address: string
  /** The block that refuses it and its source; absent for a public address. */
  readonly refused?: string
}

/** One attempt to reach a vetted address, and how it failed if it did. */
export interface Dial {
  readonly address: string
  readonly failure?: WebError.Wire
  /** The system's reason for the failure, such as `CERT_HAS_EXPIRED: certificate has expired`. */
  readonly detail?: string
  /** The certificate that the address presents, where TLS failed. */
  readonly certificate?: Dialer.PresentedCertificate
}

/** One stop of a walk: a URL that the URL policy admits, and what came of it. */
export interface Stop {
  readonly url: string
  readonly host: string
  readonly port: number
  /** Where the addresses come from: the URL itself, a DNS answer, or one that an earlier stop got. */
  readonly answeredBy?: "literal" | "dns" | "pin"
  readonly addresses: ReadonlyArray<JudgedAddress>
  readonly dials: ReadonlyArray<Dial>
  /** The resolver's reason for having no address, such as `ENOTFOUND`. */
  readonly unresolved?: string
  readonly status?: number
  /** The Location header of a redirect, one character a byte. */
  readonly location?: string
}

/** How a walk ended: with the status of a page, with an error, or not begun. */
export type End =
  | { readonly kind: "page"; readonly status: number }
  | { readonly kind: "error"; readonly error: WebError.WebError }
  | { readonly kind: "not walked" }

/** A whole walk; without stops when the URL policy refused the URL itself. */
export interface Trace {
  readonly url: string
  readonly stops: ReadonlyArray<Stop>
  readonly end: End
}

/** Walks from a URL, under the deadline of a fetch. */
export type Tracer = (url: string) => Effect.Effect<Trace>

/** The tracer that asks no DNS and dials nothing: what the URL policy says, and no more. */
export const offline: Tracer = Effect.fnUntraced(function* (url): Effect.fn.Return<Trace> {
  const settings = yield* Settings.Settings
  const asked = Refusal.urlForLog(url)
  return Result.match(WebUrl.parse(url, settings), {
    onFailure: (error): Trace => ({ url: asked, stops: [], end: { kind: "error", error } }),
    onSuccess: (vetted): Trace => ({ url: asked, stops: [stopAt(vetted)], end: { kind: "not walked" } }),
  })
})

/** A stop before anything was asked or dialled; a literal is its own answer. */
export const stopAt = (vetted: WebUrl.WebUrl): Stop => {
  const { host, literal, port } = WebUrl.target(vetted)
  const url = Refusal.urlForLog(vetted)
  return literal
    ? { url, host, port, answeredBy: "literal", addresses: [judged(host)], dials: [] }
    : { url, host, port, addresses: [], dials: [] }
}

/** The innermost reason of a failure, in a line: the system's code and words. */
export const detailOf = (error: WebError.WebError): string | undefined => {
  let detail: string | undefined
  let cause = WebError.causeOf(error)
  for (let depth = 0; depth < 8 && cause instanceof Error; depth++, cause = cause.cause) {
    const code = "code" in cause && typeof cause.code === "string" ? cause.code : undefined
    const words = code === undefined || cause.message.includes(code) ? cause.message : `${code}: ${cause.message}`
    if (code !== undefined || detail === undefined) detail = words
  }
  return detail === undefined || detail === "" ? undefined : Refusal.textForLog(detail)
}

/** What a host presents, fit for a log: all of it is the host's. */
export const presented = ({ issuer, names, subject, valid_from, valid_to }: Dialer.PresentedCertificate) => ({
  subject: Refusal.textForLog(subject),
  issuer: Refusal.textForLog(issuer),
  names: Refusal.textForLog(names),
  valid_from: Refusal.textForLog(valid_from),
  valid_to: Refusal.textForLog(valid_to),
})

/** An address with what there is against it. */
export const judged = (answer: string): JudgedAddress => {
  const refused = WhyNotPublic.explain(answer)
  const address = Refusal.textForLog(answer)
  return refused === undefined ? { address } : { address, refused }
}
