/** JSON in and out of the `--ndjson` and `--json` faces: one value a line. */
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** Reads one JSON value; `None` when the text is none. */
export const parse: (text: string) => Option.Option<unknown> = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Unknown),
)

/**
 * One JSON document and its line feed. Invisible and reordering characters are escapes, for whoever reads it in a
 * terminal.
 */
export const line = (value: unknown): string =>
  `${JSON.stringify(value).replace(invisible, (found) => {
    const units = Array.from({ length: found.length }, (_, at) => found.charCodeAt(at))
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("")
  })}\n`

/** Controls beyond those that JSON escapes, format characters (bidi among them), line and paragraph separators. */
const invisible = /[\u007f-\u009f\p{Cf}\u2028\u2029]/gu
