/**
 * Failures that say nothing about a provider's health: it was there, and answered that it can't do this one thing. A chain
 * counts them against nobody. The mark travels as the error's cause, so no codec and no model sees it.
 */
import * as WebError from "./WebError.ts"

/** The error, marked; what lay beneath it stays beneath the mark. */
export const of = (error: WebError.WebError): WebError.WebError =>
  WebError.make(error.wire, new Mark(WebError.causeOf(error)))

/** Whether it is marked. */
export const is = (error: WebError.WebError): boolean => WebError.causeOf(error) instanceof Mark

// --- private --------------------------------------------------------------------------

class Mark {
  readonly cause: unknown
  constructor(cause: unknown) {
    this.cause = cause
  }
}
