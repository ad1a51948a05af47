/** Summaries outside of `details`, which browsers show as any other block. */
import { rename } from "@porthole/visibility/dom"
import type { DocumentRule } from "../phases/Rule.ts"

/** Makes mere wrappers of such summaries. */
export const summaries: DocumentRule = {
  name: "summaries",
  case: "A summary outside of details is a block as any other.",
  phase: "document",
  reads: { elements: ["summary"] },
  run: ({ candidates }) => {
    for (const summary of candidates("summary"))
      if (summary.parentElement?.localName !== "details") rename(summary, "div")
  },
}
