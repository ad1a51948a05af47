/** What went wrong, as a failure that crosses threads. */
import type { DocsIndex } from "@porthole/core"
import type { Failure } from "./Protocol.ts"

/** A failure of this thread's own. */
export class Fault extends Error {
  readonly reason: DocsIndex.Reason

  constructor(reason: DocsIndex.Reason) {
    super(reason)
    this.reason = reason
  }
}

/** The failure of anything thrown. SQLite's numbers: 13 is a full disk, 11 and 26 are files that aren't databases. */
export const failureOf = (cause: unknown, library: string | undefined): Failure => ({
  reason: reasonOf(cause),
  ...(library === undefined ? {} : { library }),
  detail: cause instanceof Error ? cause.message : String(cause),
})

// --- private --------------------------------------------------------------------------

const reasonOf = (cause: unknown): DocsIndex.Reason => {
  if (cause instanceof Fault) return cause.reason
  if (!(cause instanceof Error)) return "failed"
  const sqlite = "errcode" in cause ? cause.errcode : undefined
  if (sqlite === 13 || ("code" in cause && (cause.code === "ENOSPC" || cause.code === "EDQUOT"))) return "full"
  return sqlite === 11 || sqlite === 26 ? "damaged" : "failed"
}
