/**
 * The page reader of a provider, made of its identity and a mapping from a page to a request and from an answer to a
 * row. The URL has passed the policy before, so no internal name reaches a vendor.
 */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import {
  Arguments,
  Deadline,
  type FetchRequest,
  type PageRow,
  Settings,
  type WebBackend,
  WebError,
} from "@porthole/core"
import * as ProviderRequest from "./ProviderRequest.ts"
import { send } from "./ProviderRequest.ts"
import { type Endpoint, type Identity, type Options, resolveEndpoint } from "./Identity.ts"

/** A page to read, and the time for it. */
export interface ProviderPageRequest extends WebBackend.ExtractRequest {
  /** In ms, at least 1. */
  readonly timeLeft: number
}

/** The provider's own part. */
export interface ExtractMapping {
  /** The modes that it supports; another one fails with `invalid_request` and without a request. */
  readonly modes: ReadonlyArray<FetchRequest.ExtractMode>
  readonly request: (pageRequest: ProviderPageRequest, endpoint: Endpoint) => HttpClientRequest.HttpClientRequest
  /**
   * The page of an answer's JSON, or the reason why there is none; `undefined` if it isn't an answer of this provider.
   */
  readonly row: (json: unknown, request: WebBackend.ExtractRequest) => PageRow.PageRow | WebError.WebError | undefined
  /** Refusals that the status alone doesn't show. */
  readonly fault?: ProviderRequest.ReadFault
}

/** A mapping, or a function that makes one from a program's options at each call. */
export type ExtractMappings<O> =
  | ExtractMapping
  | ((options: Partial<O>) => Effect.Effect<ExtractMapping, WebError.WebError>)

/** A page reader that still needs its HTTP client. */
export type PageReader = WebBackend.Factory<WebBackend.Extract, never, HttpClient.HttpClient>

/** Makes the page reader with a program's address and key. */
export type MakeExtract<O extends Options = Options> = (options?: O) => PageReader

/** Makes the function that makes a provider's page reader. */
export const pageReader =
  <O extends Options = Options>(identity: Identity, mappings: ExtractMappings<O>): MakeExtract<O> =>
  (options) =>
    Effect.map(HttpClient.HttpClient, (client) =>
      Effect.fnUntraced(
        function* (request) {
          const mapping = typeof mappings === "function" ? yield* mappings(options ?? {}) : mappings
          return yield* read(identity, mapping, options ?? {}, request)
        },
        Effect.provideService(HttpClient.HttpClient, client),
      ),
    )

/** The error for a page that the provider couldn't read. */
export const unreadPageError = ({ title }: Identity): WebError.WebError =>
  WebError.make({ error: "extraction_failed", message: `${title} couldn't read this page. Use another page.` })

/** The error for a page whose site answered with an unsuccessful status, as the provider reports. */
export const siteError = (status_code: number): WebError.WebError =>
  WebError.make({
    error: "http_error",
    status_code,
    message: "The site answered with an error. Check the URL or use another page.",
  })

/** The error for a page that took too long, including the provider's own timeout. */
export const siteTimeoutError: WebError.WebError = Deadline.pageTimeoutError

// --- private --------------------------------------------------------------------------

const read = Effect.fnUntraced(function* (
  identity: Identity,
  mapping: ExtractMapping,
  options: Options,
  request: WebBackend.ExtractRequest,
): Effect.fn.Return<PageRow.PageRow, WebError.WebError, HttpClient.HttpClient> {
  const endpoint = yield* resolveEndpoint(identity, options)
  if (!mapping.modes.includes(request.mode)) {
    return yield* Effect.fail(
      Arguments.invalid("extract", `extract: ${identity.title} supports only ${mapping.modes.join(" and ")}.`),
    )
  }
  const { fetch_timeout } = yield* Settings.Settings
  const timeLeft = yield* Deadline.timeLeft(fetch_timeout)
  const reply = yield* send(identity, mapping.request({ ...request, timeLeft }, endpoint), {
    timeout: fetch_timeout,
    timeoutError: siteTimeoutError,
    fault: mapping.fault,
  })
  const row = reply.json === undefined ? undefined : mapping.row(reply.json, request)
  if (row === undefined) return yield* Effect.fail(ProviderRequest.unexpectedAnswerError(identity))
  return row instanceof WebError.WebError ? yield* Effect.fail(ProviderRequest.ofMapping(row)) : row
})
