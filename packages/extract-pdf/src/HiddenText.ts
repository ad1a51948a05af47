/** Finds the texts of a page that nobody sees, from the drawing operators that pdf.js reports. */
import { getRGB, OPS } from "unpdf/pdfjs"
import { type DrawnText, type Glyph, PageInk, type Rgb } from "./PageInk.ts"

/** The operators of a page, as pdf.js reports them. */
export interface Operators {
  readonly fnArray: ReadonlyArray<number>
  readonly argsArray: ReadonlyArray<unknown>
}

/** The texts of a page that nobody sees; `isHiddenLayer` is about the argument of a layer's mark. */
export const hiddenTexts = (
  { argsArray, fnArray }: Operators,
  isHiddenLayer: (group: unknown) => boolean,
): ReadonlyArray<DrawnText> => {
  const ink = new PageInk()
  /** Open annotations and groups; nothing of an annotation or of a mask is text of the page. */
  const open: Array<boolean> = []
  let apart = 0
  for (const [at, operator] of fnArray.entries()) {
    const written: unknown = argsArray[at]
    const args: ReadonlyArray<unknown> = Array.isArray(written) ? written : []
    if (operator === OPS.beginAnnotation || operator === OPS.beginGroup) {
      const isApart = operator === OPS.beginAnnotation || Boolean(propertyOf(args[0], "smask"))
      open.push(isApart)
      if (isApart) apart++
    } else if (operator === OPS.endAnnotation || operator === OPS.endGroup) {
      if (open.pop() === true) apart--
    } else if (apart > 0) continue
    else if (operator === OPS.beginMarkedContentProps) ink.beginMark(args[0] === "OC" && isHiddenLayer(args[1]))
    else operations.get(operator)?.(ink, args)
  }
  return ink.hidden()
}

// --- private --------------------------------------------------------------------------

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

/** The glyphs of a text; a number moves the next one to the left. */
const glyphsOf = (value: unknown): ReadonlyArray<Glyph> =>
  (Array.isArray(value) ? value : []).map((glyph: unknown) => ({
    width: typeof glyph === "number" ? -glyph : Number(propertyOf(glyph, "width")) || 0,
    text: typeof glyph === "number" ? undefined : String(propertyOf(glyph, "unicode") ?? ""),
    isSpace: propertyOf(glyph, "isSpace") === true,
  }))

const colourOf = (value: unknown): Rgb | undefined => {
  const [red, green, blue] = typeof value === "string" ? getRGB(value) : []
  return red === undefined || green === undefined || blue === undefined ? undefined : [red, green, blue]
}

/** The entries of a graphics state that change a text's visibility. */
const setGraphicsState = (ink: PageInk, entries: unknown): void => {
  for (const entry of Array.isArray(entries) ? entries : []) {
    const [name, value]: ReadonlyArray<unknown> = Array.isArray(entry) ? entry : []
    if (name === "ca") ink.set({ fillAlpha: Number(value) })
    if (name === "CA") ink.set({ strokeAlpha: Number(value) })
    if (name === "BM") ink.set({ isBlended: value !== "source-over" && value !== "Normal" })
    if (name === "SMask") ink.set({ isBlended: value !== false })
    if (name === "Font" && Array.isArray(value)) ink.set({ fontSize: Number(value[1]) })
  }
}

type Operation = (ink: PageInk, args: ReadonlyArray<unknown>) => void

const nextLine = (ink: PageInk): void => ink.moveText(0, -ink.current.leading)

const operations: ReadonlyMap<number, Operation> = new Map<number, Operation>([
  [OPS.save, (ink) => ink.save()],
  [OPS.restore, (ink) => ink.restore()],
  [OPS.transform, (ink, args) => ink.transform(args)],
  [OPS.paintFormXObjectBegin, (ink, [matrix]) => ink.beginForm(matrix)],
  [OPS.paintFormXObjectEnd, (ink) => ink.restore()],
  [OPS.setGState, (ink, [entries]) => setGraphicsState(ink, entries)],
  [OPS.setFillRGBColor, (ink, [colour]) => ink.set({ fill: colourOf(colour) })],
  [OPS.setStrokeRGBColor, (ink, [colour]) => ink.set({ stroke: colourOf(colour) })],
  [OPS.setFillColorN, (ink) => ink.set({ fill: undefined })],
  [OPS.setStrokeColorN, (ink) => ink.set({ stroke: undefined })],
  [OPS.beginText, (ink) => ink.beginText()],
  [OPS.setFont, (ink, [, size]) => ink.set({ fontSize: Number(size) })],
  [OPS.setTextMatrix, (ink, [matrix]) => ink.setTextMatrix(matrix)],
  [OPS.moveText, (ink, [x, y]) => ink.moveText(Number(x), Number(y))],
  [
    OPS.setLeadingMoveText,
    (ink, [x, y]) => {
      ink.set({ leading: -Number(y) })
      ink.moveText(Number(x), Number(y))
    },
  ],
  [OPS.nextLine, nextLine],
  [OPS.setLeading, (ink, [leading]) => ink.set({ leading: Number(leading) })],
  [OPS.setCharSpacing, (ink, [spacing]) => ink.set({ charSpacing: Number(spacing) })],
  [OPS.setWordSpacing, (ink, [spacing]) => ink.set({ wordSpacing: Number(spacing) })],
  [OPS.setHScale, (ink, [scale]) => ink.set({ scale: Number(scale) / 100 })],
  [OPS.setTextRise, (ink, [rise]) => ink.set({ rise: Number(rise) })],
  [OPS.setTextRenderingMode, (ink, [mode]) => ink.set({ mode: Number(mode) })],
  [OPS.showText, (ink, [glyphs]) => ink.show(glyphsOf(glyphs))],
  [OPS.showSpacedText, (ink, [glyphs]) => ink.show(glyphsOf(glyphs))],
  [
    OPS.nextLineShowText,
    (ink, [glyphs]) => {
      nextLine(ink)
      ink.show(glyphsOf(glyphs))
    },
  ],
  [OPS.beginMarkedContent, (ink) => ink.beginMark(false)],
  [OPS.endMarkedContent, (ink) => ink.endMark()],
  [OPS.constructPath, (ink, [operator]) => ink.path(operator)],
  [OPS.rawFillPath, (ink) => ink.path(OPS.fill)],
  ...[
    OPS.shadingFill,
    OPS.paintImageXObject,
    OPS.paintInlineImageXObject,
    OPS.paintImageMaskXObject,
    OPS.paintSolidColorImageMask,
    OPS.paintImageXObjectRepeat,
    OPS.paintImageMaskXObjectRepeat,
    OPS.paintImageMaskXObjectGroup,
    OPS.paintInlineImageXObjectGroup,
  ].map((operator): readonly [number, Operation] => [operator, (ink) => ink.picture()]),
])
