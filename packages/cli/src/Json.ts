/** JSON in and out of `--ndjson` and `--json`: one value per line. */
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** Parses one JSON value; `None` if the text isn't one. */
export const parse: (text: string) => Option.Option<unknown> = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Unknown),
)

/** One JSON document and its line feed. Invisible and reordering characters are escaped, for readers in a terminal. */
export const line = (value: unknown): string =>
  `${JSON.stringify(value).replace(invisible, (found) => {
    const units = Array.from({ length: found.length }, (_, at) => found.charCodeAt(at))
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("")
  })}\n`

/**
 * Control characters beyond those that JSON escapes, format characters (including bidi), line and paragraph separators.
 */
const invisible = /[\u007f-\u009f\p{Cf}\u2028\u2029]/gu
