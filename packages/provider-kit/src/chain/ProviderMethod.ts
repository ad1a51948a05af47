/** The differences between searches and pages in a chain. */
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { Settings, WebError } from "@porthole/core"

/** The provider that an error is about. */
export interface Subject {
  readonly provider: string
  /** Whether all tenants share the circuit breakers. */
  readonly sharedByTenants: boolean
}

/** `A` is the request, `B` a backend's answer, and `C` the validated answer. */
export interface ProviderMethod<A, B, C> {
  readonly name: "search" | "extract"
  /** The timeout of a call that has no deadline. */
  readonly timeout: (settings: Settings.SettingsShape) => Duration.Duration
  /** Whether the next provider is called after this error. */
  readonly triesNext: (error: WebError.WebError) => boolean
  /** Whether this error counts as an outage of the provider. */
  readonly isOutage: (subject: Subject) => (error: WebError.WebError) => boolean
  /** Reads an answer; a bad one fails with `invalid_backend_response`. */
  readonly check: (answer: B, provider: string, request: A) => Effect.Effect<C, WebError.WebError>
  /** The error of a provider that timed out. */
  readonly timeoutError: WebError.WebError
  /** The noun in the error message if no provider is configured. */
  readonly providerNoun: string
}

/** The errors of a provider after which the next one is called. */
export const providerFaults: ReadonlySet<WebError.ErrorCode> = new Set([
  "web_search_unavailable",
  "timeout",
  "invalid_backend_response",
])
