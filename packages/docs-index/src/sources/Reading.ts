/** A file of documentation as pages, by its extension. */
import { Extractor, Library, type WebError } from "@porthole/core"
import * as Effect from "effect/Effect"
import * as Declarations from "./Declarations.ts"
import * as Markdown from "./Markdown.ts"
import * as PagePath from "./PagePath.ts"
import * as Rst from "./Rst.ts"
import type { Options } from "./Source.ts"

/** Whether a file may be documentation: of a package, HTML only in a folder of documentation. */
export const readable = (path: string, isPackage: boolean): boolean =>
  formats.some(({ of, pattern }) => pattern.test(path) && (of === "any" || isPackage === (of === "package"))) ||
  (isPackage && /^(?:dist\/)?docs?\/.*\.html?$/i.test(path))

/** The pages of a file; none if it has no text. Fails if it can't be read, for example in time. */
export const pagesOf = Effect.fnUntraced(function* (
  path: string,
  bytes: Uint8Array,
  options: Options,
): Effect.fn.Return<ReadonlyArray<Library.Page>, WebError.WebError, Extractor.Extractor> {
  const format = formats.find(({ pattern }) => pattern.test(path))
  if (format === undefined) return []
  const read = yield* format.read(bytes, path, options)
  return read.map(({ suffix = "", text, title, url }) => ({
    path: `${path}${suffix}`,
    url: `${url ?? PagePath.urlOf(options, path)}${suffix}`,
    title,
    text,
  }))
})

// --- private --------------------------------------------------------------------------

interface Read {
  readonly title: string
  readonly text: string
  readonly suffix?: string
  /** The page's own address on the web. */
  readonly url?: string | undefined
}

interface Format {
  readonly pattern: RegExp
  readonly of: "any" | "package" | "folder"
  readonly read: (
    bytes: Uint8Array,
    path: string,
    options: Options,
  ) => Effect.Effect<ReadonlyArray<Read>, WebError.WebError, Extractor.Extractor>
}

const decoder = new TextDecoder()

/** A page of a folder may name its address, as pages that were read from the web do; a package can't choose one. */
const markdown = (source: string, path: string, { base, isPackage, library }: Options): ReadonlyArray<Read> => {
  const read = Markdown.read(source)
  if (read.text === "") return []
  const title = read.title ?? PagePath.titleOf(path, library.name)
  const isOwn = !isPackage && base === undefined
  return [{ title, text: Markdown.titled(title, read.text), url: isOwn ? read.url : undefined }]
}

/** Each heading of the first level begins a page, if there are several: such files join the pages of a site. */
const joined = (source: string, path: string, options: Options): ReadonlyArray<Read> => {
  const parts = source.split(/^(?=# )/m).filter((part) => part.trim() !== "")
  if (parts.length < 4) return markdown(source, path, options)
  return parts.flatMap((part, at) =>
    markdown(part, path, options).map(({ text, title }) => ({ title, text, suffix: `#${at + 1}` })),
  )
}

const declarations = (source: string, path: string, { library }: Options): ReadonlyArray<Read> => {
  const text = Declarations.toMarkdown(source)
  const title = PagePath.titleOf(path, library.name)
  return text === "" ? [] : [{ title, text: `# ${title}\n\n${text}` }]
}

/** HTML by the extractor. Links to other pages are those of the library: on the web, or in the index. */
const html: Format["read"] = (bytes, path, { base, library }) => {
  const root = base === undefined ? placeholder : PagePath.folderOf(base)
  return Extractor.Extractor.use(({ extract }) =>
    extract({
      url: `${root}${encodeURI(path)}`,
      contentType: "text/html",
      bytes,
      mode: "markdown",
      hasNoClutter: true,
    }),
  ).pipe(
    Effect.map(({ content, title }) => {
      if (content === "") return []
      const text = content.replaceAll(`](${placeholder}`, `](${Library.addressOf(library, "")}`)
      return [{ title: title === "" ? PagePath.titleOf(path, library.name) : title, text }]
    }),
  )
}

/** Stands for the address of pages that have none on the web, so that relative links can be resolved. */
const placeholder = "https://docs.invalid/"

const text =
  (read: (source: string, path: string, options: Options) => ReadonlyArray<Read>): Format["read"] =>
  (bytes, path, options) =>
    Effect.sync(() => read(decoder.decode(bytes), path, options))

const formats: ReadonlyArray<Format> = [
  { pattern: /\.(?:mdx?|markdown)$/i, of: "any", read: text(markdown) },
  { pattern: /(?:^|\/)llms(?:-[\w-]+)?\.txt$/i, of: "any", read: text(joined) },
  { pattern: /\.d\.[cm]?ts$/, of: "package", read: text(declarations) },
  { pattern: /\.(?:html?|xhtml)$/i, of: "folder", read: html },
  {
    pattern: /\.rst$/i,
    of: "any",
    read: text((source, path, options) => markdown(Rst.toMarkdown(source), path, options)),
  },
]
