/**
 * The search half of a provider, made of its identity and a mapping: a query to a request, an answer to
 * rows. Everything else is here: where and with which key it is asked, read at each call; the deadline; statuses; what
 * the provider can't express.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Struct from "effect/Struct"
import * as Arguments from "../domain/Arguments.ts"
import * as Late from "../domain/Late.ts"
import type { SearchRow } from "../domain/SearchHit.ts"
import type { SearchQuery } from "../domain/SearchQuery.ts"
import { Settings } from "../domain/Settings.ts"
import type * as WebError from "../domain/WebError.ts"
import type { Half, Search, SearchAnswer, SearchRequest } from "../ports/WebBackend.ts"
import { ask } from "./ask.ts"
import * as Fault from "./Fault.ts"
import { type Identity, type Options, place, type Place } from "./Identity.ts"
import { usable } from "./Rows.ts"
import * as When from "./When.ts"

/** A field of the query that a provider may be able to express. */
export type Field = Exclude<keyof SearchQuery, "query" | "max_results" | "include_metadata">

/** A query, and what it says of dates. */
export interface Question extends SearchQuery {
  readonly when: When.When
}

/** What is the provider's own. */
export interface SearchMapping {
  /** The request of a query, with the key where the provider wants it. */
  readonly request: (question: Question, place: Place) => HttpClientRequest.HttpClientRequest
  /** The fields that {@link request} sends, if the query has them. What isn't named here is told as `ignored`. */
  readonly sends: (question: Question, place: Place) => ReadonlyArray<Field>
  /** The rows of an answer, its JSON; rows that can't be hits are dropped afterwards. `undefined` where it is no answer of this provider. */
  readonly rows: (json: unknown, question: Question) => ReadonlyArray<SearchRow> | undefined
  /** The longest query that it takes, in characters (code points); a longer one is {@link refusedQuery}, with nothing asked. */
  readonly longestQuery?: number
  /** Refusals that the status alone doesn't tell. */
  readonly fault?: Fault.ReadFault
  /** Whether a reply, of whatever status, says that there are no hits; {@link fault} and {@link rows} aren't asked then. */
  readonly isEmpty?: (reply: Fault.Reply) => boolean
}

/** A search half that isn't given its client yet. */
export type SearchHalf = Half<Search, never, HttpClient.HttpClient>

/** Makes the half for what a program says of address and key. */
export type MakeSearch = (options?: Options) => SearchHalf

/** The maker of a provider's search half. */
export const search =
  (identity: Identity, mapping: SearchMapping): MakeSearch =>
  (options = {}) =>
    Effect.map(
      HttpClient.HttpClient,
      (client) => (request) =>
        Effect.provideService(find(identity, mapping, options, request), HttpClient.HttpClient, client),
    )

/** The query's fields that a provider which sends `sent` can't express, in alphabetical order. */
export const unsent = (query: SearchQuery, sent: ReadonlyArray<Field>): ReadonlyArray<string> => {
  const fields = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  return fields.filter((name) => !(always.has(name) || sent.some((field) => field === name))).toSorted()
}

/** The error for a query that is good in itself, and too much for this provider: its next in a chain may take it. */
export const refusedQuery = ({ title }: Identity): WebError.WebError =>
  Arguments.invalid("query", `query: ${title} doesn't take it, since it is too long or too complex.`)

// --- private --------------------------------------------------------------------------

const always: ReadonlySet<string> = new Set(["query", "max_results", "include_metadata", "endsAt"])

/** The query without what asks for nothing: lists that are empty, and any language. */
const withoutNothing = (query: SearchQuery): SearchQuery =>
  Struct.omit(query, [
    ...(query.domains?.length === 0 ? ["domains" as const] : []),
    ...(query.exclude_domains?.length === 0 ? ["exclude_domains" as const] : []),
    ...(query.language === "all" || query.language === "auto" ? ["language" as const] : []),
  ])

const find = Effect.fnUntraced(function* (
  identity: Identity,
  mapping: SearchMapping,
  options: Options,
  { endsAt, ...asked }: SearchRequest,
): Effect.fn.Return<SearchAnswer, WebError.WebError, HttpClient.HttpClient> {
  const at = yield* place(identity, options)
  if (mapping.longestQuery !== undefined && Array.from(asked.query).length > mapping.longestQuery) {
    return yield* Effect.fail(refusedQuery(identity))
  }
  const query = withoutNothing(asked)
  const { search_timeout } = yield* Settings
  const question: Question = { ...query, when: When.of(query, yield* Clock.currentTimeMillis) }
  const reply = yield* ask(identity, mapping.request(question, at), {
    timeout: search_timeout,
    endsAt,
    late: Late.search,
    fault: mapping.fault,
    isAnswer: mapping.isEmpty,
  })
  const rows =
    mapping.isEmpty?.(reply) === true ? [] : reply.json === undefined ? undefined : mapping.rows(reply.json, question)
  if (rows === undefined) return yield* Effect.fail(Fault.notItself(identity))
  const ignored = unsent(query, mapping.sends(question, at))
  return { provider: identity.name, ...usable(rows), ...(ignored.length === 0 ? {} : { ignored }) }
})
