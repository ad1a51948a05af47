import { type DocumentFormat, Extractor, MediaType, Settings, type WebError } from "@porthole/core"
import { Duration, Effect, Layer, Result } from "effect"
import { read as readMarkdown } from "../src/formats/MarkdownFormat.ts"
import { read as readText } from "../src/formats/TextFormat.ts"
import { read, type ReadOptions } from "../src/html/Pipeline.ts"
import { DocumentExtractor } from "../src/index.ts"

/** A document's options that differ from the defaults. */
export interface DocumentOptions {
  readonly url?: string
  readonly contentType?: string
  readonly mode?: Extractor.Fetched["mode"]
  readonly withOutside?: boolean
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Reads a document, or throws its error. It has no time limit: a test's machine may be slow. */
export const readBytes = (bytes: Uint8Array, requested: DocumentOptions = {}): Extractor.Extracted =>
  Result.getOrThrow(
    syncReaderOf(requested.contentType)(fetchedOf(bytes, requested), { isTimedOut: () => false, spent: () => 0 }),
  )

/** A document as it comes from the transport. */
export const fetchedOf = (bytes: Uint8Array, requested: DocumentOptions = {}): Extractor.Fetched => ({
  url: requested.url ?? "https://site.test/dir/page",
  contentType: requested.contentType ?? "text/html; charset=utf-8",
  bytes,
  mode: requested.mode ?? "markdown",
  withOutside: requested.withOutside ?? false,
})

/** Reads a document of any kind like the extractor, or fails with its error. */
export const readAny = (
  bytes: Uint8Array,
  requested: DocumentOptions = {},
): Effect.Effect<Extractor.Extracted, WebError.WebError> =>
  Extractor.Extractor.use(({ extract }) => extract(fetchedOf(bytes, requested))).pipe(Effect.provide(patient))

/** A timeout of a reading that no machine reaches: longer than settings allow. */
export const unhurried = Layer.succeed(Settings.Settings, {
  ...Settings.Settings.defaultValue(),
  extract_timeout: Duration.hours(1),
})

/** Formats that require a process run in one here, too. */
const patient = Layer.provideMerge(DocumentExtractor.layer({ isolation: "none" }), unhurried)

export const readHtml = (html: string, requested: DocumentOptions = {}): Extractor.Extracted =>
  readBytes(bytesOf(html), requested)

/** A page whose main content is clearly `content`. */
export const article = (content: string, head = ""): string =>
  `<!doctype html><html><head><title>A title</title>${head}</head><body><main><article>${content}</article></main></body></html>`

/** The Markdown of an article's content. */
export const markdownOf = (content: string): string => readHtml(article(content)).content

/** Markdown without its code, fenced or inline. */
export const withoutCode = (markdown: string): string =>
  markdown.replace(/^( *)(`{3,})[^\n]*\n[^]*?\n *\2 *$/gm, "").replace(/(?<!\\)(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, "")

/** The reader of a type, as a synchronous function. */
const syncReaderOf = (
  contentType: string | undefined,
): ((fetched: Extractor.Fetched, options: ReadOptions) => DocumentFormat.Outcome) => {
  const type = MediaType.essence(contentType)
  if (type === "text/markdown") return readMarkdown
  return type === "text/plain" ? readText : read
}
