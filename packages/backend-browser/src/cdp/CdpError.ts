/** Why a command to the browser has no result. */
import * as Schema from "effect/Schema"

/**
 * `closed`: the browser is gone. `refused`: it answered that it can't, or at too great length; the page may be gone.
 * `oversized`: an event is longer than the driver reads, and `malformed`: it isn't one of the protocol; both end the
 * connection.
 */
export class CdpError extends Schema.TaggedError<CdpError>()("CdpError", {
  reason: Schema.Literals(["closed", "refused", "oversized", "malformed"]),
  /** The command; empty if the connection as a whole failed. */
  method: Schema.String,
  /** The browser's own words, for an operator. */
  detail: Schema.String,
}) {
  override get message(): string {
    return `${this.reason}: ${[this.method, this.detail].filter((text) => text !== "").join(": ")}`
  }
}
