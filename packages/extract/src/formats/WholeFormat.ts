/**
 * Reads HTML that another format made of its whole document: all of it is content, so the stages that look for a page's
 * main content, title and obstacles are left out. Hidden parts are removed as on pages, also large ones: no script of a
 * message or a book shows them later.
 */
import type { DocumentFormat } from "@porthole/core"
import { hiddenStage, read as readHtml, stages } from "../html/Pipeline.ts"
import type { Stage } from "../html/Stage.ts"

/** Reads a document of HTML. */
export const read: DocumentFormat.Read = (fetched, { isTimedOut, timeout }) =>
  readHtml(fetched, { isTimedOut, maxProcessorTime: timeout, stages: wholeStages })

// --- private --------------------------------------------------------------------------

const skippedStages = new Set([
  "title",
  "metadata",
  "signs",
  "authors",
  "streamed",
  "frames",
  "content",
  "rescue",
  "obstacle",
])

const wholeStages: ReadonlyArray<Stage> = stages
  .filter(({ name }) => !skippedStages.has(name))
  .map((stage) => (stage.name === "hidden" ? hiddenStage({ mayChange: false }) : stage))
