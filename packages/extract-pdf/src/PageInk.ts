/**
 * Finds the text that a page draws and certainly nobody sees: its drawing operators (ISO 32000-1, section 8.2) are
 * followed without drawing anything. What is behind a text is known only on pages that draw nothing but text, so on all
 * others only its layer and its opacity decide.
 */
import { OPS } from "unpdf/pdfjs"
import { type Matrix, matrixOf, multiplied } from "./Geometry.ts"

/** A colour, each channel from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** A drawn text and its origin in the page's coordinates. */
export interface DrawnText {
  readonly text: string
  readonly x: number
  readonly y: number
}

/** The graphics state, as far as it decides whether text is visible. */
interface State {
  readonly matrix: Matrix
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
  readonly state: State
  readonly isOnHiddenLayer: boolean
}

const black: Rgb = [0, 0, 0]

const initial: State = {
  matrix: [1, 0, 0, 1, 0, 0],
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

/** Follows the drawing of one page. */
export class PageInk {
  private state = initial
  private readonly saved: Array<State> = []
  private line: Matrix = initial.matrix
  private text: Matrix = initial.matrix
  /** Whether anything but text is, or may be, painted; and whether that may be a picture. */
  private paints = false
  private hasPicture = false
  /** Whether nothing followed a transformation yet. pdf.js leaves large pictures out, but not their transformations. */
  private isTransformed = false
  private readonly shown: Array<Shown> = []
  /** Whether each open mark is a hidden layer's, and how many are. */
  private readonly layers: Array<boolean> = []
  private hiddenLayers = 0

  /** The texts that nobody sees. Text recognition puts its text on a picture, or on a page with hardly any other. */
  hidden(): ReadonlyArray<DrawnText> {
    this.endTransformation()
    const unpainted = this.shown.filter(({ state }) => state.mode === 3)
    const isRecognised = this.hasPicture || lengthOf(unpainted) * 2 >= lengthOf(this.shown)
    return this.shown.filter((one) => this.isHidden(one, isRecognised))
  }

  set(change: Partial<State>): void {
    this.state = { ...this.state, ...change }
  }

  get current(): State {
    return this.state
  }

  save(): void {
    this.saved.push(this.state)
  }

  restore(): void {
    this.endTransformation()
    this.state = this.saved.pop() ?? this.state
  }

  beginForm(matrix: unknown): void {
    this.save()
    this.apply(matrix)
  }

  transform(matrix: unknown): void {
    this.endTransformation()
    this.apply(matrix)
    this.isTransformed = true
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
    const [, , c, d, e, f] = multiplied(matrix, this.text)
    this.isTransformed = false
    this.text = multiplied(this.text, [1, 0, 0, 1, width * scale, 0])
    if (text.trim() === "") return
    const isOnHiddenLayer = this.hiddenLayers > 0
    this.shown.push({ text, x: c * rise + e, y: d * rise + f, state: this.state, isOnHiddenLayer })
  }

  /** Begins marked content; a hidden layer hides it. */
  beginMark(isHidden: boolean): void {
    this.layers.push(isHidden)
    if (isHidden) this.hiddenLayers++
  }

  endMark(): void {
    if (this.layers.pop() === true) this.hiddenLayers--
  }

  /** Draws a path, unless it only clips. */
  path(operator: unknown): void {
    if (operator === OPS.endPath) return
    this.isTransformed = false
    this.paints = true
  }

  picture(): void {
    this.isTransformed = false
    this.paints = true
    this.hasPicture = true
  }

  private apply(matrix: unknown): void {
    const own = matrixOf(matrix)
    if (own !== undefined) this.set({ matrix: multiplied(this.state.matrix, own) })
  }

  private endTransformation(): void {
    if (this.isTransformed) this.picture()
  }

  private isHidden({ isOnHiddenLayer, state }: Shown, isRecognised: boolean): boolean {
    const { fill, fillAlpha, isBlended, mode, stroke, strokeAlpha } = state
    if (isOnHiddenLayer) return true
    if (mode === 3) return !isRecognised
    // Letters that only clip show what is painted through them.
    if (mode === 7) return !this.paints
    if (mode > 2) return false
    const fills = mode !== 1 && fillAlpha >= minAlpha
    const strokes = mode !== 0 && strokeAlpha >= minAlpha
    if (!fills && !strokes) return true
    if (this.paints || isBlended) return false
    return (!fills || isWhite(fill)) && (!strokes || isWhite(stroke))
  }
}

// --- private --------------------------------------------------------------------------

const lengthOf = (texts: ReadonlyArray<Shown>): number => texts.reduce((sum, { text }) => sum + text.length, 0)

const isWhite = (colour: Rgb | undefined): boolean => colour?.every((channel) => channel >= 255 - tolerance) === true
