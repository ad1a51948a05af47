/** One provider that was asked on the way to an answer or to an error. */
import * as Schema from "effect/Schema"

/**
 * `provider` is the provider's name; an engine behind a SearXNG is `searxng:<engine>`. `reason` is an error's reason or
 * code, never what a provider said.
 */
export const Attempt = Schema.Struct({
  provider: Schema.String,
  outcome: Schema.Literals(["answered", "failed", "skipped"]),
  reason: Schema.optionalKey(Schema.String),
})
export type Attempt = typeof Attempt.Type
