/**
 * A corpus of saved pages with reviewed main content: `html/ID.html.gz` is a page, `ground-truth/ID.json` its URL, type
 * and what a person took for its content. Every fifth page by sorted id is held out: no rule is made on it, and it is
 * never shown, only counted.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"

/** Where a page is. */
export interface Entry {
  readonly id: string
  /** The sort of page: article, forum, product and so on. */
  readonly type: string
  readonly held: boolean
}

/** A page and its reviewed content. */
export interface Page {
  readonly url: string
  readonly bytes: Uint8Array
  /** Plain text. */
  readonly expected: string
}

/** Which pages are measured. */
export type Part = "dev" | "held" | "all"

/** Whether a text is the name of a part. */
export const isPart = (text: string): text is Part => text === "dev" || text === "held" || text === "all"

/** The pages of a corpus by id. */
export const entries = (folder: string): ReadonlyArray<Entry> =>
  readdirSync(join(folder, "ground-truth"))
    .map((file) => file.replace(/\.json$/, ""))
    .toSorted()
    .map((id, index) => ({ id, type: truthOf(folder, id)._internal.page_type.primary, held: index % 5 === 4 }))

/** Those of a part and, where one is named, of a type. */
export const selected = (
  pages: ReadonlyArray<Entry>,
  wanted: { readonly part: Part; readonly type?: string | undefined },
): ReadonlyArray<Entry> =>
  pages.filter(
    ({ held, type }) =>
      (wanted.part === "all" || (wanted.part === "held") === held) &&
      (wanted.type === undefined || wanted.type === type),
  )

/** Loads a page. */
export const load = (folder: string, id: string): Page => {
  const truth = truthOf(folder, id)
  return {
    url: truth.url,
    bytes: gunzipSync(readFileSync(join(folder, "html", `${id}.html.gz`))),
    expected: truth.ground_truth.main_content,
  }
}

// --- private --------------------------------------------------------------------------

interface Truth {
  readonly url: string
  readonly _internal: { readonly page_type: { readonly primary: string } }
  readonly ground_truth: { readonly main_content: string }
}

const truthOf = (folder: string, id: string): Truth =>
  JSON.parse(readFileSync(join(folder, "ground-truth", `${id}.json`), "utf8"))
