/**
 * Reads a PDF page by page with Mozilla's pdf.js, as packaged by `unpdf`. This module runs in a process of its own
 * whose time and memory the parent limits, so documents need no check beforehand.
 */
import { type DocumentFormat, Extracted, type Extractor, WebError } from "@porthole/core"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { getDocument, type PDFDocumentProxy } from "unpdf/pdfjs"
import { write } from "./Output.ts"
import { blocksOf } from "./layout/Blocks.ts"
import { withoutRunningLines } from "./layout/RunningLines.ts"
import { type PdfPage, readPage } from "./PdfPage.ts"
import { titleOf } from "./PdfTitle.ts"
import { CMapFiles } from "./CMapFiles.ts"

// pdf.js leaves rejected promises for some damaged documents; Node would end the process.
process.on("unhandledRejection", () => undefined)

/** Reads a PDF. */
export const read: DocumentFormat.Read = (fetched, options) =>
  Effect.acquireUseRelease(
    // pdf.js takes ownership of the bytes' memory.
    Effect.sync(() => getDocument({ ...settings, data: new Uint8Array(fetched.bytes) })),
    (task) =>
      Effect.flatMap(Effect.tryPromise({ try: () => task.promise, catch: openingError }), (document) =>
        contentOf(document, fetched.mode, options),
      ),
    (task) => Effect.ignore(Effect.tryPromise(() => task.destroy())),
  ).pipe(
    Effect.catchDefect((cause) => Effect.fail(damaged(cause))),
    Effect.result,
    Effect.runPromise,
  )

// --- private --------------------------------------------------------------------------

const limits = {
  pages: 200,
  characters: 2_000_000,
  /** The number of consecutive damaged pages after which reading stops. */
  damagedPages: 10,
  /** Maximum length of a document that is complete in itself. */
  complete: 4_096,
} as const

/**
 * Nothing is fetched, run or drawn, and no system font is used. Small images are still decoded: pdf.js needs them for
 * the sizes of Type 3 fonts.
 */
const settings = {
  BinaryDataFactory: CMapFiles,
  disableAutoFetch: true,
  disableFontFace: true,
  disableRange: true,
  disableStream: true,
  enableXfa: false,
  isImageDecoderSupported: false,
  isOffscreenCanvasSupported: false,
  maxImageSize: 262_144,
  stopAtErrors: false,
  useSystemFonts: false,
  useWasm: false,
  useWorkerFetch: false,
  verbosity: 0,
} as const

const contentOf = Effect.fnUntraced(function* (
  document: PDFDocumentProxy,
  mode: Extractor.Fetched["mode"],
  { isTimeRunningOut }: DocumentFormat.ReadOptions,
) {
  const metadata = yield* orUndefined(() => document.getMetadata())
  const layers = yield* orUndefined(() => document.getOptionalContentConfig({ intent: "display" }))
  const pages: Array<PdfPage> = []
  let [pagesRead, characters, damagedPages] = [0, 0, 0]
  while (pagesRead < Math.min(document.numPages, limits.pages) && characters < limits.characters) {
    if (damagedPages === limits.damagedPages || (pagesRead > 0 && isTimeRunningOut())) break
    pagesRead += 1
    const page = yield* readPage(document, pagesRead, layers)
    damagedPages = page === undefined ? damagedPages + 1 : 0
    if (page === undefined) continue
    pages.push(page)
    characters += page.lines.reduce((sum, { fixed, text }) => sum + (fixed?.text ?? text).length + 1, 0)
  }
  const [first] = pages
  if (first === undefined) return yield* Effect.fail(damaged())
  const lines = withoutRunningLines(pages)
  const shown = pages
    .map(({ number }, at) => ({ number, blocks: blocksOf(lines[at] ?? []) }))
    .filter(({ blocks }) => blocks.length > 0)
  const { content, text } = write(shown, mode)
  const removed = Extracted.sumRemoved(...pages.map((page) => page.removed))
  const reduced: ReadonlyArray<Extracted.Reduced> = [
    ...(pagesRead < document.numPages ? [{ part: "pages" as const, read: pagesRead, of: document.numPages }] : []),
    ...Array.from(new Set(pages.flatMap(({ cut }) => cut)), (part) => ({ part })),
  ]
  // A page without a text may be drawn.
  const isWhole = shown.length === pagesRead && !pages.some(({ hasPicture }) => hasPicture)
  return {
    title: titleOf(metadata?.info, first.lines),
    content,
    links: Array.from(new Set(pages.flatMap(({ links }) => links))),
    text_length: text.length,
    ...(isWhole && text.length <= limits.complete && removed === undefined && reduced.length === 0
      ? { is_complete: true as const }
      : {}),
    ...(removed === undefined ? {} : { removed }),
    ...(shown.length === 0 ? { obstacle: "scanned" as const } : {}),
    ...(reduced.length === 0 ? {} : { reduced }),
  } satisfies Extractor.Extracted
})

const orUndefined = <A>(promise: () => Promise<A>): Effect.Effect<A | undefined> =>
  Effect.orElseSucceed(Effect.tryPromise(promise), () => undefined)

const extractionFailed = (message: string, cause?: unknown): WebError.WebError =>
  WebError.make({ error: "extraction_failed", message }, cause)

const damaged = (cause?: unknown): WebError.WebError =>
  extractionFailed("The document is damaged. Use another one.", cause)

/** pdf.js identifies its errors by name. */
const openingError = (cause: unknown): WebError.WebError =>
  Predicate.hasProperty(cause, "name") && cause.name === "PasswordException"
    ? extractionFailed("The document needs a password. Use another one.", cause)
    : damaged(cause)
