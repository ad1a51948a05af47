/**
 * The server's log on stderr: a line an event, with date and zone (ISO 8601, UTC), by the setting `log_format`.
 *
 * As text a line is `<time> <level> <message> <name>=<value> …`, and lines of a cause follow it. As JSON it is an
 * object with `timestamp`, `level`, `message`, the annotations (such as `request`) and, if there is one, `cause`; the
 * parts of a line of the access log are fields of it, too.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Predicate from "effect/Predicate"
import { ServerSettings } from "./settings/ServerSettings.ts"

/** The annotation whose fields are parts of the message already: only JSON has them. */
export const parts = "parts"

/** The log in the format of the current settings; it replaces the loggers of the program. */
export const layer: Layer.Layer<never> = Layer.unwrap(
  Effect.map(ServerSettings, ({ log_format }) =>
    Logger.layer([Logger.withConsoleError(log_format === "json" ? json : text), Logger.tracerLogger]),
  ),
)

/** A line of text for an event, and lines for its cause. */
export const text: Logger.Logger<unknown, string> = Logger.map(
  Logger.formatStructured,
  ({ annotations, cause, level, message, timestamp }) => {
    const others = Object.entries(annotations).filter(([name]) => name !== parts)
    const notes = others.map(([name, value]) => `${name}=${wordsOf(value)}`)
    return [[timestamp, level, wordsOf(message), ...notes].join(" "), ...(cause === undefined ? [] : [cause])].join(
      "\n",
    )
  },
)

/** A line of JSON for an event. */
export const json: Logger.Logger<unknown, string> = Logger.map(
  Logger.formatStructured,
  ({ annotations: { [parts]: fields, ...annotations }, cause, level, message, timestamp }) =>
    JSON.stringify({
      ...annotations,
      ...(Predicate.isObject(fields) ? fields : {}),
      timestamp,
      level,
      message,
      ...(cause === undefined ? {} : { cause }),
    }),
)

// --- private --------------------------------------------------------------------------

const wordsOf = (value: unknown): string => {
  if (typeof value === "string") return value
  return Array.isArray(value) ? value.map(wordsOf).join(" ") : JSON.stringify(value)
}
