/** The second try of a request to an endpoint, after a transient failure. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { Recording, RetryAfter } from "@porthole/core"
import type { EndpointError, EndpointResponse } from "./EndpointResponse.ts"

/** How to repeat a request. */
export interface TryOptions {
  /** Send only once, because a second try makes things worse. */
  readonly once?: boolean
  /** Statuses after which the request isn't repeated, so that the caller can try another server at once. */
  readonly noRetryStatuses?: ReadonlyArray<number>
}

/** The outcome of a try that may be repeated. */
type Failure = EndpointResponse | EndpointError

export const isResponse = (failure: Failure): failure is EndpointResponse => "status" in failure

export const isTransient = (status: number): boolean =>
  status === 408 || status === 429 || (status >= 500 && status < 600)

const pause = Duration.millis(250)

/** The pause that the server demands by Retry-After, else {@link pause}. */
const pauseBefore = (failure: Failure, now: number): Duration.Duration =>
  (isResponse(failure) ? RetryAfter.read(failure.headers["retry-after"], now) : undefined) ?? pause

export const mayRepeat = (failure: Failure, { noRetryStatuses = [], once = false }: TryOptions): boolean =>
  !once && !(isResponse(failure) && noRetryStatuses.includes(failure.status))

export const isWorthIt = (failure: Failure, now: number, endsAt: number): boolean =>
  (isResponse(failure) || failure.reason === "unreachable") &&
  Duration.toMillis(pauseBefore(failure, now)) < endsAt - now

export const secondTry = Schedule.recurs(1).pipe(
  Schedule.setInputType<Failure>(),
  Schedule.modifyDelay(({ input }) =>
    Effect.flatMap(Recording.isClosed, (isClosed) =>
      isClosed ? Effect.succeed(Duration.zero) : Effect.map(Clock.currentTimeMillis, (now) => pauseBefore(input, now)),
    ),
  ),
)
