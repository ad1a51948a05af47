/**
 * The three corpora of saved pages, each a folder in the directory of corpora; their READMEs describe them.
 *
 * - `wcxb-dev`: pages of seven types, with their main content as text
 * - `articles-dev`: articles, with their main content as HTML
 * - `segments-dev`: pages with segments of text that must be kept and segments that must be dropped
 *
 * Folds are made by host, so that pages of one site are never on both sides of a cross-validation.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { gunzipSync } from "node:zlib"
import { type Output, textOf, withoutNotation } from "./Rendered.ts"

/** The names of the corpora. */
export const corpora = ["wcxb-dev", "articles-dev", "segments-dev"] as const

/** The name of a corpus. */
export type Name = (typeof corpora)[number]

/** A page and the text that a reader should return for it. */
export interface Entry {
  /** The corpus and the page's name in it, `wcxb-dev/0001`. */
  readonly id: string
  /** The file with the bytes that the site sent, compressed if it ends with `.gz`. */
  readonly file: string
  /** The type of page: article, forum, product and so on; the corpus's name if it has no types. */
  readonly type: string
  readonly url: string
  /** The number of its site, from 0 to 65,535. */
  readonly site: number
  readonly truth: Truth
}

/**
 * The expected output for a page: a text, which is `bare` without formulas and addresses, or segments to keep
 * and segments to drop.
 */
export type Truth =
  | { readonly text: string; readonly bare: string; readonly by: "words" | "shingles" }
  | { readonly keep: ReadonlyArray<string>; readonly drop: ReadonlyArray<string> }

/** A page to read. */
export interface Page {
  readonly url: string
  readonly bytes: Uint8Array
  /** The text that a reader should return; for segments, those to keep. */
  readonly expected: string
}

/** The pages of a corpus, or of all corpora in a folder; with a type, only pages of that type. */
export const entries = (folder: string, type?: string): ReadonlyArray<Entry> =>
  [folder, ...corpora.map((corpus) => join(folder, corpus))]
    .flatMap((path) => loaders.flatMap(([file, load]) => (existsSync(join(path, file)) ? load(path) : [])))
    .filter((entry) => type === undefined || entry.type === type)

/** Loads a page. */
export const load = ({ file, truth, url }: Entry): Page => ({
  url,
  bytes: unpacked(file),
  expected: "text" in truth ? truth.text : truth.keep.join("\n"),
})

/** The fold of a page. */
export const foldOf = ({ site }: Pick<Entry, "site">, folds: number): number => site % folds

// --- private --------------------------------------------------------------------------

const unpacked = (file: string): Uint8Array =>
  file.endsWith(".gz") ? gunzipSync(readFileSync(file)) : readFileSync(file)

const read = (...path: ReadonlyArray<string>): string => readFileSync(join(...path), "utf8")

const textual = (content: Output, by: "words" | "shingles"): Truth => ({
  text: textOf(content),
  bare: textOf(withoutNotation(content)),
  by,
})

type Loader = (folder: string) => ReadonlyArray<Entry>

/** Recognises a corpus by its layout, and loads it. */
const loaders: ReadonlyArray<readonly [file: string, load: Loader]> = [
  [
    "ground-truth",
    (folder) =>
      idsIn(folder, "ground-truth", ".json").map((id) => {
        const { ground_truth, url, _internal } = JSON.parse(read(folder, "ground-truth", `${id}.json`))
        return entryOf(folder, id, {
          type: _internal.page_type.primary,
          url: url ?? "https://example.com/",
          site: siteOf(url ?? id),
          truth: textual({ text: ground_truth.main_content }, "words"),
        })
      }),
  ],
  [
    "expected",
    (folder) =>
      idsIn(folder, "expected", ".html").map((id) =>
        entryOf(folder, id, {
          type: basename(folder),
          url: "http://fakehost/test/page.html",
          site: hashOf(id.replace(/-?\d+$/, "")),
          truth: textual({ html: read(folder, "expected", `${id}.html`) }, "shingles"),
        }),
      ),
  ],
  [
    "segments.json",
    (folder) => {
      const rows: ReadonlyArray<Segments> = JSON.parse(read(folder, "segments.json"))
      return rows.map((row) =>
        entryOf(folder, row.id, {
          type: basename(folder),
          url: row.url,
          site: siteOf(row.url),
          truth: { keep: row.with, drop: row.without },
        }),
      )
    },
  ],
]

const entryOf = (folder: string, id: string, rest: Omit<Entry, "id" | "file">): Entry => ({
  id: `${basename(folder)}/${id}`,
  file: fileOf(join(folder, "html", `${id}.html`)),
  ...rest,
})

const fileOf = (page: string): string => (existsSync(page) ? page : `${page}.gz`)

interface Segments {
  readonly id: string
  readonly url: string
  readonly with: ReadonlyArray<string>
  readonly without: ReadonlyArray<string>
}

const idsIn = (folder: string, name: string, end: string): ReadonlyArray<string> =>
  readdirSync(join(folder, name))
    .map((file) => file.slice(0, -end.length))
    .toSorted()

/** Two hosts are one site if they end alike, from the last label of more than three characters on. */
const siteOf = (url: string): number => {
  const labels = (URL.parse(url)?.hostname ?? url).split(".").toReversed()
  const at = labels.findIndex((label, index) => index > 0 && label.length > 3)
  return hashOf(labels.slice(0, (at < 0 ? 1 : at) + 1).join("."))
}

/** FNV-1a, folded to 16 bits. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return (hash ^ (hash >>> 16)) & 0xffff
}
