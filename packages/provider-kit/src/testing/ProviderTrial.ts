/** One call of a provider over a recorded answer: the request it sent, and its result. For tests of a mapping. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type FetchRequest, Settings, type WebBackend, type WebError, WebUrl } from "@porthole/core"
import type { PageReader } from "../provider/pageReader.ts"
import * as Json from "../provider/Json.ts"
import type { SearchBackend } from "../provider/searchBackend.ts"
import * as ProviderDouble from "./ProviderDouble.ts"

/** A request without the parts that every request has. A body is its JSON, else its text; an empty one is absent. */
export interface Sent {
  readonly method: string
  /** Without query. */
  readonly url: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** The outcome of a search, and its requests. */
export interface Searched {
  readonly answer: WebBackend.SearchAnswer
  readonly sent: ReadonlyArray<Sent>
}

/** Searches with a backend over an answer. */
export const search = Effect.fnUntraced(function* (
  backend: SearchBackend,
  request: WebBackend.SearchRequest,
  recorded: ProviderDouble.Outcome,
): Effect.fn.Return<Searched, WebError.WebError> {
  const double = ProviderDouble.make(recorded)
  const ask = yield* Effect.provide(backend, double.layer)
  const answer = yield* ask(request)
  return {
    answer: "rows" in answer ? answer : { provider: "custom", rows: answer },
    sent: double.seen.map(sentOf),
  }
})

/** The outcome of reading a page, and its requests. */
export interface Read {
  readonly row: unknown
  readonly sent: ReadonlyArray<Sent>
}

/** Reads the page of a URL with a page reader over an answer. */
export const extract = Effect.fnUntraced(function* (
  backend: PageReader,
  url: string,
  mode: FetchRequest.ExtractMode,
  recorded: ProviderDouble.Outcome,
): Effect.fn.Return<Read, WebError.WebError> {
  const target = yield* Effect.fromResult(WebUrl.judge(url, yield* Settings.Settings))
  const request = { url: target.url, target, mode }
  const double = ProviderDouble.make(recorded)
  const read = yield* Effect.provide(backend, double.layer)
  return { row: yield* read(request), sent: double.seen.map(sentOf) }
})

// --- private --------------------------------------------------------------------------

const common: ReadonlySet<string> = new Set(["user-agent", "accept-encoding", "content-length"])

const sentOf = ({ body, headers, method, url }: ProviderDouble.Seen): Sent => ({
  method,
  url: url.origin + url.pathname,
  query: Object.fromEntries(url.searchParams),
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !common.has(name))),
  ...(body === "" ? {} : { body: Option.getOrElse(Json.parse(body), () => body) }),
})
