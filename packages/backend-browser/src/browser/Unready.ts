/** Why nothing can be rendered on this machine. */
import * as Schema from "effect/Schema"

/** `missing` is a sentence for the operator: what is missing, and what to install or set. */
export class Unready extends Schema.TaggedError<Unready>()("Unready", { missing: Schema.String }) {
  override get message(): string {
    return this.missing
  }
}
