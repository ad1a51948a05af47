/** The calls of ordinary tenants: the rate of each kind, its requests, and whether an answer is the right one. */
import { type Answer, call, reasonOf, type Target } from "./Call.ts"

/** The kinds of calls. Those of `cached` read one page again and again, those of the others each another page. */
export const kinds = ["fetch", "cached", "query", "quote", "search", "render"] as const
export type Kind = (typeof kinds)[number]

/** A kind of call. */
export interface OrdinaryCall {
  /** Calls a second of one tenant. */
  readonly perSecond: number
  readonly path: string
  readonly bodyOf: (host: string, number: number) => object
  /** Part of every right answer. */
  readonly expected: string
}

/** The end of a call: `refused` asks the tenant to come back later, `lost` is everything else but an answer. */
export interface Outcome {
  readonly end: "answered" | "refused" | "lost"
  readonly reason: string
}

/** Milliseconds after which a tenant gives up. */
export const patience = 120_000

/** The sentence that scripts write into the page of `render`. */
export const drawn = "A script wrote this sentence about the tides."

export const calls: Readonly<Record<Kind, OrdinaryCall>> = {
  fetch: api(2, "fetch", (host, number) => ({ url: `http://${host}/page/${number}` }), "follows the moon"),
  cached: api(2, "fetch", (host) => ({ url: `http://${host}/page/0` }), "follows the moon"),
  query: api(
    1,
    "fetch",
    (host, number) => ({ url: `http://${host}/page/${number}`, query: "what does the tide follow" }),
    "follows the moon",
  ),
  quote: api(
    1,
    "quote",
    (host, number) => ({ url: `http://${host}/page/${number}`, quote: "the rise and fall of the sea" }),
    '"verdict":"exact"',
  ),
  search: api(1, "search", (host, number) => ({ query: `tides ${host} ${number}` }), "http://public.test/page/"),
  render: api(0.25, "fetch", (host, number) => ({ url: `http://${host}/app/${number}`, render: true }), drawn),
}

/** Makes a call, on a connection of its own or on one that is kept. */
export const make = async (
  kind: Kind,
  target: Target,
  { host, isKept, number }: { readonly host: string; readonly number: number; readonly isKept: boolean },
): Promise<Outcome> => {
  const { bodyOf, expected, path } = calls[kind]
  const signal = AbortSignal.timeout(patience)
  const options = isKept ? { signal } : { signal, agent: false as const }
  try {
    return outcomeOf(await call(target, path, bodyOf(host, number), options), expected)
  } catch (cause) {
    const reason = cause instanceof Error ? reasonOf(cause) : "error"
    return { end: "lost", reason: signal.aborted ? `no answer in ${patience / 1_000} s` : reason }
  }
}

// --- private --------------------------------------------------------------------------

function api(
  perSecond: number,
  endpoint: string,
  bodyOf: OrdinaryCall["bodyOf"],
  expected: OrdinaryCall["expected"],
): OrdinaryCall {
  return { perSecond, path: `/api/v1/${endpoint}`, bodyOf, expected }
}

const outcomeOf = ({ status, text }: Answer, expected: string): Outcome => {
  if (status === 200 && text.includes(expected)) return { end: "answered", reason: "" }
  const isRefused = status === 429 || status === 503 || text.includes('"retry_after":')
  const error = /"error":"(\w+)"/.exec(text)?.[1]
  const reason = status === 200 ? "200, but not what was asked for" : [status, error].filter(Boolean).join(" ")
  return { end: isRefused ? "refused" : "lost", reason }
}
