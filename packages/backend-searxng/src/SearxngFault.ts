/**
 * What an instance's refusals and failures mean in the kernel's words.
 *
 * The sentences are ours alone: nothing of the address or of what the server said goes into them.
 * Where an operator can mend it, they name the setting to change.
 */
import { Arguments, Blameless, type EndpointClient, WebError } from "@porthole/core"
import * as Provider from "@porthole/core/provider"
import { refusedParameter, type WireFault } from "./SearxngWire.ts"

/** The error for an answer that never came whole. */
export const fromEndpoint = (error: EndpointClient.EndpointError): WebError.WebError => {
  switch (error.reason) {
    case "timeout":
      return WebError.make({ error: "timeout", message: "The search took too long." }, error)
    case "too_large":
      return unreachable("SearXNG's answer is too large.", error)
    case "malformed":
      return unreachable("SearXNG's answer can't be decoded.", error)
    case "unreachable":
      return unreachable("Your SearXNG at SEARXNG_URL doesn't answer: `porthole doctor` says why.", error)
  }
}

/** The error for an answer's status; `undefined` when that is a success. `now` is in ms since the epoch. */
export const fromResponse = (response: EndpointClient.EndpointResponse, now: number): WebError.WebError | undefined => {
  const { status, text } = response
  if (status >= 200 && status < 300) return undefined
  if (status === 400) return invalidParameter(text) ?? Blameless.of(unreachable(sentences[400]))
  if (status === 429) return rateLimited(Provider.retryAfter(response, now))
  if (status >= 300 && status < 400) return unreachable(sentences.redirect)
  return unreachable(isExplained(status) ? sentences[status] : sentences.other)
}

/** The error for a success that holds no answer. */
export const fromWire = (fault: WireFault): WebError.WebError => unreachable(sentences[fault])

/** The error for no rows where engines behind the instance failed. */
export const noEngineAnswered = (): WebError.WebError => unreachable("SearXNG was reached, but no engine answered.")

// --- private --------------------------------------------------------------------------

const unreachable = (message: string, cause?: unknown): WebError.WebError =>
  WebError.unavailable("searxng", "unreachable", message, cause)

const rateLimited = (retry_after: number | undefined): WebError.WebError => {
  const error = WebError.unavailable("searxng", "rate_limited", sentences[429])
  return retry_after === undefined ? error : WebError.make({ ...error.wire, retry_after: Math.max(1, retry_after) })
}

const sentences = {
  400: "SearXNG refused the search as malformed.",
  401: "SearXNG wants credentials: put user name and password into SEARXNG_URL.",
  403: "SearXNG refused to answer in JSON: add json to search.formats in its settings.yml.",
  404: "There is no search at SEARXNG_URL: a path prefix of the SearXNG belongs to it.",
  429: "SearXNG's limiter refused the search: let this client pass in its limiter.toml, or set server.limiter to false in its settings.yml.",
  redirect: "SearXNG redirected the search, which is never followed: SEARXNG_URL has to be its final address.",
  not_json: "What answered is no JSON: SEARXNG_URL has to be the address of a SearXNG.",
  not_an_answer: "What answered is no list of results: SEARXNG_URL has to be the address of a SearXNG.",
  other: "SearXNG answered with an error.",
} as const

const isExplained = (status: number): status is 401 | 403 | 404 => status === 401 || status === 403 || status === 404

/** Our parameter for each of SearXNG's. */
const parameters: ReadonlyMap<string, string> = new Map([
  ["q", "query"],
  ["query", "query"],
  ["pageno", "page"],
  ["language", "language"],
  ["lang", "language"],
  ["time_range", "time_range"],
  ["categories", "category"],
  ["category", "category"],
  ["safesearch", "safesearch"],
])

const invalidParameter = (text: string): WebError.WebError | undefined => {
  const field = parameters.get(refusedParameter(text) ?? "")
  return field === undefined ? undefined : Arguments.invalid(field, `${field}: SearXNG doesn't accept this value.`)
}
