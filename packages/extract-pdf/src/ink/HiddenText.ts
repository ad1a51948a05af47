/** Reads the letters of a page, and whether anybody sees them, from the drawing operators that pdf.js reports. */
import { getRGB, OPS } from "unpdf/pdfjs"
import { type DrawnLetter, type Glyph, PageInk } from "./PageInk.ts"

/** The operators of a page, as pdf.js reports them. */
export interface Operators {
  readonly fnArray: ReadonlyArray<number>
  readonly argsArray: ReadonlyArray<unknown>
}

/**
 * The letters of a page, or none if nothing hides any of them; `isHiddenLayer` is about the argument of a
 * layer's mark.
 */
export const lettersOf = (
  { argsArray, fnArray }: Operators,
  isHiddenLayer: (group: unknown) => boolean,
): ReadonlyArray<DrawnLetter> => {
  if (!fnArray.some((operator, at) => mayHide(operator, argsArray[at]))) return []
  const ink = new PageInk()
  for (const [at, operator] of fnArray.entries()) {
    if (withoutInk.has(operator)) continue
    const written: unknown = argsArray[at]
    const args: ReadonlyArray<unknown> = Array.isArray(written) ? written : []
    if (operator === OPS.beginMarkedContentProps) ink.beginMark(args[0] === "OC" && isHiddenLayer(args[1]))
    else (operations.get(operator) ?? paintPicture)(ink, args)
  }
  return ink.letters()
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
    isDrawing: typeof propertyOf(glyph, "operatorListId") === "string",
  }))

/** Channels from 0 to 255 that nobody can tell from white. */
const minWhite = 250

const isWhite = (colour: unknown): boolean =>
  typeof colour === "string" && getRGB(colour).every((channel: number) => channel >= minWhite)

/** The entries of a graphics state that change a text's visibility. */
const setGraphicsState = (ink: PageInk, entries: unknown): void => {
  for (const entry of Array.isArray(entries) ? entries : []) {
    const [name, value]: ReadonlyArray<unknown> = Array.isArray(entry) ? entry : []
    if (name === "ca") ink.set({ fillAlpha: Number(value) })
    if (name === "CA") ink.set({ strokeAlpha: Number(value) })
    if (name === "BM") ink.set({ isBlended: value !== "source-over" && value !== "Normal" })
    if (name === "SMask" && value !== false) ink.paintPicture()
    if (name === "Font" && Array.isArray(value)) ink.set({ fontSize: Number(value[1]) })
  }
}

/** Whether an operator is one without which no text is hidden. */
const mayHide = (operator: number, args: unknown): boolean => {
  const first: unknown = Array.isArray(args) ? args[0] : undefined
  if (operator === OPS.setTextRenderingMode) return first !== 0
  if (operator === OPS.setFillRGBColor || operator === OPS.setStrokeRGBColor) return isWhite(first)
  return operator === OPS.setGState || (operator === OPS.beginMarkedContentProps && first === "OC")
}

type Operation = (ink: PageInk, args: ReadonlyArray<unknown>) => void

/** Pictures, forms, patterns and all operators that aren't listed here. */
const paintPicture: Operation = (ink) => ink.paintPicture()

const operations: ReadonlyMap<number, Operation> = new Map<number, Operation>([
  [OPS.save, (ink) => ink.save()],
  [OPS.restore, (ink) => ink.restore()],
  [OPS.transform, (ink, args) => ink.transform(args)],
  [
    OPS.paintFormXObjectBegin,
    (ink, [matrix]) => {
      ink.paintPicture()
      ink.save()
      ink.transform(matrix)
    },
  ],
  [OPS.paintFormXObjectEnd, (ink) => ink.restore()],
  [OPS.setGState, (ink, [entries]) => setGraphicsState(ink, entries)],
  [OPS.setFillRGBColor, (ink, [colour]) => ink.set({ isFillWhite: isWhite(colour) })],
  [OPS.setStrokeRGBColor, (ink, [colour]) => ink.set({ isStrokeWhite: isWhite(colour) })],
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
  [OPS.nextLine, (ink) => ink.moveText(0, -ink.current.leading)],
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
      ink.moveText(0, -ink.current.leading)
      ink.show(glyphsOf(glyphs))
    },
  ],
  [OPS.beginMarkedContent, (ink) => ink.beginMark(false)],
  [OPS.endMarkedContent, (ink) => ink.endMark()],
  [OPS.constructPath, (ink, [operator]) => (operator === OPS.endPath ? undefined : ink.paintShape())],
  [OPS.shadingFill, (ink) => ink.paintShape()],
])

/** Operators that paint nothing. Clips only take ink away. */
const withoutInk: ReadonlySet<number> = new Set([
  OPS.dependency,
  OPS.setLineWidth,
  OPS.setLineCap,
  OPS.setLineJoin,
  OPS.setMiterLimit,
  OPS.setDash,
  OPS.setRenderingIntent,
  OPS.setFlatness,
  OPS.clip,
  OPS.eoClip,
  OPS.endPath,
  OPS.endText,
  OPS.markPoint,
  OPS.markPointProps,
  OPS.beginCompat,
  OPS.endCompat,
])
