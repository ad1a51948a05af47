/** What went wrong, as a failure that crosses threads. */
import type { Frontier } from "@porthole/core"
import type { Failure } from "./Protocol.ts"

/** A failure of this thread's own. */
export class Fault extends Error {
  readonly reason: Frontier.Reason

  constructor(reason: Frontier.Reason) {
    super(reason)
    this.reason = reason
  }
}

/** The failure of anything thrown. */
export const failureOf = (cause: unknown): Failure => ({
  reason: cause instanceof Fault ? cause.reason : reasonOf(cause),
  detail: cause instanceof Error ? cause.message : String(cause),
})

// --- private --------------------------------------------------------------------------

/** The reasons by SQLite's primary result codes: busy, locked, corrupt, full, and not a database. */
const reasons: Readonly<Record<number, Frontier.Reason>> = {
  5: "busy",
  6: "busy",
  11: "damaged",
  13: "full",
  26: "damaged",
}

const reasonOf = (cause: unknown): Frontier.Reason => {
  if (!(cause instanceof Error)) return "failed"
  if ("code" in cause && (cause.code === "ENOSPC" || cause.code === "EDQUOT")) return "full"
  // Its low byte is the primary code.
  return "errcode" in cause && typeof cause.errcode === "number"
    ? (reasons[cause.errcode & 0xff] ?? "failed")
    : "failed"
}
