/**
 * The reading half of a provider, made of its identity and a mapping: a page to a request, an answer to a
 * row. The URL has passed the policy before it comes here, so no name of ours is told to a vendor.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Arguments from "../domain/Arguments.ts"
import type { ExtractMode } from "../domain/FetchRequest.ts"
import * as Deadline from "../domain/Deadline.ts"
import type { PageRow } from "../domain/StoredPage.ts"
import { Settings } from "../domain/Settings.ts"
import * as WebError from "../domain/WebError.ts"
import type { Extract, ExtractRequest, Half } from "../ports/WebBackend.ts"
import * as Fault from "./Fault.ts"
import { ask } from "./Fault.ts"
import { type Identity, type Options, place, type Place } from "./Identity.ts"

/** A page to read, and how long that may take. */
export interface PageQuestion extends ExtractRequest {
  /** In ms, at least 1. */
  readonly left: number
}

/** What is the provider's own. */
export interface ExtractMapping {
  /** What it can give; another mode is refused as `invalid_request`, with nothing asked. */
  readonly modes: ReadonlyArray<ExtractMode>
  readonly request: (question: PageQuestion, place: Place) => HttpClientRequest.HttpClientRequest
  /** The page of an answer, its JSON, or why there is none; `undefined` where it is no answer of this provider. */
  readonly row: (json: unknown, request: ExtractRequest) => PageRow | WebError.WebError | undefined
  /** Refusals that the status alone doesn't tell. */
  readonly fault?: Fault.ReadFault
}

/** A reading half that isn't given its client yet. */
export type ExtractHalf = Half<Extract, never, HttpClient.HttpClient>

/** Makes the half for what a program says of address and key. */
export type MakeExtract = (options?: Options) => ExtractHalf

/** The maker of a provider's reading half. */
export const extract =
  (identity: Identity, mapping: ExtractMapping): MakeExtract =>
  (options = {}) =>
    Effect.map(
      HttpClient.HttpClient,
      (client) => (request) =>
        Effect.provideService(read(identity, mapping, options, request), HttpClient.HttpClient, client),
    )

/** The error for a page that the provider was reached for, and couldn't read. */
export const unread = ({ title }: Identity): WebError.WebError =>
  WebError.make({ error: "extraction_failed", message: `${title} couldn't read this page. Use another page.` })

/** The error for a page whose site answered with a status that is no success, as the provider tells. */
export const refusedBySite = (status_code: number): WebError.WebError =>
  WebError.make({
    error: "http_error",
    status_code,
    message: "The site answered with an error. Check the URL or use another page.",
  })

/** The error for a page that took too long, the provider's own deadline included. */
export const tookTooLong: WebError.WebError = Deadline.latePage

// --- private --------------------------------------------------------------------------

const read = Effect.fnUntraced(function* (
  identity: Identity,
  mapping: ExtractMapping,
  options: Options,
  request: ExtractRequest,
): Effect.fn.Return<PageRow, WebError.WebError, HttpClient.HttpClient> {
  const at = yield* place(identity, options)
  if (!mapping.modes.includes(request.mode)) {
    return yield* Effect.fail(
      Arguments.invalid("extract", `extract: ${identity.title} supports only ${mapping.modes.join(" and ")}.`),
    )
  }
  const { fetch_timeout } = yield* Settings
  const now = yield* Clock.currentTimeMillis
  const left = Math.max(1, (yield* Deadline.endsWithin(fetch_timeout)) - now)
  const reply = yield* ask(identity, mapping.request({ ...request, left }, at), {
    timeout: fetch_timeout,
    late: tookTooLong,
    fault: mapping.fault,
  })
  const row = reply.json === undefined ? undefined : mapping.row(reply.json, request)
  if (row === undefined) return yield* Effect.fail(Fault.notItself(identity))
  return row instanceof WebError.WebError ? yield* Effect.fail(Fault.ofMapping(row)) : row
})
