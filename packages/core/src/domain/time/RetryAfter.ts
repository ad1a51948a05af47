/** The wait that a `Retry-After` header demands (RFC 9110 section 10.2.3). */
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** Maximum wait; a longer one counts as this. */
export const maxWait = Duration.days(1)

/**
 * The wait of a header's seconds or date, at most {@link maxWait}; `undefined` if there is no header, or it can't be
 * read. `now` is in ms since the epoch.
 */
export const read = (header: string | undefined, now: number): Duration.Duration | undefined =>
  Option.match(decode(header), {
    onNone: () => undefined,
    onSome: (after) =>
      Duration.min(
        maxWait,
        after._tag === "Duration"
          ? after.duration
          : Duration.millis(Math.max(0, after.dateTime.epochMilliseconds - now)),
      ),
  })

// --- private --------------------------------------------------------------------------

const decode = Schema.decodeUnknownOption(Schema.RetryAfterFromString)
