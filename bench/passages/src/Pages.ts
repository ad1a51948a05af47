/** The pages that questions are asked of, read by our reader: pages of the corpora, and long documents of packages. */
import { Extractor } from "@porthole/core"
import { Reader } from "@porthole/extract"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { findPackageJSON } from "node:module"
import { dirname, join } from "node:path"
import { gunzipSync } from "node:zlib"

/** A page: the main content, then what lies outside of it. */
export interface Text {
  readonly text: string
  readonly mainLength: number
}

/** Reads pages by their names: `wcxb-dev/0001`, `segments-dev/0001`, `package/path`. Each is read once. */
export const read = (corpus: string, names: ReadonlyArray<string>): Promise<ReadonlyMap<string, Text>> =>
  Effect.gen(function* () {
    const { extract } = yield* Extractor.Extractor
    const pages = new Map<string, Text>()
    for (const name of new Set(names)) {
      const { bytes, contentType } = load(corpus, name)
      const url = "https://example.com/"
      const page = yield* extract({ url, contentType, bytes, mode: "markdown", withOutside: true })
      const text = page.outside === undefined ? page.content : `${page.content}\n\n${page.outside}`
      pages.set(name, { text, mainLength: page.content.length })
    }
    return pages
  }).pipe(Effect.provide(Reader.layer({ isolation: "none" })), Effect.runPromise)

// --- private --------------------------------------------------------------------------

const load = (corpus: string, name: string): { readonly bytes: Uint8Array; readonly contentType: string } => {
  const [, folder, page] = /^(wcxb-dev|segments-dev)\/(\d+)$/.exec(name) ?? []
  if (folder === undefined || page === undefined) return { bytes: documentOf(name), contentType: "text/markdown" }
  return { bytes: gunzipSync(readFileSync(join(corpus, folder, "html", `${page}.html.gz`))), contentType: "text/html" }
}

const documentOf = (name: string): Uint8Array => {
  const [, owner = "", path = ""] = /^((?:@[^/]+\/)?[^/]+)\/(.+)$/.exec(name) ?? []
  const manifest = findPackageJSON(owner, import.meta.url)
  if (manifest === undefined) throw new Error(`${owner} isn't installed`)
  return readFileSync(join(dirname(manifest), path))
}
