/** JSON in and out of the `--ndjson` and `--json` faces: one value a line. */
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** Reads one JSON value; `None` when the text is none. */
export const parse: (text: string) => Option.Option<unknown> = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Unknown),
)

/** One JSON document and its line feed. */
export const line = (value: unknown): string => `${JSON.stringify(value)}\n`
