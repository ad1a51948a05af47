/**
 * The documents of the question set, by their names:
 *
 * - `wcxb-dev/0001`, `segments-dev/0001`, `articles-dev/name`: a page of a corpus;
 * - `pdf/segments-dev/0001`: such a page, printed as a PDF;
 * - `package/path`: a Markdown document or a PDF of a package.
 */
import type { Extractor } from "@porthole/core"
import { existsSync, readFileSync } from "node:fs"
import { findPackageJSON } from "node:module"
import { dirname, join } from "node:path"
import { gunzipSync } from "node:zlib"

/** A document as a site sends it. */
export type Document = Pick<Extractor.Fetched, "bytes" | "contentType">

/** Whether a name is one of a page of a corpus, printed or not, that the corpus doesn't hold. */
export const isMissing = (corpus: string, name: string): boolean => {
  const file = fileOf(corpus, printedPage(name) ?? name)
  return file !== undefined && !existsSync(file)
}

/** A page of a corpus in HTML, if the name is one of such a page. */
export const ofCorpus = (corpus: string, name: string): Document | undefined => {
  const file = fileOf(corpus, name)
  return file === undefined ? undefined : { bytes: gunzipSync(readFileSync(file)), contentType: "text/html" }
}

/** The page of a corpus from which a printed document is made. */
export const printedPage = (name: string): string | undefined => /^pdf\/(.+)$/.exec(name)?.[1]

/** A document of a package. */
export const ofPackage = (name: string): Document => {
  const [, owner = "", path = ""] = /^((?:@[^/]+\/)?[^/]+)\/(.+)$/.exec(name) ?? []
  const manifest = findPackageJSON(owner, import.meta.url)
  if (manifest === undefined) throw new Error(`${owner} isn't installed`)
  const contentType = path.endsWith(".pdf") ? "application/pdf" : "text/markdown"
  return { bytes: readFileSync(join(dirname(manifest), path)), contentType }
}

// --- private --------------------------------------------------------------------------

const fileOf = (corpus: string, name: string): string | undefined => {
  const [, folder, page] = /^(wcxb-dev|segments-dev|articles-dev)\/([\w-]+)$/.exec(name) ?? []
  return folder === undefined || page === undefined ? undefined : join(corpus, folder, "html", `${page}.html.gz`)
}
