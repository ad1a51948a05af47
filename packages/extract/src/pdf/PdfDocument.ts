/**
 * Reads a PDF: page after page its text, as paragraphs, under a heading with the page's number. It is taken apart by Mozilla's
 * pdf.js (as `unpdf` packs it), which runs nothing of the document's and is given no way to fetch or load anything but
 * tables of characters that lie here: neither fonts nor code of WebAssembly.
 */
import { DocumentFormat, type Extractor, type Reduced, Removed, WebError } from "@porthole/core"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { getDocument, type PDFDocumentProxy } from "unpdf/pdfjs"
import { confined } from "./Confined.ts"
import { type PdfPage, readPage } from "./PdfPage.ts"
import { type Shown, showPages } from "./ShownPages.ts"
import { type PredefinedCMaps, predefinedCMaps } from "./PredefinedCMaps.ts"
import { paragraphsOf } from "./Paragraphs.ts"
import { titleOf } from "./PdfTitle.ts"
import { boundedCopy } from "./Unpacked.ts"

/** Reads a PDF. */
export const read = (
  fetched: Extractor.Fetched,
  options: DocumentFormat.ReadOptions,
): Promise<DocumentFormat.Outcome> =>
  confined(() =>
    Effect.runPromise(
      Effect.result(Effect.catchDefect(extracted(fetched, options), (cause) => Effect.fail(damaged(cause)))),
    ),
  )

// --- private --------------------------------------------------------------------------

const mostPages = 200
const mostCharacters = 2_000_000
/** A document of which so many pages in a row are damaged has no others. */
const mostDamaged = 10

const extracted = Effect.fnUntraced(function* (fetched: Extractor.Fetched, options: DocumentFormat.ReadOptions) {
  const bounded = boundedCopy(fetched.bytes)
  if (bounded === undefined) return yield* Effect.fail(tooLarge)
  const cmaps = predefinedCMaps(bounded.cmaps <= mostForCMaps)
  return yield* Effect.acquireUseRelease(
    Effect.sync(() => getDocument({ data: bounded.copy, ...harmless, BinaryDataFactory: cmaps.Factory })),
    (task) =>
      Effect.flatMap(Effect.tryPromise({ try: () => task.promise, catch: unopened }), (document) =>
        bounded.isSealed ? Effect.fail(sealed) : contentOf(document, cmaps, fetched.mode, options),
      ),
    (task) => Effect.ignore(Effect.tryPromise(() => task.destroy())),
  )
})

/** In ms. */
const mostForCMaps = 500

/** Nothing is loaded, fetched, drawn or run. */
const harmless = {
  disableFontFace: true,
  useSystemFonts: false,
  useWorkerFetch: false,
  useWasm: false,
  disableAutoFetch: true,
  disableRange: true,
  disableStream: true,
  enableXfa: false,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  stopAtErrors: false,
  verbosity: 0,
} as const

const contentOf = Effect.fnUntraced(function* (
  document: PDFDocumentProxy,
  cmaps: PredefinedCMaps,
  mode: Extractor.Fetched["mode"],
  { isLate, isOverdue }: DocumentFormat.ReadOptions,
) {
  const info = yield* Effect.orElseSucceed(
    Effect.map(
      Effect.tryPromise(() => document.getMetadata()),
      (metadata) => metadata.info,
    ),
    () => undefined,
  )
  const layers = yield* Effect.orElseSucceed(
    Effect.tryPromise(() => document.getOptionalContentConfig({ intent: "display" })),
    () => undefined,
  )
  const pages: Array<Shown> = []
  const links = new Set<string>()
  const cut = new Set<Reduced.Part>()
  let first: PdfPage | undefined
  let [read, damagedPages, left, hidden, invisible] = [0, 0, mostCharacters, 0, 0]
  while (read < Math.min(document.numPages, mostPages) && left > 0 && damagedPages < mostDamaged) {
    if (isOverdue()) return yield* Effect.fail(DocumentFormat.overdue)
    if (read > 0 && isLate()) break
    const page = yield* readPage(document, read + 1, layers)
    read += 1
    damagedPages = page === undefined ? damagedPages + 1 : 0
    if (page === undefined) continue
    first ??= page
    hidden += page.hidden
    for (const link of page.links) links.add(link)
    invisible += page.invisible
    for (const part of page.cut) cut.add(part)
    const paragraphs = paragraphsOf(page.lines)
    if (paragraphs.length > 0) pages.push({ number: read, paragraphs })
    left -= page.lines.reduce((sum, { text }) => sum + text.length + 1, 0)
  }
  if (first === undefined) return yield* Effect.fail(damaged(undefined))
  const removed = Removed.sum({ hidden_elements: hidden, invisible_characters: invisible })
  const isTextMissing = cmaps.isMissing()
  const reduced: ReadonlyArray<Reduced.Reduced> = [
    ...(read < document.numPages ? [{ part: "pages" as const, read, of: document.numPages }] : []),
    ...Array.from(cut, (part) => ({ part })),
    ...(isTextMissing ? [{ part: "fonts" as const }] : []),
  ]
  const { content, text } = showPages(pages, mode)
  return {
    title: titleOf(info, first.lines),
    content,
    links: Array.from(links),
    text_length: text.length,
    ...(removed === undefined ? {} : { removed }),
    ...(pages.length === 0 && !isTextMissing ? { obstacle: "scanned" as const } : {}),
    ...(reduced.length === 0 ? {} : { reduced }),
  } satisfies Extractor.Extracted
})

const failed = (message: string, cause?: unknown): WebError.WebError =>
  WebError.make({ error: "extraction_failed", message }, cause)

const tooLarge = failed("The document holds more than can be read.")

const sealed = failed("The document is encrypted in a way that isn't known.")

const damaged = (cause: unknown): WebError.WebError => failed("The document is damaged.", cause)

/** pdf.js tells its errors by their names. */
const unopened = (cause: unknown): WebError.WebError =>
  Predicate.hasProperty(cause, "name") && cause.name === "PasswordException"
    ? failed("The document is encrypted: it takes a password to read it.", cause)
    : damaged(cause)
