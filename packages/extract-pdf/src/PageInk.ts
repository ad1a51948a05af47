/**
 * Finds the text that a page draws and nobody sees: its drawing operators (ISO 32000-1, section 8.2) are followed
 * without drawing anything. Whenever the ground of a text isn't known, the text counts as visible.
 */
import { OPS } from "unpdf/pdfjs"
import { type Painted, PaintedAreas, type Rgb } from "./PaintedAreas.ts"
import {
  type Box,
  boxAround,
  boxOf,
  contains,
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

/** A letter, or a distance without a text. Its width is in thousandths of the font's size. */
export interface Glyph {
  readonly width: number
  readonly text: string | undefined
  readonly isSpace: boolean
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

/** Follows the drawing of one page. */
export class PageInk {
  private state = initial
  private readonly saved: Array<{ readonly state: State; readonly marks: number }> = []
  private line: Matrix = initial.matrix
  private text: Matrix = initial.matrix
  private clipsNext = false
  /** How many texts, paths and pictures were drawn; a transformation without any belongs to a left-out picture. */
  private marks = 0
  private readonly painted = new PaintedAreas()
  private readonly shown: Array<Shown> = []
  /** Whether each open mark is a hidden layer's, and how many are. */
  private readonly layers: Array<boolean> = []
  private hiddenLayers = 0
  /** The texts that nobody sees. Text recognition puts its text behind a picture, or on a page with nothing else. */
  hidden(): ReadonlyArray<DrawnText> {
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

  show(glyphs: ReadonlyArray<Glyph>): void {
    const { charSpacing, fontSize, matrix, rise, scale, wordSpacing } = this.state
    let width = 0
    let text = ""
    for (const glyph of glyphs) {
      width += (glyph.width / 1_000) * fontSize
      if (glyph.text === undefined) continue
      width += charSpacing + (glyph.isSpace ? wordSpacing : 0)
      text += glyph.text
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
      isOnHiddenLayer: this.hiddenLayers > 0,
      paintedBefore: this.painted.count,
    })
  }

  /** Begins marked content; a hidden layer hides it. */
  beginMark(isHidden: boolean): void {
    this.layers.push(isHidden)
    if (isHidden) this.hiddenLayers++
  }

  endMark(): void {
    if (this.layers.pop() === true) this.hiddenLayers--
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
    if (this.hiddenLayers === 0) this.painted.add(overlap(box, this.state.clip), colour)
  }

  private unitSquare(): Box {
    return mapped(this.state.matrix, { left: 0, bottom: 0, right: 1, top: 1 })
  }

  private isHidden(one: Shown, isRecognised: boolean): boolean {
    const { box, isOnHiddenLayer, paintedBefore, state } = one
    if (isOnHiddenLayer) return true
    const areas = this.painted.at(box)
    if (areas === undefined) return false
    const below = areas.filter(({ order }) => order < paintedBefore)
    const above = areas.filter(({ order }) => order >= paintedBefore)
    if (state.mode === 3) return !isRecognised && !areas.some((area) => isBehind(area, box))
    const seen = overlap(box, state.clip)
    if (seen.right - seen.left < minVisible || seen.top - seen.bottom < minVisible) return true
    if (above.some((area) => area.colour !== undefined && contains(area.box, box))) return true
    // Letters that only clip show what is painted through them.
    if (state.mode === 7) return above.length === 0
    if (state.mode > 2) return false
    const fills = state.mode !== 1 && state.fillAlpha >= minAlpha
    const strokes = state.mode !== 0 && state.strokeAlpha >= minAlpha
    if (!fills && !strokes) return true
    const ground = groundOf(below, box)
    if (ground === undefined || state.isBlended) return false
    return (!fills || isAlike(state.fill, ground)) && (!strokes || isAlike(state.stroke, ground))
  }
}

// --- private --------------------------------------------------------------------------

const lengthOf = (texts: ReadonlyArray<Shown>): number => texts.reduce((sum, { text }) => sum + text.length, 0)

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
