/** One page of a PDF: the text that one sees on it, and where its links lead. */
import { HttpUrl, type Reduced, UntrustedText } from "@porthole/core"
import * as Effect from "effect/Effect"
import type { PDFDocumentProxy, PDFPageProxy } from "unpdf/pdfjs"
import { filledIn, withFilledIn } from "./Fields.ts"
import type { Annotation } from "./FieldText.ts"
import { type Line, linesOf } from "./Lines.ts"
import { type Drawn, sizeOf, unreadable, upright } from "./Upright.ts"

/** A page. */
export interface PdfPage {
  readonly lines: ReadonlyArray<Line>
  /** Absolute http(s) addresses without fragment. */
  readonly links: ReadonlyArray<string>
  /** Pieces of text that are too small to be seen. */
  readonly hidden: number
  /** Characters that nobody can see. */
  readonly invisible: number
  /** Of what there is more than is read. */
  readonly cut: ReadonlyArray<Reduced.Part>
}

/** The layers of a document (ISO 32000-1, section 8.11), of which some aren't shown. */
export interface Layers {
  readonly isVisible: (layer: unknown) => unknown
}

/** Reads a page; `undefined` if it is damaged. Its scripts and its files aren't looked at. */
export const readPage = (
  document: PDFDocumentProxy,
  number: number,
  layers: Layers | undefined,
): Effect.Effect<PdfPage | undefined> =>
  Effect.orElseSucceed(
    Effect.acquireUseRelease(
      Effect.tryPromise(() => document.getPage(number)),
      (page) =>
        Effect.flatMap(annotationsOf(page, layers), (annotations) =>
          Effect.map(textOf(page, annotations), (text) => ({ ...text, links: linksOf(annotations) })),
        ),
      (page) => Effect.sync(() => page.cleanup()),
    ),
    () => undefined,
  )

// --- private --------------------------------------------------------------------------

/** Most pieces of text of a page. */
const mostPieces = 50_000

/** Most lines of a page that were filled in: each is held against all pieces that are drawn. */
const mostFilledIn = (drawn: number): number => Math.max(400, Math.min(2_000, Math.floor(20_000_000 / (drawn + 1))))

const textOf = (page: PDFPageProxy, annotations: ReadonlyArray<Annotation>) =>
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
      const most = mostFilledIn(drawn.length)
      const filled = filledIn(annotations, page, most + 1)
      for (const { text } of filled) invisible += UntrustedText.countInvisible(text)
      const cut: ReadonlyArray<Reduced.Part> = [
        ...(items.length > mostPieces ? ["characters" as const] : []),
        ...(filled.length > most ? ["values" as const] : []),
      ]
      return { lines: linesOf(withFilledIn(upright(drawn), filled.slice(0, most))), hidden, invisible, cut }
    },
  )

const finite = (value: number): number => (Number.isFinite(value) ? value : 0)

const annotationsOf = (page: PDFPageProxy, layers: Layers | undefined): Effect.Effect<ReadonlyArray<Annotation>> =>
  Effect.orElseSucceed(
    Effect.tryPromise(() =>
      page
        .getAnnotations({ intent: "display" })
        .then((all: ReadonlyArray<Annotation>) => all.filter(({ oc }) => layers?.isVisible(oc) !== false)),
    ),
    () => [],
  )

const linksOf = (annotations: ReadonlyArray<Annotation>): ReadonlyArray<string> =>
  annotations.flatMap(({ url }) => (typeof url === "string" ? (HttpUrl.withoutFragment(url) ?? []) : []))
