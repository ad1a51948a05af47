/** Reads a book (EPUB 3.3): its chapters in the order of the spine, which the extractor's reader of HTML writes. */
import type { WebError } from "@porthole/core"
import * as Result from "effect/Result"
import { damaged, isProtected } from "../container/Damage.ts"
import * as Xml from "../container/Xml.ts"
import type { Zip } from "../container/Zip.ts"
import type { Made, Part } from "../Made.ts"
import { chapterStyles } from "./ChapterStyles.ts"

/** Reads a book. Fails if it is protected. */
export const read = (zip: Zip): Result.Result<Made, WebError.WebError> =>
  Result.gen(function* () {
    const budget = Xml.budget()
    const part = (name: string): Result.Result<Xml.Node | undefined, WebError.WebError> =>
      Result.map(zip.read(name), (bytes) => (bytes === undefined ? undefined : Xml.parse(bytes, budget)))
    const encryption = yield* part("META-INF/encryption.xml")
    // Fonts are often obfuscated; then the text can still be read.
    const references = Xml.within(encryption, "CipherReference").map((node) => Xml.attribute(node, "URI") ?? "")
    if (references.some((name) => /\.x?html?$/i.test(name))) return yield* Result.fail(isProtected)
    const container = yield* part("META-INF/container.xml")
    const root = Xml.attribute(Xml.within(container, "rootfile")[0], "full-path") ?? ""
    const book = yield* part(root)
    if (book === undefined) return yield* Result.fail(damaged)
    const folder = root.slice(0, root.lastIndexOf("/") + 1)
    const items = new Map(
      Xml.elementsOf(Xml.find(book, "manifest"), "item").map((node) => [Xml.attribute(node, "id"), node]),
    )
    const spine = Xml.elementsOf(Xml.find(book, "spine"), "itemref")
    const labels = yield* labelsOf(folder, Array.from(items.values()), part)
    const styled = chapterStyles(zip, nameOf)
    const parts: Array<Part> = []
    for (const reference of spine.slice(0, maxChapters)) {
      const item = items.get(Xml.attribute(reference, "idref"))
      // The table of contents only repeats the headings.
      if (/(?:^|\s)nav(?:\s|$)/.test(Xml.attribute(item, "properties") ?? "")) continue
      const name = nameOf(folder, Xml.attribute(item, "href") ?? "")
      const file = yield* zip.read(name)
      if (file === undefined) continue
      // A chapter whose title is a picture has its name in the contents.
      parts.push({ language: "html", source: styled(name, file), label: labels.get(name) ?? "" })
    }
    const value = (name: string): string => Xml.textOf(Xml.within(Xml.find(book, "metadata"), name)[0]).trim()
    return {
      title: value("title"),
      author: value("creator") || undefined,
      published: value("date") || undefined,
      parts,
      hidden: 0,
      reduced: spine.length > maxChapters ? [{ part: "entries", read: maxChapters, of: spine.length }] : [],
    }
  })

// --- private --------------------------------------------------------------------------

const maxChapters = 1_000

/** The names of chapters by their files, from the book's contents: a page of EPUB 3, or the NCX of EPUB 2. */
const labelsOf = (
  folder: string,
  items: ReadonlyArray<Xml.Node>,
  part: (name: string) => Result.Result<Xml.Node | undefined, WebError.WebError>,
): Result.Result<ReadonlyMap<string, string>, WebError.WebError> => {
  const contents =
    items.find((item) => /(?:^|\s)nav(?:\s|$)/.test(Xml.attribute(item, "properties") ?? "")) ??
    items.find((item) => Xml.attribute(item, "media-type") === "application/x-dtbncx+xml")
  const file = nameOf(folder, Xml.attribute(contents, "href") ?? "")
  const own = file.slice(0, file.lastIndexOf("/") + 1)
  return Result.map(part(file), (root) => {
    const links = Xml.within(root, "a").map((node) => [Xml.attribute(node, "href"), Xml.textOf(node)] as const)
    const points = entriesIn(root).map(
      (node) => [Xml.attribute(Xml.find(node, "content"), "src"), Xml.textOf(Xml.find(node, "navLabel"))] as const,
    )
    const labels = new Map<string, string>()
    for (const [address = "", label] of [...links, ...points]) {
      const name = nameOf(own, address)
      if (!labels.has(name)) labels.set(name, label.replace(/\s+/g, " ").trim())
    }
    return labels
  })
}

/** The entries of an NCX, also those within others. */
const entriesIn = (node: Xml.Node | undefined): ReadonlyArray<Xml.Node> =>
  Xml.within(node, "navPoint").flatMap((point) => [point].concat(entriesIn(point)))

/** The name of a file in the archive by its address in the book, where names are percent-encoded. */
const nameOf = (folder: string, address: string): string => {
  const url = URL.parse(address, `https://book.invalid/${folder}`)
  return Result.getOrElse(
    Result.try(() => decodeURIComponent(url?.pathname.slice(1) ?? "")),
    () => "",
  )
}
