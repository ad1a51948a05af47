/**
 * The documentation of a folder: Markdown, MDX, HTML by the extractor, reStructuredText, `llms-full.txt`, and of a
 * package its declarations. No link is followed.
 */
import { type Extractor, type Library, UntrustedText } from "@porthole/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Files, list, type Listing } from "./Files.ts"
import * as LeftOut from "./LeftOut.ts"
import * as PagePath from "./PagePath.ts"
import { pagesOf, readable } from "./Reading.ts"
import type { Contents, Options, SourceError } from "./Source.ts"

/** Maximum bytes of a file, and maximum characters of all pages; of all files, at most twice as many bytes are read. */
export const maxFileBytes = 8 * 1_048_576
export const maxCharacters = 128_000_000

/** Reads a folder. */
export const read = (folder: string, options: Options): Effect.Effect<Contents, SourceError, Extractor.Extractor> =>
  Effect.flatMap(list(folder, options.isPackage), (listing) => readListing(listing, options))

/** Reads files, wherever they are. */
export const readListing = Effect.fnUntraced(function* (
  { files, leftOut }: Listing,
  options: Options,
): Effect.fn.Return<Contents, never, Extractor.Extractor> {
  const { counts, leave } = LeftOut.make(leftOut)
  const documents = files.filter(({ path }) => readable(path, options.isPackage))
  const inOtherVersion = options.isPackage
    ? PagePath.inOtherVersion(
        documents.map(({ path }) => path),
        options.library.version,
      )
    : () => false
  const usual = documents.filter(({ path, size }) => {
    const reason = inOtherVersion(path)
      ? "folders of other versions"
      : size > maxFileBytes
        ? "files above 8 MiB"
        : isPlain(path)
          ? PagePath.whyNot(path)
          : unreadableNames
    if (reason !== undefined) leave(reason)
    return reason === undefined
  })
  // Where all pages are in one other language, none is a translation.
  const own = usual.filter(({ path }) => !PagePath.isTranslation(path))
  const chosen = own.length === 0 ? usual : own
  if (chosen.length < usual.length) counts.set("translations", usual.length - chosen.length)
  let rest = maxCharacters
  const nested = yield* Effect.forEach(
    preferred(chosen, leave),
    Effect.fnUntraced(function* ({ path, read }) {
      if (rest <= 0) {
        leave("files above the limit of all together")
        return []
      }
      let half = 0
      const attempt = Effect.flatMap(read, (bytes) => {
        half = bytes.length / 2
        return pagesOf(path, bytes, options)
      })
      const found = yield* Effect.option(attempt)
      const pages = Option.getOrElse(found, () => [])
      if (pages.length === 0) leave(Option.isNone(found) ? "files that can't be read" : "files without text")
      const characters = pages.reduce((sum, { text }) => sum + text.length, 0)
      rest -= Math.max(characters, half)
      return yield* Effect.forEach(pages, cleaned)
    }),
    { concurrency: atOnce },
  )
  const pages = distinct(nested.flat(), leave)
  return { pages, leftOut: Array.from(counts, ([what, count]) => ({ what, count })) }
})

// --- private --------------------------------------------------------------------------

const unreadableNames = "files with unreadable names"

/** Whether a path, which a model reads, is one line without invisible characters. */
const isPlain = (path: string): boolean =>
  UntrustedText.cleanLines(path) === path && !path.includes("\n") && !path.includes("\t")

/** As many documents as the extractor reads at once. */
const atOnce = 4

const cleaned = (page: Library.Page): Effect.Effect<Library.Page> =>
  Effect.map(UntrustedText.cleanPage(page.text), ({ text }) => ({
    ...page,
    title: UntrustedText.clean(page.title, 300).text,
    text,
  }))

/** One file of those that differ in their extension only, such as a page's Markdown and its HTML. */
const preferred = (files: ReadonlyArray<Files[number]>, leave: (what: string) => void): Files => {
  const byName = new Map<string, Files[number]>()
  for (const file of files) {
    const name = file.path.replace(/\.(?:mdx?|markdown|html?|xhtml|rst|d\.[cm]?ts)$/i, "")
    const other = byName.get(name)
    if (other === undefined) byName.set(name, file)
    else {
      leave("copies")
      if (rankOf(file.path) < rankOf(other.path)) byName.set(name, file)
    }
  }
  return Array.from(byName.values())
}

const rankOf = (path: string): number =>
  [/\.mdx?$/i, /\.d\.ts$/, /\.d\.mts$/, /\.html?$/i].findIndex((pattern) => pattern.test(path)) >>> 0

/** The pages without those that say the same, such as declarations for two module systems. */
const distinct = (pages: ReadonlyArray<Library.Page>, leave: (what: string) => void): ReadonlyArray<Library.Page> => {
  const texts = new Set<string>()
  return pages
    .toSorted((a, b) => Number(/(?:^|\/)cjs\//.test(a.path)) - Number(/(?:^|\/)cjs\//.test(b.path)))
    .filter(({ text }) => {
      if (!texts.has(text)) return texts.add(text)
      leave("copies")
      return false
    })
}
