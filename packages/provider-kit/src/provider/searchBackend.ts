/**
 * The search backend of a provider, made of its identity and a mapping from a query to a request and from an answer to
 * rows. Everything else is here: address and key, read at each call; the deadline; statuses; the fields that the
 * provider can't express.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Predicate from "effect/Predicate"
import * as Struct from "effect/Struct"
import type { SearchQuery } from "@porthole/core"
import {
  Arguments,
  Deadline,
  HttpUrl,
  type InstantAnswer,
  type SearchHit,
  Settings,
  type WebBackend,
  WebError,
} from "@porthole/core"
import * as ProviderRequest from "./ProviderRequest.ts"
import { send } from "./ProviderRequest.ts"
import { type Endpoint, type Identity, type Options, resolveEndpoint } from "./Identity.ts"
import { type When, whenOf } from "./When.ts"

/** A field of the query that a provider may be able to express. */
export type Field = Exclude<keyof SearchQuery.SearchQuery, "query" | "max_results" | "include_metadata">

/** A query without empty filters: empty lists, and any language. */
export interface ProviderQuery extends SearchQuery.SearchQuery {
  /** Its dates. */
  readonly when: When
  /** The original query. */
  readonly original: SearchQuery.SearchQuery
}

/**
 * The rows of an answer; rows that can't be hits are dropped afterwards. `undefined` if it isn't an answer of this
 * provider.
 */
export type Found = ReadonlyArray<SearchHit.SearchRow> | WebError.WebError | undefined

/** The provider's own part. */
export type SearchMapping = RequestMapping & (JsonMapping | TextMapping)

/** How to call a provider, and the meaning of its refusals. */
export interface RequestMapping {
  /** The request of a query, with the key as the provider requires it; an error if the query can't be sent. */
  readonly request: (
    query: ProviderQuery,
    endpoint: Endpoint,
  ) => HttpClientRequest.HttpClientRequest | WebError.WebError
  /** The fields that {@link request} sends, if the query has them. Other fields are reported as `ignored`. */
  readonly supports: (query: ProviderQuery, endpoint: Endpoint) => ReadonlyArray<Field>
  /**
   * Maximum length of a query, in characters (code points); a longer one fails with {@link refusedQueryError} and
   * without a request.
   */
  readonly maxQueryLength?: number
  /** Refusals that the status alone doesn't show. */
  readonly fault?: ProviderRequest.ReadFault
  /**
   * Whether a reply, of any status, reports that there are no hits; {@link fault} isn't called then, and no rows are
   * read.
   */
  readonly isEmpty?: (reply: ProviderRequest.Reply) => boolean
  /**
   * Waits until the provider may be called, or fails if that comes after the current `Deadline`. It is then called
   * once.
   */
  readonly turn?: Effect.Effect<void, WebError.WebError>
}

/** What a provider says beside its rows. */
export interface Asides {
  readonly answers: ReadonlyArray<InstantAnswer.AnswerRow>
  readonly corrections: ReadonlyArray<string>
}

/** How to read an answer in JSON. */
export interface JsonMapping {
  readonly rows: (json: unknown, query: ProviderQuery, endpoint: Endpoint) => Found
  /** What the provider says beside its rows: answers, and corrections of the query. */
  readonly asides?: (json: unknown) => Asides
  /** The engines behind the provider, and their outcomes. */
  readonly attempts?: (json: unknown) => ReadonlyArray<WebError.Attempt>
}

/** How to read another answer. */
export interface TextMapping {
  readonly rowsOfText: (text: string) => Found
}

/**
 * A mapping, an effect that makes one with each backend, or a function that makes one from a program's options at each
 * call.
 */
export type SearchMappings<O> =
  | SearchMapping
  | Effect.Effect<SearchMapping>
  | ((options: Partial<O>) => Effect.Effect<SearchMapping, WebError.WebError>)

/** A search backend that still needs its HTTP client. */
export type SearchBackend = WebBackend.Factory<WebBackend.Search, never, HttpClient.HttpClient>

/** Makes the search backend with a program's address and key. */
export type MakeSearch<O extends Options = Options> = (options?: O) => SearchBackend

/** Makes the function that makes a provider's search backend. */
export const searchBackend =
  <O extends Options = Options>(identity: Identity, mappings: SearchMappings<O>): MakeSearch<O> =>
  (options) =>
    Effect.gen(function* () {
      const client = yield* HttpClient.HttpClient
      const made = Effect.isEffect(mappings) ? yield* mappings : mappings
      return Effect.fnUntraced(
        function* (request) {
          const mapping = typeof made === "function" ? yield* made(options ?? {}) : made
          const { search_timeout } = yield* Settings.Settings
          return yield* Deadline.withDefault(find(identity, mapping, options ?? {}, request), search_timeout)
        },
        Effect.provideService(HttpClient.HttpClient, client),
      )
    })

/** The query's fields that a provider which sends `sent` can't express, in alphabetical order. */
export const unsent = (query: SearchQuery.SearchQuery, sent: ReadonlyArray<Field>): ReadonlyArray<string> => {
  const fields = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  return fields.filter((name) => !(always.has(name) || sent.some((field) => field === name))).toSorted()
}

/** The error for a valid query that is too much for this provider; the next one in a chain may accept it. */
export const refusedQueryError = ({ title }: Identity): WebError.WebError =>
  Arguments.invalid("query", `query: it is too long or too complex for ${title}.`)

// --- private --------------------------------------------------------------------------

const always: ReadonlySet<string> = new Set(["query", "max_results", "include_metadata"])

/** The query without empty filters: empty lists, and any language. */
const withoutEmptyFilters = (query: SearchQuery.SearchQuery): SearchQuery.SearchQuery =>
  Struct.omit(query, [
    ...(query.domains?.length === 0 ? ["domains" as const] : []),
    ...(query.exclude_domains?.length === 0 ? ["exclude_domains" as const] : []),
    ...(query.language === "all" || query.language === "auto" ? ["language" as const] : []),
  ])

const find = Effect.fnUntraced(function* (
  identity: Identity,
  mapping: SearchMapping,
  options: Options,
  original: WebBackend.SearchRequest,
): Effect.fn.Return<WebBackend.SearchAnswer, WebError.WebError, HttpClient.HttpClient> {
  const at = yield* resolveEndpoint(identity, options)
  if (mapping.maxQueryLength !== undefined && Array.from(original.query).length > mapping.maxQueryLength) {
    return yield* Effect.fail(refusedQueryError(identity))
  }
  const query = withoutEmptyFilters(original)
  const { search_timeout } = yield* Settings.Settings
  const now = yield* Clock.currentTimeMillis
  const providerQuery: ProviderQuery = { ...query, when: whenOf(query, now), original }
  const request = mapping.request(providerQuery, at)
  if (request instanceof WebError.WebError) return yield* Effect.fail(request)
  if (mapping.turn !== undefined) yield* Deadline.withNearer(mapping.turn, search_timeout)
  const reply = yield* send(identity, request, {
    timeout: search_timeout,
    timeoutError: Deadline.searchTimeoutError,
    fault: mapping.fault,
    isAnswer: mapping.isEmpty,
    ...(mapping.turn === undefined ? {} : { once: true }),
  })
  const rows = foundIn(mapping, reply, providerQuery, at)
  if (rows === undefined) return yield* Effect.fail(ProviderRequest.unexpectedAnswerError(identity))
  if (rows instanceof WebError.WebError) return yield* Effect.fail(rows)
  const ignored = unsent(query, mapping.supports(providerQuery, at))
  const { answers = [], corrections = [] } = ("asides" in mapping ? mapping.asides?.(reply.json) : undefined) ?? {}
  const attempts = "attempts" in mapping ? (mapping.attempts?.(reply.json) ?? []) : []
  return {
    provider: identity.name,
    ...usable(rows),
    ...(answers.length === 0 ? {} : { answers }),
    ...(corrections.length === 0 ? {} : { corrections }),
    ...(ignored.length === 0 ? {} : { ignored }),
    ...(attempts.length === 0 ? {} : { attempts }),
  }
})

const foundIn = (mapping: SearchMapping, reply: ProviderRequest.Reply, query: ProviderQuery, at: Endpoint): Found => {
  if (mapping.isEmpty?.(reply) === true) return []
  if ("rowsOfText" in mapping) return mapping.rowsOfText(reply.text)
  return reply.json === undefined ? undefined : mapping.rows(reply.json, query, at)
}

/**
 * Keeps the rows with a title and an absolute http or https URL, and counts the others. Engines often return `ftp:` and
 * `javascript:` links, relative or empty URLs and hits without a title: one of them mustn't fail the search.
 */
const usable = (rows: ReadonlyArray<SearchHit.SearchRow>): Pick<WebBackend.SearchAnswer, "rows" | "unusable"> => {
  const kept = rows.filter(({ title, url }) => isText(title) && isText(url) && HttpUrl.normalise(url) !== undefined)
  const unusable = rows.length - kept.length
  return { rows: kept, ...(unusable === 0 ? {} : { unusable }) }
}

/** A mapping may return something other than text. */
const isText = (value: unknown): value is string => Predicate.isString(value) && value.trim() !== ""
