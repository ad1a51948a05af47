/** What searches and pages have of their own in a chain: which errors go on to the next link, and which answers are none. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Late from "../domain/Late.ts"
import * as Page from "../domain/Page.ts"
import * as SearchAnswer from "../domain/SearchAnswer.ts"
import * as SearchHit from "../domain/SearchHit.ts"
import type { SettingsShape } from "../domain/Settings.ts"
import * as WebError from "../domain/WebError.ts"
import type { ExtractRequest, SearchRequest } from "../ports/WebBackend.ts"
import * as Verdict from "./Verdict.ts"
import type { Subject } from "./Rests.ts"

/** `A` is asked, a backend answers `B`, and what is made of it is `C`. */
export interface Kind<A, B, C> {
  readonly half: "search" | "extract"
  /** How long a call may take that doesn't say. */
  readonly timeout: (settings: SettingsShape) => Duration.Duration
  /** Whether the next link is asked after this error. */
  readonly goesOn: (error: WebError.WebError) => boolean
  /** Whether this error counts against the provider. */
  readonly isOutage: (subject: Subject) => (error: WebError.WebError) => boolean
  /** Reads an answer; a bad one fails with `invalid_backend_response`. */
  readonly check: (answer: B, provider: string, request: A) => Effect.Effect<C, WebError.WebError>
  /** For a link that took too long. */
  readonly late: WebError.WebError
  /** What there is none of, in a sentence, where no link is configured. */
  readonly name: string
}

/** A search's request goes on from all that a provider can do wrong, and from what it refuses of a query that is a good one. */
export const search: Kind<
  SearchRequest,
  SearchAnswer.SearchAnswer | ReadonlyArray<unknown>,
  SearchAnswer.SearchAnswer
> = {
  half: "search",
  timeout: ({ search_timeout }) => search_timeout,
  goesOn: ({ error }) => providerFaults.has(error) || error === "invalid_request",
  isOutage: () => Verdict.isOutage,
  check: (answer, provider) =>
    Effect.filterOrFail(
      SearchAnswer.read(answer, provider),
      ({ rows }) => rows.every((row) => SearchHit.isRow(row)),
      () => SearchAnswer.bad,
    ),
  late: Late.search,
  name: "search provider",
}

/** A page's request goes on also from what another reader may do better or at all, and from a site that this one can't reach. */
export const extract: Kind<ExtractRequest, unknown, unknown> = {
  half: "extract",
  timeout: ({ fetch_timeout }) => fetch_timeout,
  goesOn: ({ error, reason }) =>
    providerFaults.has(error) ||
    error === "extraction_failed" ||
    // A mode that this reader doesn't have.
    (error === "invalid_request" && reason === "extract") ||
    (error === "http_error" && reason === "target_unreachable"),
  // A page that hangs is one tenant's doing, and mustn't keep a provider from all the others.
  isOutage:
    ({ keyless }) =>
    (error) =>
      Verdict.isOutage(error) && !(keyless && error.error === "timeout"),
  check: (answer, _, { validators }) =>
    (validators !== undefined && Page.isUnchanged(answer)) || Page.isRow(answer)
      ? Effect.succeed(answer)
      : Effect.fail(badPage),
  late: Late.page,
  name: "provider of pages",
}

// --- private --------------------------------------------------------------------------

const providerFaults: ReadonlySet<WebError.ErrorCode> = new Set([
  "web_search_unavailable",
  "timeout",
  "invalid_backend_response",
])

const badPage = WebError.make({
  error: "invalid_backend_response",
  message: "The backend answered with something that is no page.",
})
