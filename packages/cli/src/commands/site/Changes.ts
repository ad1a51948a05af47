/** What a crawl changed: a line of `--changes FILE` for each page that is new, changed or gone. */
import type { Frontier, Page } from "@porthole/core"
import { Batch, Crawl } from "@porthole/tools"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { appendFile, open, rename, rm, writeFile } from "node:fs/promises"
import * as Json from "../../Json.ts"
import * as NewFolder from "../../NewFolder.ts"
import * as JobView from "../../view/JobView.ts"
import * as Folder from "../batch/Folder.ts"
import * as PageFile from "../batch/PageFile.ts"
import type * as CrawlFolder from "./CrawlFolder.ts"
import * as LineDiff from "./LineDiff.ts"

/** How many pages changed in which way. */
export type Counts = Readonly<Record<Crawl.Change, number>>

/** The changed lines of a page's text, if they are wanted. */
export const diffOf = (
  folder: CrawlFolder.CrawlFolder | undefined,
  { hasDiff }: { readonly hasDiff: boolean },
  { change, item, page }: { readonly item: Frontier.Taken; readonly page: Page.Page; readonly change: Crawl.Change },
): Effect.Effect<{ readonly diff?: string }> => {
  const file = folder?.known?.get(item.key)?.["file"]
  if (folder === undefined || !hasDiff || change !== "changed" || typeof file !== "string" || !isOurs(file))
    return Effect.succeed({})
  return Effect.map(folder.textOf(file), (old) => ({
    diff: LineDiff.of(withoutMatter(old), PageFile.contentOf(page)),
  }))
}

/** Fails if the file can't be written. After the crawl it would be late: the next one doesn't find its changes. */
export const check = (file: string | undefined): Effect.Effect<void, Folder.FolderError> => {
  if (file === undefined) return Effect.void
  const draft = `${file}.tmp`
  return Folder.write(file, () =>
    open(file, "r+")
      .then((opened) => opened.close())
      .catch((cause: unknown) => (NewFolder.codeOf(cause) === "ENOENT" ? undefined : Promise.reject(cause)))
      .then(() => writeFile(draft, ""))
      .then(() => rm(draft)),
  )
}

/** Writes the changes of a crawl, and counts them. */
export const write = Effect.fnUntraced(function* (
  frontier: Frontier.Frontier["Service"],
  file: string | undefined,
): Effect.fn.Return<Counts, Folder.FolderError | Frontier.FrontierError> {
  const counts = { new: 0, changed: 0, unchanged: 0, gone: 0 }
  const draft = `${file}.tmp`
  if (file !== undefined) yield* Folder.write(file, () => writeFile(draft, ""))
  for (let after = 0; ;) {
    const settled = yield* frontier.settled(after, chunk)
    if (settled.length === 0) break
    const lines: Array<string> = []
    for (const { position, result, url } of settled) {
      after = position
      const { before, change } = Crawl.resultOf({ outcome: { result } })
      if (change === undefined) continue
      counts[change]++
      if (change === "unchanged") continue
      const { diff, file, final_url = url, title } = { ...before, ...Batch.fieldsOf(result) }
      lines.push(Json.line(defined({ url: final_url, change, title, file, diff })))
    }
    if (file !== undefined) yield* Folder.write(file, () => appendFile(draft, lines.join("")))
  }
  if (file !== undefined) yield* Folder.write(file, () => rename(draft, file))
  return counts
})

/** The counts for a person. */
export const sentence = ({ changed, gone, new: fresh, unchanged }: Counts): string =>
  `Since the last crawl: ${JobView.number(fresh)} new, ${JobView.number(changed)} changed, ` +
  `${JobView.number(gone)} gone, ${JobView.number(unchanged)} unchanged.`

// --- private --------------------------------------------------------------------------

const chunk = 500

const defined = (fields: Readonly<Record<string, Schema.Json | undefined>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Whether a file's name is one that a job makes: in a folder, without a way up. */
const isOurs = (file: string): boolean => /^[a-z0-9_][a-z0-9._-]*\/[a-z0-9-]+\.[a-z]+$/.test(file)

/** A text without its front matter. */
const withoutMatter = (text: string): string =>
  text.replace(/^---\n(?:[a-z0-9_]+: .*\n)*---\n\n/, "").replace(/\n$/, "")
