/**
 * Finds the text that a page draws and nobody sees: its drawing operators (ISO 32000-1, section 8.2) are followed
 * without drawing anything. Whenever the ground of a text isn't known, the text counts as visible.
 */
import { getRGB, OPS } from "unpdf/pdfjs"
import {
  type Box,
  boxAround,
  boxOf,
  contains,
  intersects,
  isRectangle,
  mapped,
  type Matrix,
  matrixOf,
  multiplied,
  overlap,
  pageWide,
} from "./Geometry.ts"

/** A drawn text and its origin in the page's coordinates. */
export interface DrawnText {
  readonly text: string
  readonly x: number
  readonly y: number
}

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
  const ink = new PageInk(isHiddenLayer)
  for (const [at, operator] of fnArray.entries()) {
    const args: unknown = argsArray[at]
    ink.run(operator, Array.isArray(args) ? args : [])
  }
  return ink.hidden()
}

// --- private --------------------------------------------------------------------------

/** The graphics state, as far as it decides whether text is visible. */
interface State {
  readonly matrix: Matrix
  readonly clip: Box
  /** The fill colour and its opacity; `undefined` for patterns, and where it is blended. */
  readonly fill: Rgb | undefined
  readonly stroke: Rgb | undefined
  readonly fillAlpha: number
  readonly strokeAlpha: number
  readonly isBlended: boolean
  readonly mode: number
  readonly fontSize: number
  readonly scale: number
  readonly charSpacing: number
  readonly wordSpacing: number
  readonly leading: number
  readonly rise: number
}

type Rgb = readonly [red: number, green: number, blue: number]

/** Something painted: an area, and its colour if that is known and fills the area. */
interface Painted {
  readonly box: Box
  readonly colour: Rgb | undefined
}

interface Shown extends DrawnText {
  readonly box: Box
  readonly state: State
  readonly isOnHiddenLayer: boolean
  /** The number of areas painted before. */
  readonly paintedBefore: number
}

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]

const initial: State = {
  matrix: [1, 0, 0, 1, 0, 0],
  clip: pageWide,
  fill: black,
  stroke: black,
  fillAlpha: 1,
  strokeAlpha: 1,
  isBlended: false,
  mode: 0,
  fontSize: 0,
  scale: 1,
  charSpacing: 0,
  wordSpacing: 0,
  leading: 0,
  rise: 0,
}

/** Opacities, and differences of a colour's channels, that nobody sees. */
const minAlpha = 0.03
const tolerance = 8

/** The width and the height in points of the least visible part of a text. */
const minVisible = 1

class PageInk {
  private state = initial
  private readonly saved: Array<{ readonly state: State; readonly marks: number }> = []
  private line: Matrix = initial.matrix
  private text: Matrix = initial.matrix
  private clipsNext = false
  /** How many texts, paths and pictures were drawn; a transformation without any belongs to a left-out picture. */
  private marks = 0
  private readonly painted: Array<Painted> = []
  private readonly shown: Array<Shown> = []
  private readonly layers: Array<boolean> = []
  /** Open annotations and groups that are only masks: nothing of them is on the page. */
  private readonly apart: Array<boolean> = []
  private readonly isHiddenLayer: (group: unknown) => boolean

  constructor(isHiddenLayer: (group: unknown) => boolean) {
    this.isHiddenLayer = isHiddenLayer
  }

  run(operator: number, args: ReadonlyArray<unknown>): void {
    if (operator === OPS.beginAnnotation) this.apart.push(true)
    else if (operator === OPS.beginGroup) this.apart.push(Boolean(propertyOf(args[0], "smask")))
    else if (operator === OPS.endAnnotation || operator === OPS.endGroup) this.apart.pop()
    else if (!this.apart.includes(true)) operations.get(operator)?.(this, args)
  }

  /** The texts that nobody sees. Text recognition puts its text behind a picture, or on a page with nothing else. */
  hidden(): ReadonlyArray<DrawnText> {
    const lengthOf = (texts: ReadonlyArray<Shown>): number => texts.reduce((sum, { text }) => sum + text.length, 0)
    const unpainted = this.shown.filter(({ state }) => state.mode === 3)
    const isRecognised = lengthOf(unpainted) * 2 >= lengthOf(this.shown)
    return this.shown.filter((one) => this.isHidden(one, isRecognised))
  }

  set(change: Partial<State>): void {
    this.state = { ...this.state, ...change }
  }

  get current(): State {
    return this.state
  }

  save(): void {
    this.saved.push({ state: this.state, marks: this.marks })
  }

  restore(): void {
    const { marks, state } = this.saved.pop() ?? { state: this.state, marks: this.marks }
    // pdf.js leaves large pictures out, but not the transformation that gives them their size.
    if (marks === this.marks && this.state.matrix !== state.matrix) this.paint(this.unitSquare(), undefined)
    this.state = state
  }

  beginForm(matrix: unknown, box: unknown): void {
    this.save()
    this.marks++
    this.transform(matrix)
    const bounds = boxOf(box)
    if (bounds !== undefined) this.set({ clip: overlap(this.state.clip, mapped(this.state.matrix, bounds)) })
  }

  transform(matrix: unknown): void {
    const own = matrixOf(matrix)
    if (own !== undefined) this.set({ matrix: multiplied(this.state.matrix, own) })
  }

  beginText(): void {
    this.line = initial.matrix
    this.text = initial.matrix
  }

  setTextMatrix(matrix: unknown): void {
    this.line = matrixOf(matrix) ?? initial.matrix
    this.text = this.line
  }

  moveText(x: number, y: number): void {
    this.line = multiplied(this.line, [1, 0, 0, 1, x, y])
    this.text = this.line
  }

  show(glyphs: unknown): void {
    const { charSpacing, fontSize, matrix, rise, scale, wordSpacing } = this.state
    let width = 0
    let text = ""
    for (const glyph of Array.isArray(glyphs) ? glyphs : []) {
      if (typeof glyph === "number") width -= (glyph / 1_000) * fontSize
      else {
        const own = numberIn(glyph, "width")
        width += (own / 1_000) * fontSize + charSpacing + (propertyOf(glyph, "isSpace") === true ? wordSpacing : 0)
        text += String(propertyOf(glyph, "unicode") ?? "")
      }
    }
    const place = multiplied(matrix, this.text)
    const origin = boxAround(place, [[0, rise]])
    const box = boxAround(place, [
      [0, rise],
      [width * scale, rise + fontSize * 0.7],
    ])
    this.marks++
    this.text = multiplied(this.text, [1, 0, 0, 1, width * scale, 0])
    if (text.trim() === "") return
    this.shown.push({
      text,
      x: origin.left,
      y: origin.bottom,
      box,
      state: this.state,
      isOnHiddenLayer: this.layers.includes(true),
      paintedBefore: this.painted.length,
    })
  }

  beginMark(isHidden: boolean): void {
    this.layers.push(isHidden)
  }

  beginLayer(tag: unknown, group: unknown): void {
    this.layers.push(tag === "OC" && this.isHiddenLayer(group))
  }

  endMark(): void {
    this.layers.pop()
  }

  clipNext(): void {
    this.clipsNext = true
  }

  path(operator: unknown, data: unknown, bounds: unknown): void {
    const { clip, fill, fillAlpha, isBlended, matrix } = this.state
    const box = boxOf(bounds)
    const area = box === undefined ? undefined : mapped(matrix, box)
    const isSolid = fillAlpha >= 0.95 && !isBlended && isRectangle(data, matrix)
    this.marks++
    if (area !== undefined && this.clipsNext) this.set({ clip: overlap(clip, area) })
    if (area !== undefined && fills.has(Number(operator)) && fillAlpha >= minAlpha)
      this.paint(area, isSolid ? fill : undefined)
    this.clipsNext = false
  }

  picture(): void {
    this.paint(this.unitSquare(), undefined)
  }

  /** Something whose area isn't known. */
  unknownArea(): void {
    this.paint(pageWide, undefined)
  }

  private paint(box: Box, colour: Rgb | undefined): void {
    this.marks++
    if (!this.layers.includes(true)) this.painted.push({ box: overlap(box, this.state.clip), colour })
  }

  private unitSquare(): Box {
    return mapped(this.state.matrix, { left: 0, bottom: 0, right: 1, top: 1 })
  }

  private isHidden(one: Shown, isRecognised: boolean): boolean {
    const { box, isOnHiddenLayer, paintedBefore, state } = one
    if (isOnHiddenLayer) return true
    const below = this.painted.slice(0, paintedBefore).filter((area) => intersects(area.box, box))
    if (state.mode === 3) return !isRecognised && !this.painted.some((area) => isBehind(area, box))
    const seen = overlap(box, state.clip)
    if (seen.right - seen.left < minVisible || seen.top - seen.bottom < minVisible) return true
    const above = this.painted.slice(paintedBefore)
    if (above.some((area) => area.colour !== undefined && contains(area.box, box))) return true
    // Letters that only clip show what is painted through them.
    if (state.mode === 7) return !above.some((area) => intersects(area.box, box))
    if (state.mode > 2) return false
    const fills = state.mode !== 1 && state.fillAlpha >= minAlpha
    const strokes = state.mode !== 0 && state.strokeAlpha >= minAlpha
    if (!fills && !strokes) return true
    const ground = groundOf(below, box)
    if (ground === undefined || state.isBlended) return false
    return (!fills || isAlike(state.fill, ground)) && (!strokes || isAlike(state.stroke, ground))
  }
}

/** Whether a picture or something else of unknown colours is behind the whole of a text. */
const isBehind = ({ box, colour }: Painted, text: Box): boolean => colour === undefined && contains(box, text)

/** The colour behind a text; `undefined` if it isn't known. */
const groundOf = (below: ReadonlyArray<Painted>, text: Box): Rgb | undefined => {
  const last = below.findLastIndex(({ box, colour }) => colour !== undefined && contains(box, text))
  if (below.length > last + 1) return undefined
  return last === -1 ? white : below[last]?.colour
}

const isAlike = (one: Rgb | undefined, other: Rgb): boolean =>
  one?.every((channel, at) => Math.abs(channel - (other[at] ?? 0)) <= tolerance) === true

const fills: ReadonlySet<number> = new Set([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
])

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
const numberIn = (value: unknown, name: string): number => Number(propertyOf(value, name)) || 0

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
  [OPS.paintFormXObjectBegin, (ink, [matrix, box]) => ink.beginForm(matrix, box)],
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
  [OPS.showText, (ink, [glyphs]) => ink.show(glyphs)],
  [OPS.showSpacedText, (ink, [glyphs]) => ink.show(glyphs)],
  [
    OPS.nextLineShowText,
    (ink, [glyphs]) => {
      nextLine(ink)
      ink.show(glyphs)
    },
  ],
  [OPS.beginMarkedContent, (ink) => ink.beginMark(false)],
  [OPS.beginMarkedContentProps, (ink, [tag, group]) => ink.beginLayer(tag, group)],
  [OPS.endMarkedContent, (ink) => ink.endMark()],
  [OPS.clip, (ink) => ink.clipNext()],
  [OPS.eoClip, (ink) => ink.clipNext()],
  [OPS.constructPath, (ink, [operator, data, bounds]) => ink.path(operator, data, bounds)],
  [OPS.shadingFill, (ink) => ink.unknownArea()],
  ...[OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject, OPS.paintSolidColorImageMask].map(
    (operator): readonly [number, Operation] => [operator, (ink) => ink.picture()],
  ),
  ...[
    OPS.paintImageXObjectRepeat,
    OPS.paintImageMaskXObjectRepeat,
    OPS.paintImageMaskXObjectGroup,
    OPS.paintInlineImageXObjectGroup,
  ].map((operator): readonly [number, Operation] => [operator, (ink) => ink.unknownArea()]),
])
