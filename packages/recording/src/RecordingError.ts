/** Why a recording can't be used, in a sentence for the operator. */
import * as Schema from "effect/Schema"

export class RecordingError extends Schema.TaggedError<RecordingError>()("RecordingError", {
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect()),
}) {}
