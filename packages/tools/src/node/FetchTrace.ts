/**
 * A fetch traced step by step: for an operator who wants to know why a URL is refused or where it leads. A model never
 * sees it, and foreign texts in it are safe for a log (`LogText.urlForLog` and `LogText.textForLog`).
 *
 * It uses the real transport over the same ports and observes the ports, so a fetch without a trace costs nothing more.
 * It isn't a whole fetch: it reads no body, it ends with any final status (500 too) and any type, and it retries no
 * failure.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { AddressExplanation, BetterAddress, LogText, type Network, Settings, WebError, WebUrl } from "@porthole/core"

/** One address of a host. */
export interface AddressVerdict {
  readonly address: string
  /** The block that contains it, and the block's source; absent for a public address. */
  readonly refused?: string
}

/** One attempt to reach a vetted address, and its failure, if it failed. */
export interface Dial {
  readonly address: string
  readonly failure?: WebError.Wire
  /** The system's reason for the failure, such as `CERT_HAS_EXPIRED: certificate has expired`. */
  readonly detail?: string
  /** The certificate that the address presents, if TLS failed. */
  readonly certificate?: Network.PresentedCertificate
}

/** One hop: a URL that the URL policy admits, and its outcome. */
export interface HopTrace {
  readonly url: string
  readonly host: string
  readonly port: number
  /** The source of the addresses: the URL itself, a DNS answer, or an earlier hop's answer. */
  readonly answeredBy?: "literal" | "dns" | "pin"
  readonly addresses: ReadonlyArray<AddressVerdict>
  readonly dials: ReadonlyArray<Dial>
  /** The resolver's reason for the missing address, such as `ENOTFOUND`. */
  readonly unresolved?: string
  readonly status?: number
  /** The Location header of a redirect, made safe for a log. */
  readonly location?: string
}

/** The end of a trace: the status of a page, an error, or not started. */
export type End =
  | { readonly kind: "page"; readonly status: number }
  | { readonly kind: "error"; readonly error: WebError.WebError }
  | { readonly kind: "not started" }

/** A better address of a page by one rule, in their order: a fetch takes the first that isn't refused. */
export interface BetterTrace {
  readonly rule: string
  /** Whether a fetch reads it before the page, or after a page without text. */
  readonly when: "before" | "after"
  readonly url: string
  readonly source: string
  /** The policy's refusal. */
  readonly refused?: WebError.Wire
}

/** A whole trace; without hops if the URL policy blocked the URL itself. */
export interface Trace {
  readonly url: string
  readonly hops: ReadonlyArray<HopTrace>
  /** The better addresses of the page; the trace requests none of them. */
  readonly better: ReadonlyArray<BetterTrace>
  readonly end: End
}

/** Traces a URL, under the deadline of a fetch. */
export type FetchTracer = (url: string) => Effect.Effect<Trace>

/** The tracer that sends no DNS query and dials nothing: it only applies the URL policy. */
export const offline: FetchTracer = Effect.fnUntraced(function* (url): Effect.fn.Return<Trace> {
  const settings = yield* Settings.Settings
  const loggedUrl = LogText.urlForLog(url)
  return Result.match(WebUrl.judge(url, settings), {
    onFailure: (error): Trace => ({ url: loggedUrl, hops: [], better: [], end: { kind: "error", error } }),
    onSuccess: (vetted): Trace => ({
      url: loggedUrl,
      hops: [hopAt(vetted)],
      better: betterOf(vetted, settings),
      end: { kind: "not started" },
    }),
  })
})

/** The better addresses of a page, by the rules in force. */
export const betterOf = (page: WebUrl.Target, settings: Settings.SettingsShape): ReadonlyArray<BetterTrace> =>
  BetterAddress.candidates(page, settings, settings).map(traceOf)

const traceOf = ({ judged, rule, url }: BetterAddress.Candidate): BetterTrace => ({
  rule: rule.name,
  when: rule.when,
  url: LogText.urlForLog(url),
  source: rule.source,
  ...(Result.isFailure(judged) ? { refused: judged.failure.wire } : {}),
})

/** A hop before any query or dial. An IP address in the URL needs no query. */
export const hopAt = ({ host, literal, port, url: vetted }: WebUrl.Target): HopTrace => {
  const url = LogText.urlForLog(vetted)
  return literal
    ? { url, host, port, answeredBy: "literal", addresses: [verdictOn(host)], dials: [] }
    : { url, host, port, addresses: [], dials: [] }
}

/** The innermost reason of a failure, in one line: the system's code and words. */
export const detailOf = (error: WebError.WebError): string | undefined => {
  let detail: string | undefined
  for (const cause of WebError.chainOf(WebError.causeOf(error))) {
    const code = "code" in cause && typeof cause.code === "string" ? cause.code : undefined
    const words = code === undefined || cause.message.includes(code) ? cause.message : `${code}: ${cause.message}`
    if (code !== undefined || detail === undefined) detail = words
  }
  return detail === undefined || detail === "" ? undefined : LogText.textForLog(detail)
}

/** A host's certificate, made safe for a log, because all of it comes from the host. */
export const certificateForLog = ({ issuer, names, subject, valid_from, valid_to }: Network.PresentedCertificate) => ({
  subject: LogText.textForLog(subject),
  issuer: LogText.textForLog(issuer),
  names: LogText.textForLog(names),
  valid_from: LogText.textForLog(valid_from),
  valid_to: LogText.textForLog(valid_to),
})

/** An address with the reason that it is refused, if it is. */
export const verdictOn = (answer: string): AddressVerdict => {
  const refused = AddressExplanation.explain(answer)
  const address = LogText.textForLog(answer)
  return refused === undefined ? { address } : { address, refused }
}
