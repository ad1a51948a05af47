/** Flags of the commands that read many pages. */
import * as Flag from "effect/cli/Flag"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import { SettingText } from "@porthole/core"
import * as Flags from "../../Flags.ts"

/** `--format`. */
export const format = Flag.Literals("format", ["markdown", "text", "html", "json"]).pipe(
  Flag.withDescription("How to write a page (default: markdown)"),
  Flag.withDefault("markdown" as const),
)

/** `--delay`, in milliseconds. */
export const delay = Flag.String("delay").pipe(
  Flag.filterMap(
    (text) => durationOf(text),
    () => "a duration of up to 10 min, such as 250ms, 2s or 0",
  ),
  Flag.withMetavar("duration"),
  Flag.withDescription("Time from one request to a host to the next, in seconds or as 250ms (default: 1s)"),
  Flag.withDefault(1_000),
)

/** `--concurrency`. */
export const concurrency = Flags.wholeNumber("concurrency", "Requests to a host at the same time (default 1)")

// --- private --------------------------------------------------------------------------

/** Milliseconds of a text; a number alone is in seconds. */
const durationOf = (text: string): Option.Option<number> => {
  const duration = SettingText.durationOf(/^[\d.]+$/.test(text) ? `${text} s` : text)
  const ms = Duration.isDuration(duration) ? Duration.toMillis(duration) : Number.NaN
  return ms >= 0 && ms <= 600_000 ? Option.some(ms) : Option.none()
}
