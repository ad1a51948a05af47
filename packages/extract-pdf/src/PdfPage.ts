/** One page of a PDF: its visible text, and the addresses of its links. */
import { type Extracted, HttpUrl, UntrustedText } from "@porthole/core"
import * as Effect from "effect/Effect"
import { AnnotationMode, type PDFDocumentProxy, type PDFPageProxy } from "unpdf/pdfjs"
import type { Annotation } from "./form/Annotation.ts"
import { valueLines, withFormValues } from "./form/FormValues.ts"
import { lettersOf } from "./ink/HiddenText.ts"
import type { DrawnLetter } from "./ink/PageInk.ts"
import * as Pictures from "./ink/Pictures.ts"
import { Unseen } from "./ink/Unseen.ts"
import { fixedFontsOf } from "./layout/FixedFonts.ts"
import type { Line } from "./layout/LineBuilder.ts"
import { linesOf } from "./layout/Lines.ts"
import { folded } from "./layout/PresentationForms.ts"
import { type DrawnRun, isUnreadable, upright } from "./layout/Rotation.ts"

/** A page. */
export interface PdfPage {
  readonly number: number
  readonly lines: ReadonlyArray<Line>
  /** Absolute http(s) addresses without fragment. */
  readonly links: ReadonlyArray<string>
  /** Text too small to read, and text that nobody sees, counts as hidden elements. */
  readonly removed: Extracted.Removed
  /** Whether it may show a picture. */
  readonly hasPicture: boolean
  /** The kinds of parts that were cut to a limit. */
  readonly cut: ReadonlyArray<Extracted.ReducedPart>
}

/** The document's optional content groups (ISO 32000-1, section 8.11), some of which viewers don't show. */
export interface Layers {
  readonly isVisible: (group: unknown) => unknown
}

/** Reads a page; `undefined` if it is damaged. */
export const readPage = (
  document: PDFDocumentProxy,
  number: number,
  layers: Layers | undefined,
): Effect.Effect<PdfPage | undefined> =>
  Effect.acquireUseRelease(
    Effect.tryPromise(() => document.getPage(number)),
    (page) =>
      Effect.gen(function* () {
        const annotations = yield* annotationsOf(page, layers)
        const content = yield* Effect.tryPromise(() => page.getTextContent())
        const { hasPicture, letters } = yield* inkOn(page, layers)
        return { ...pageOf(number, content, new Unseen(letters), annotations, page), hasPicture }
      }),
    (page) => Effect.sync(() => page.cleanup()),
  ).pipe(Effect.orElseSucceed(() => undefined))

// --- private --------------------------------------------------------------------------

type TextContent = Awaited<ReturnType<PDFPageProxy["getTextContent"]>>

/** Maximum number of text items of a page. */
const maxItems = 50_000

/** Maximum number of lines of form values: each is compared with every text run of the page. */
const maxFormValues = (runs: number): number => Math.max(400, Math.min(2_000, Math.floor(20_000_000 / (runs + 1))))

/** The letters that a page draws, none if its operators can't be read; and whether it may show a picture. */
const inkOn = (
  page: PDFPageProxy,
  layers: Layers | undefined,
): Effect.Effect<{ readonly letters: ReadonlyArray<DrawnLetter>; readonly hasPicture: boolean }> =>
  Effect.tryPromise(() =>
    page.getOperatorList({ annotationMode: AnnotationMode.DISABLE }).then((operators) => ({
      letters: lettersOf(operators, (group) => layers?.isVisible(group) === false),
      hasPicture: Pictures.mayShow(operators),
    })),
  ).pipe(Effect.orElseSucceed(() => ({ letters: [], hasPicture: true })))

const pageOf = (
  number: number,
  content: TextContent,
  unseen: Unseen,
  annotations: ReadonlyArray<Annotation>,
  page: PDFPageProxy,
): Omit<PdfPage, "hasPicture"> => {
  const items = content.items.slice(0, maxItems).filter((item) => "str" in item)
  const fixedFonts = fixedFontsOf(items, content.styles)
  const drawn: Array<DrawnRun> = []
  const removed = { hidden_elements: 0, invisible_characters: 0 }
  for (const item of items) {
    if (item.str === "") continue
    removed.invisible_characters += UntrustedText.countInvisible(item.str)
    const matrix = item.transform.map(Number).map(finite)
    // The blanks that pdf.js inserts have no size. pdf.js itself leaves out text outside the page.
    const isHidden = item.str.trim() !== "" && (isUnreadable(matrix) || unseen.hides(item))
    if (isHidden) removed.hidden_elements += 1
    else
      drawn.push({
        text: folded(UntrustedText.cleanLines(item.str)),
        matrix,
        width: finite(item.width),
        height: item.dir === "ttb" ? finite(item.height) : undefined,
        isFixed: fixedFonts.has(item.fontName),
      })
  }
  const maxValues = maxFormValues(drawn.length)
  const formLines = valueLines(annotations, page, maxValues + 1)
  for (const { text } of formLines) removed.invisible_characters += UntrustedText.countInvisible(text)
  return {
    number,
    lines: linesOf(withFormValues(upright(drawn), formLines.slice(0, maxValues))),
    links: annotations.flatMap(({ url }) => (typeof url === "string" ? (HttpUrl.withoutFragment(url) ?? []) : [])),
    removed,
    cut: [
      ...(content.items.length > maxItems ? ["characters" as const] : []),
      ...(formLines.length > maxValues ? ["values" as const] : []),
    ],
  }
}

const finite = (value: number): number => (Number.isFinite(value) ? value : 0)

/** The annotations that viewers show; none if they can't be read. */
const annotationsOf = (page: PDFPageProxy, layers: Layers | undefined): Effect.Effect<ReadonlyArray<Annotation>> =>
  Effect.tryPromise((): Promise<ReadonlyArray<Annotation>> => page.getAnnotations({ intent: "display" })).pipe(
    Effect.map((all) => all.filter(({ oc }) => layers?.isVisible(oc) !== false)),
    Effect.orElseSucceed(() => []),
  )
