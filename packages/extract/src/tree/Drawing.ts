/**
 * The texts of an SVG drawing, with the groups around them: all other parts of a drawing are skipped. Groups without a
 * text leave nothing.
 */
import type { Attribute } from "./Attributes.ts"
import { limits } from "./Limits.ts"

/** A start tag, a text or an end tag. */
export type DrawingPart =
  | { readonly kind: "start"; readonly name: string; readonly attributes: ReadonlyArray<Attribute> }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "end"; readonly name: string }

/** Collects the parts of one drawing. */
export class Drawing {
  readonly parts: Array<DrawingPart> = []
  /** Its first title, which isn't drawn. */
  title = ""
  private readonly open: Array<OpenGroup> = []
  /** The open element whose content isn't drawn in place. */
  private undrawn: string | undefined
  private textLength = 0

  /** Whether the current position is within a text that is drawn. */
  get isInText(): boolean {
    return this.undrawn === undefined && this.open.some(({ name }) => name === "text")
  }

  start(name: string, attributes: ReadonlyArray<Attribute>): void {
    if (this.undrawn !== undefined) return
    if (undrawnElements.has(name)) this.undrawn = name
    else if (groupNames.has(name) && this.open.length < limits.depth) {
      if (name === "text") this.textLength = 0
      this.open.push({ name, attributes, isRecorded: false })
    }
  }

  end(name: string): void {
    if (name === this.undrawn) this.undrawn = undefined
    else if (this.undrawn === undefined && this.open.some((group) => group.name === name))
      while (this.close() !== name);
  }

  text(text: string): void {
    const left = limits.attribute - this.textLength
    if (!this.isInText || left <= 0 || text === "") return
    this.textLength += text.length
    for (const group of this.open) {
      if (!group.isRecorded) this.parts.push({ kind: "start", name: group.name, attributes: group.attributes })
      group.isRecorded = true
    }
    this.parts.push({ kind: "text", text: text.slice(0, left) })
  }

  /** Ends the drawing; returns its parts. */
  finish(): ReadonlyArray<DrawingPart> {
    while (this.open.length > 0) this.close()
    return this.parts
  }

  private close(): string | undefined {
    const group = this.open.pop()
    if (group?.isRecorded === true) this.parts.push({ kind: "end", name: group.name })
    return group?.name
  }
}

// --- private --------------------------------------------------------------------------

interface OpenGroup {
  readonly name: string
  readonly attributes: ReadonlyArray<Attribute>
  /** Whether it contains a text, so that its start tag is a part of the result. */
  isRecorded: boolean
}

/** Elements that text is in. */
const groupNames: ReadonlySet<string> = new Set(["g", "text", "tspan", "textpath"])

/** Elements whose content isn't drawn in place. */
const undrawnElements: ReadonlySet<string> = new Set(
  "defs symbol clippath mask pattern marker title desc metadata foreignobject".split(" "),
)
