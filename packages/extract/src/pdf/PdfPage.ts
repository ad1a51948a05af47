/** One page of a PDF: the text that one sees on it, and where its links lead. */
import { HttpUrl, UntrustedText } from "@porthole/core"
import * as Effect from "effect/Effect"
import type { PDFDocumentProxy, PDFPageProxy } from "unpdf/pdfjs"
import { type Line, linesOf } from "./Lines.ts"
import { type Drawn, sizeOf, upright } from "./Upright.ts"

/** A page. */
export interface PdfPage {
  readonly lines: ReadonlyArray<Line>
  /** Absolute http(s) addresses without fragment. */
  readonly links: ReadonlyArray<string>
  /** Pieces of text that are too small to be seen. */
  readonly hidden: number
  /** Characters that nobody can see. */
  readonly invisible: number
}

/** Reads a page; `undefined` if it is damaged. Its scripts, its files and its forms aren't looked at. */
export const readPage = (document: PDFDocumentProxy, number: number): Effect.Effect<PdfPage | undefined> =>
  Effect.orElseSucceed(
    Effect.acquireUseRelease(
      Effect.tryPromise(() => document.getPage(number)),
      (page) => Effect.zipWith(textOf(page), linksOf(page), (text, links) => ({ ...text, links })),
      (page) => Effect.sync(() => page.cleanup()),
    ),
    () => undefined,
  )

// --- private --------------------------------------------------------------------------

/** A font's size in points that nobody can read. */
const unreadable = 1

/** Most pieces of text of a page. */
const mostPieces = 50_000

const textOf = (page: PDFPageProxy) =>
  Effect.map(
    Effect.tryPromise(() => page.getTextContent()),
    ({ items }) => {
      const drawn: Array<Drawn> = []
      let [hidden, invisible] = [0, 0]
      for (const item of items.slice(0, mostPieces)) {
        if (!("str" in item) || item.str === "") continue
        invisible += UntrustedText.countInvisible(item.str)
        const matrix = item.transform.map(Number).map(finite)
        const piece = {
          text: UntrustedText.cleanLines(item.str),
          matrix,
          width: finite(item.width),
          length: item.dir === "ttb" ? finite(item.height) : undefined,
        }
        // What pdf.js puts between words has no size of its own; what stands off the page it leaves out itself.
        if (item.str.trim() === "" || sizeOf(matrix) >= unreadable) drawn.push(piece)
        else hidden += 1
      }
      return { lines: linesOf(upright(drawn)), hidden, invisible }
    },
  )

const finite = (value: number): number => (Number.isFinite(value) ? value : 0)

const linksOf = (page: PDFPageProxy): Effect.Effect<ReadonlyArray<string>> =>
  Effect.orElseSucceed(
    Effect.map(
      Effect.tryPromise(() => page.getAnnotations({ intent: "display" })),
      (annotations: ReadonlyArray<{ readonly url?: unknown }>) =>
        annotations.flatMap(({ url }) => (typeof url === "string" ? (HttpUrl.withoutFragment(url) ?? []) : [])),
    ),
    () => [],
  )
