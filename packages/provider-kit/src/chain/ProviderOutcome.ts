/** The outcome of one provider in a call. */
import type { WebError } from "@porthole/core"
import * as ProviderFault from "./ProviderFault.ts"

/** The provider answered. */
export interface Answered<C> {
  readonly outcome: "answered"
  readonly provider: string
  readonly value: C
}

/** The provider didn't answer. `error` is the chain's failure if this provider is the last one. */
export interface Unanswered {
  readonly outcome: "failed" | "skipped" | "unconfigured"
  readonly provider: string
  readonly error: WebError.WebError
}

/** The outcome of one provider. */
export type ProviderOutcome<C> = Answered<C> | Unanswered

/** The attempt that an answer lists for an outcome. */
export const attemptOf = (tried: ProviderOutcome<unknown>): WebError.Attempt => {
  const { outcome, provider } = tried
  if (tried.outcome === "answered") return { provider, outcome: "answered" }
  return { provider, outcome: outcome === "failed" ? "failed" : "skipped", reason: ProviderFault.reasonOf(tried.error) }
}
