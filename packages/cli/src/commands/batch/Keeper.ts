/** Where a job keeps its pages: as files in its folder, or as lines on stdout. */
import { Frontier, type Page, type Visits } from "@porthole/core"
import { Jobs } from "@porthole/tools"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Json from "../../Json.ts"
import { Output, type OutputClosed } from "../../Output.ts"
import * as BatchLines from "./BatchLines.ts"
import type * as Folder from "./Folder.ts"
import * as PageFile from "./PageFile.ts"
import * as ResultLine from "./ResultLine.ts"

/** Keeps pages and results. */
export interface Keeper {
  readonly frontier: Frontier.Frontier["Service"]
  /** Keeps a page, and returns what the frontier keeps of it. */
  readonly keep: (
    item: Frontier.Taken,
    page: Page.Page,
  ) => Effect.Effect<Frontier.Outcome["result"], Folder.FolderError>
  readonly report: (settled: Visits.Settled) => Effect.Effect<void, Folder.FolderError | OutputClosed>
  /** Runs before the first visit. */
  readonly begin: Effect.Effect<void, Folder.FolderError | Jobs.Failure>
}

/** Writes pages into a folder. */
export const inFolder = ({ frontier, report, rewrite, write }: Folder.Folder): Keeper => ({
  frontier,
  report,
  begin: rewrite,
  keep: (item, page) =>
    Effect.gen(function* () {
      const format = BatchLines.formatOf(item)
      const fetchedAt = page.fetched_at ?? DateTime.formatIso(yield* DateTime.now)
      const file = PageFile.pathOf(item, format)
      yield* write(file, PageFile.textOf(page, format, { fetchedAt }))
      const content = PageFile.contentOf(page)
      const { message, status_code, title, truncated, url, warning } = page
      return {
        file,
        title,
        ...(url === item.url ? {} : { final_url: url }),
        status_code,
        fetched_at: fetchedAt,
        sha256: PageFile.hashOf(content),
        length: content.length,
        ...(truncated ? { truncated } : {}),
        ...(warning === undefined ? {} : { warning }),
        ...(message === undefined ? {} : { message }),
      }
    }),
})

/** Writes each result to stdout as a line, and keeps nothing. */
export const onStdout: Effect.Effect<Keeper, Jobs.Failure, Output | Scope.Scope> = Effect.gen(function* () {
  const output = yield* Output
  const frontier = Context.get(yield* Layer.build(Jobs.frontier()), Frontier.Frontier)
  const pages = new Map<string, Page.Page>()
  return {
    frontier,
    keep: ({ key }, page) => Effect.sync(() => void pages.set(key, page)),
    report: (settled) => {
      const page = pages.get(settled.key)
      pages.delete(settled.key)
      const { url: requested_url, ...line } = ResultLine.of(settled)
      return output.out(Json.line({ requested_url, ...line, ...(page ?? { url: settled.url }) }))
    },
    begin: Effect.void,
  }
})
