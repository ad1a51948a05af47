/**
 * Finds the letters that a page draws and certainly nobody sees: transparent ones, those of a hidden layer, those
 * without ink, and white ones on a page that paints nothing but text. Nothing is drawn, and no area is computed: as
 * soon as something could be a ground, or a scan, the letters count as visible.
 */
import { identity, type Matrix, matrixOf, multiplied, scaleOf } from "./Matrix.ts"

/** A drawn letter and its origin in the page's coordinates. */
export interface DrawnLetter {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly isHidden: boolean
}

/** A letter as pdf.js reports it, or a distance without a text. Its width is in thousandths of the font's size. */
export interface Glyph {
  readonly width: number
  readonly text: string | undefined
  readonly isSpace: boolean
  /** Whether it is a Type 3 font's, which may paint anything, whatever the graphics state says. */
  readonly isDrawing: boolean
}

/** The graphics state, as far as it decides whether and where text is visible. */
interface State {
  readonly matrix: Matrix
  readonly isFillWhite: boolean
  readonly isStrokeWhite: boolean
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

/** How a letter is drawn. */
type Ink = "visible" | "hidden" | "unpainted" | "clipping" | "white"

const initial: State = {
  matrix: identity,
  isFillWhite: false,
  isStrokeWhite: false,
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

/** Follows the drawing of one page. */
export class PageInk {
  private state = initial
  private readonly saved: Array<State> = []
  private line: Matrix = identity
  private text: Matrix = identity
  private readonly drawn: Array<Omit<DrawnLetter, "isHidden"> & { readonly ink: Ink }> = []
  /** Whether anything was painted that may be the ground of white text, and anything that may be a scan. */
  private hasGround = false
  private hasPicture = false
  /** Whether each open mark is a hidden layer's, and how many are. */
  private readonly layers: Array<boolean> = []
  private hiddenLayers = 0

  /** The letters in drawing order. Text recognition draws without ink over a picture, or on a page of little else. */
  letters(): ReadonlyArray<DrawnLetter> {
    const unpainted = this.drawn.filter(({ ink }) => ink === "unpainted" || ink === "clipping").length
    const isRecognised = this.hasPicture || unpainted * 2 >= this.drawn.length
    const hidden: ReadonlySet<Ink> = new Set<Ink>([
      "hidden",
      ...(isRecognised ? [] : ["unpainted" as const]),
      ...(isRecognised || this.hasGround ? [] : ["clipping" as const]),
      ...(this.hasPicture || this.hasGround ? [] : ["white" as const]),
    ])
    return this.drawn.map(({ ink, text, x, y }) => ({ text, x, y, isHidden: hidden.has(ink) }))
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
    this.state = this.saved.pop() ?? this.state
  }

  /** pdf.js doesn't report large pictures, only the transformation that gives them their size. */
  transform(matrix: unknown): void {
    const own = matrixOf(matrix)
    if (own === undefined) return
    this.set({ matrix: multiplied(this.state.matrix, own) })
    if (!(scaleOf(this.state.matrix) < minPicture)) this.paintPicture()
  }

  beginText(): void {
    this.line = identity
    this.text = identity
  }

  setTextMatrix(matrix: unknown): void {
    this.line = matrixOf(matrix) ?? identity
    this.text = this.line
  }

  moveText(x: number, y: number): void {
    this.line = multiplied(this.line, [1, 0, 0, 1, x, y])
    this.text = this.line
  }

  show(glyphs: ReadonlyArray<Glyph>): void {
    const { charSpacing, fontSize, matrix, rise, scale, wordSpacing } = this.state
    for (const { isDrawing, isSpace, text, width } of glyphs) {
      const place = multiplied(multiplied(matrix, this.text), [1, 0, 0, 1, 0, rise])
      if (text !== undefined && text.trim() !== "") {
        const ink = this.inkOf(isDrawing)
        this.drawn.push({ text, x: place[4], y: place[5], ink })
        const isLarge = !(fontSize * scaleOf(place) < minGround)
        if (isDrawing || (ink === "visible" && (this.state.mode !== 0 || isLarge || shapes.test(text))))
          this.hasGround = true
      }
      const spacing = text === undefined ? 0 : charSpacing + (isSpace ? wordSpacing : 0)
      this.text = multiplied(this.text, [1, 0, 0, 1, ((width / 1_000) * fontSize + spacing) * scale, 0])
    }
  }

  /** Begins marked content; a hidden layer hides it. */
  beginMark(isHidden: boolean): void {
    this.layers.push(isHidden)
    if (isHidden) this.hiddenLayers++
  }

  endMark(): void {
    if (this.layers.pop() === true) this.hiddenLayers--
  }

  /** A shape without a picture. */
  paintShape(): void {
    this.hasGround = true
  }

  /** Something that is, or may contain, a picture. */
  paintPicture(): void {
    this.hasPicture = true
  }

  private inkOf(isDrawing: boolean): Ink {
    const { fillAlpha, isBlended, isFillWhite, isStrokeWhite, mode, strokeAlpha } = this.state
    if (this.hiddenLayers > 0) return "hidden"
    if (isDrawing) return "visible"
    if (mode === 3) return "unpainted"
    if (mode === 7) return "clipping"
    if (mode > 2) return "visible"
    const [fills, strokes] = [mode !== 1, mode !== 0]
    if ((!fills || fillAlpha === 0) && (!strokes || strokeAlpha === 0)) return "hidden"
    return !isBlended && (!fills || isFillWhite) && (!strokes || isStrokeWhite) ? "white" : "visible"
  }
}

// --- private --------------------------------------------------------------------------

/** The size in points from which a picture may be a ground or a scan. */
const minPicture = 4

/** The size in points from which a letter may be the ground of others. */
const minGround = 36

/** Letters that may be the ground of others: blocks, circles, icons. */
const shapes = /[\p{So}\p{Co}\p{Cn}\u2190-\u2bff]/u
