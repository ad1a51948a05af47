/** The second try of a request to an endpoint, after a transient failure. */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import type { EndpointError } from "./EndpointResponse.ts"
import { type EndpointResponse } from "./EndpointResponse.ts"

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

/** The pause that the server demands by Retry-After (RFC 9110, 10.2.3: seconds or a date), else {@link pause}. */
const pauseBefore = (failure: Failure, now: number): Duration.Duration => {
  const after = isResponse(failure) ? failure.headers["retry-after"]?.trim() : undefined
  if (after === undefined) return pause
  if (/^\d+$/.test(after)) return Duration.seconds(Number(after))
  return Option.match(/^[A-Za-z]{3,9}, .{1,40} GMT$/.test(after) ? DateTime.make(after) : Option.none(), {
    onNone: () => pause,
    onSome: (date) => Duration.millis(Math.max(0, DateTime.toEpochMillis(date) - now)),
  })
}

export const mayRepeat = (failure: Failure, { noRetryStatuses = [], once = false }: TryOptions): boolean =>
  !once && !(isResponse(failure) && noRetryStatuses.includes(failure.status))

export const isWorthIt = (failure: Failure, now: number, endsAt: number): boolean =>
  (isResponse(failure) || failure.reason === "unreachable") &&
  Duration.toMillis(pauseBefore(failure, now)) < endsAt - now

export const secondTry = Schedule.recurs(1).pipe(
  Schedule.setInputType<Failure>(),
  Schedule.modifyDelay(({ input }) => Effect.map(Clock.currentTimeMillis, (now) => pauseBefore(input, now))),
)
