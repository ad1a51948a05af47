/** The trace of a fetch: hop by hop for a person, and the same as one JSON object. */
import { type Network, Refusal, RefusalReport, type WebError } from "@porthole/core"
import type { FetchTrace } from "@porthole/tools"
import * as Printable from "./Printable.ts"

/**
 * Shows a trace. Line breaks in texts from a site or a certificate are removed; the trace has already removed
 * credentials from them.
 */
export const of = (trace: FetchTrace.Trace): string =>
  [
    Printable.line(trace.url),
    ...trace.hops.flatMap((hop, at) => hopLines(hop, at + 1, trace.end.kind !== "not started")),
    ...endLines(trace.end),
    ...betterLines(trace.better),
  ]
    .map((line) => `${line}\n`)
    .join("")

/**
 * A trace as JSON: the URL, whether the policy allows it or which error ended the fetch, the hops (`stops`), the rule
 * of a `refusal`, and `better` addresses. A page is `allowed` whatever its `status`; a fetch of it may still fail.
 */
export const json = ({ better, end, hops, url }: FetchTrace.Trace) => {
  const refusal = end.kind === "error" ? Refusal.of(end.error) : undefined
  return {
    url,
    allowed: end.kind !== "error",
    ...(end.kind === "error" ? end.error.wire : {}),
    ...(end.kind === "page" ? { status: end.status } : {}),
    walked: end.kind !== "not started",
    stops: hops,
    ...(better.length === 0 ? {} : { better }),
    ...(refusal === undefined ? {} : { refusal }),
  }
}

// --- private --------------------------------------------------------------------------

const margin = " ".repeat(5)

/** A label in a column of its own, beside the first of its lines. */
const labelled = (label: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.map((line, at) => `${margin}${(at === 0 ? label : "").padEnd(10)}${Printable.line(line)}`)

const hopLines = (hop: FetchTrace.HopTrace, number: number, isStarted: boolean): ReadonlyArray<string> => [
  `${`${number}.`.padStart(4)} ${Printable.line(hop.url)}`,
  ...labelled("policy", [`admits the URL: host ${hop.host}, port ${hop.port}`]),
  ...labelled(hop.answeredBy === undefined ? "" : origins[hop.answeredBy], hop.addresses.map(addressLine)),
  ...(hop.unresolved === undefined ? [] : labelled("DNS", [`has no address: ${hop.unresolved}`])),
  ...(isStarted && hop.dials.length === 0 ? labelled("dialled", ["nothing"]) : []),
  ...labelled("dialled", hop.dials.map(dialLine)),
  ...hop.dials.flatMap(({ certificate }) => (certificate === undefined ? [] : certificateLines(certificate))),
  ...(hop.status === undefined ? [] : labelled("answered", [answerOf(hop.status, hop.location)])),
]

/** The sources of addresses. */
const origins = { literal: "literal", dns: "DNS", pin: "pinned" } as const

const addressLine = ({ address, refused }: FetchTrace.AddressVerdict): string =>
  `${address} ${refused === undefined ? "is public" : `is refused: ${refused}`}`

const dialLine = ({ address, detail, failure }: FetchTrace.Dial): string =>
  failure === undefined ? address : `${address}: ${namesOf(failure)}${detail === undefined ? "" : `: ${detail}`}`

const certificateLines = ({ issuer, names, subject, valid_from, valid_to }: Network.PresentedCertificate) =>
  labelled("presents", [
    `a certificate for ${names || "no name"}`,
    `for the subject ${subject || "none"}, signed by ${issuer || "none"}`,
    `valid from ${valid_from} to ${valid_to}`,
  ])

const answerOf = (status: number, location: string | undefined): string =>
  location === undefined ? String(status) : `${status}, to ${location}`

const endLines = (end: FetchTrace.End): ReadonlyArray<string> => {
  if (end.kind === "page") return [`  => a page, status ${end.status}`]
  if (end.kind === "not started") return ["  => admitted so far; --offline sends no request, not even to DNS"]
  const { error } = end
  const refusal = Refusal.of(error)
  const verdict = RefusalReport.isRefusal(error) ? "refused" : "failed"
  return [
    `  => ${verdict}: ${namesOf(error.wire)}`,
    ...(refusal === undefined ? [] : refusalLines(refusal)),
    ...labelled("message", [error.message]),
  ]
}

/** The better addresses; a fetch reads the first that the policy admits. */
const betterLines = (better: ReadonlyArray<FetchTrace.BetterTrace>): ReadonlyArray<string> => {
  const first = better.find(({ refused }) => refused === undefined)
  const useOf = (one: FetchTrace.BetterTrace): string => {
    if (one !== first) return one.refused === undefined ? "not read, because an earlier rule counts" : "not read"
    return `a fetch reads it ${one.when === "before" ? "before the page" : "if the page holds hardly any text"}`
  }
  return better.flatMap((one) => [
    ...labelled("better", [one.url]),
    ...labelled("rule", [`${one.rule}: ${useOf(one)}`]),
    ...labelled("source", [one.source]),
    ...(one.refused === undefined ? [] : labelled("refused", [namesOf(one.refused)])),
  ])
}

const refusalLines = ({ address, advice, from, rule, source, url }: Refusal.Refusal): ReadonlyArray<string> => [
  ...labelled("rule", [rule]),
  ...labelled("source", [source]),
  ...labelled("url", [url]),
  ...(address === undefined ? [] : labelled("address", [address])),
  ...(from === undefined ? [] : labelled("from", [from])),
  ...(advice === undefined ? [] : labelled("advice", [advice])),
]

const namesOf = ({ error, reason }: WebError.Wire): string => (reason === undefined ? error : `${error} / ${reason}`)
