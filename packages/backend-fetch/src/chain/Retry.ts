/**
 * The second try: at most one, and only after a transient failure, 408, 429 or 5xx; never after a blocked target,
 * another 4xx or anything else that would fail again. A site that asks for a signature, which the operator makes, gets
 * one signed try. It waits for `Retry-After` if the deadline leaves the time, else
 * the failure is returned at once.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as RequestSigner from "../sign/RequestSigner.ts"
import { Deadline, type Extractor, HostPace, Recording, RetryAfter, WebError } from "@porthole/core"

/** A failed attempt inside the transport: the error, and whether and when another attempt makes sense. */
export interface FailedAttempt {
  readonly error: WebError.WebError
  readonly transient: boolean
  /** The wait that the site demands. */
  readonly retryAfter: Duration.Duration | undefined
  /** The signature that the site asks for and the operator can make. */
  readonly signing?: RequestSigner.Wanted
  /** The refusal that may be a wall. */
  readonly refusal?: Refusal
}

/** A response that refuses the request, and the beginning of its document. */
export interface Refusal {
  readonly status: number
  readonly document: Pick<Extractor.Fetched, "url" | "contentType" | "bytes">
}

/** The pause before a second try without a `Retry-After`. */
const pause = Duration.millis(250)

/** A failure that may go away by itself. */
export const transient = (error: WebError.WebError): FailedAttempt => ({
  error,
  transient: true,
  retryAfter: undefined,
})

/** A failure that stays. */
export const final = (error: WebError.WebError): FailedAttempt => ({ error, transient: false, retryAfter: undefined })

/** The failure for a status outside 2xx; `retryAfter` is the header as received. */
export const fromStatus = Effect.fnUntraced(function* (
  status: number,
  retryAfter: string | undefined,
): Effect.fn.Return<FailedAttempt> {
  if (status === 402) return final(paymentError)
  const wait = RetryAfter.read(retryAfter, yield* Clock.currentTimeMillis)
  const transient = status === 408 || status === 429 || (status >= 500 && status < 600)
  const advice = transient ? "Try again later, or use another page." : "Check the URL or use another page."
  const sentence = `The site answered with status ${status}.`
  return {
    error: WebError.make({
      error: "http_error",
      status_code: status,
      message: wait === undefined ? `${sentence} ${advice}` : sentence,
      ...(wait === undefined ? {} : { retry_after: Math.ceil(Duration.toSeconds(wait)) }),
    }),
    transient,
    retryAfter: wait,
  }
})

/**
 * Runs an attempt, and once more if that makes sense before the deadline: the same, or a signed one if the site asks
 * for a signature. `errorOf` makes the error of the last failure.
 */
export const withSecondTry = <A>(
  attempt: Effect.Effect<A, FailedAttempt>,
  signed?: (signing: RequestSigner.Wanted) => Effect.Effect<A, FailedAttempt>,
  errorOf: (failure: FailedAttempt) => Effect.Effect<WebError.WebError> = ({ error }) => Effect.succeed(error),
): Effect.Effect<A, WebError.WebError> =>
  attempt.pipe(
    Effect.catch((failure) => {
      const again = signed === undefined || failure.signing === undefined ? undefined : signed(failure.signing)
      if (again !== undefined) return secondTry(again, failure)
      return HostPace.HostPace.use(({ triesAgain }) =>
        failure.transient && triesAgain ? secondTry(attempt, failure) : Effect.fail(failure),
      )
    }),
    Effect.catch((failure) => Effect.flip(errorOf(failure))),
  )

// --- private --------------------------------------------------------------------------

const paymentError = WebError.make({
  error: "http_error",
  reason: "payment_required",
  status_code: 402,
  message: "The site demands payment for this page, and nothing is paid. Use another page.",
})

const waitBefore = ({ retryAfter, signing }: FailedAttempt): Duration.Duration =>
  retryAfter ?? (signing === undefined ? pause : Duration.zero)

const secondTry = Effect.fnUntraced(function* <A>(
  attempt: Effect.Effect<A, FailedAttempt>,
  failure: FailedAttempt,
): Effect.fn.Return<A, FailedAttempt> {
  const wait = waitBefore(failure)
  const now = yield* Clock.currentTimeMillis
  const { endsAt } = yield* Deadline.Deadline
  if (now + Duration.toMillis(wait) >= endsAt) return yield* Effect.fail(failure)
  yield* Recording.pause(wait)
  return yield* attempt
})
