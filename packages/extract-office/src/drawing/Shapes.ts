/** Writes the shapes of a slide or sheet as HTML, in reading order: the title first, then as they are drawn. */
import type { Relationships } from "../container/OpenXml.ts"
import { attribute, elementsOf, find, type Node, relationOf } from "../container/Xml.ts"
import { alternative, inCell } from "../Made.ts"
import type { Charts } from "./Chart.ts"
import { isWhite, paragraphsOf, type TextPlace, textIn } from "./Paragraphs.ts"

/** What is around the shapes. */
export interface Slide {
  /** In EMU, as the positions of shapes; infinite if something else places them. */
  readonly width: number
  readonly height: number
  /** Where a group's shapes are; absent outside of groups. */
  readonly frame?: Frame
  /** Whether nothing is below the shapes but white. */
  readonly isWhite: boolean
  readonly relationships: Relationships
  readonly charts: Charts
  /** Whether only the text of speaker notes counts. */
  readonly isNotes?: boolean
}

/** The text of shapes; `hidden` is the number of shapes with text that nobody sees. */
export interface Shapes {
  readonly title: string
  readonly html: string
  readonly hidden: number
}

/** Writes the shapes of a tree or group. */
export const shapesOf = (tree: Node | undefined, slide: Slide): Shapes => {
  let [title, html, hidden] = ["", "", 0]
  for (const shape of elementsOf(tree)) {
    if (shape.name === "AlternateContent" || shape.name === "grpSp") {
      const inner = shape.name === "grpSp" ? shape : (find(shape, "Choice") ?? find(shape, "Fallback"))
      const group = shapesOf(inner, { ...slide, frame: frameOf(shape, slide.frame) })
      if (isHidden(shape, slide)) hidden += 1
      else [title, html, hidden] = [title || group.title, html + group.html, hidden + group.hidden]
      continue
    }
    const type = attribute(find(propertiesOf(shape), "nvPr", "ph"), "type") ?? ""
    if (ignored.test(type) || (slide.isNotes === true && type !== "body")) continue
    const counts = { hidden: 0 }
    const written = shapeOf(shape, type, slide, counts)
    hidden += counts.hidden
    if (written === "") continue
    if (isHidden(shape, slide)) hidden += 1
    else if (/^(?:title|ctrTitle)$/.test(type) && title === "") title = written
    else html += written
  }
  return { title, html, hidden }
}

/** Whether a shape has a colour, a pattern or a picture of its own below its text. */
export const isFilled = (shape: Node): boolean => {
  const properties = find(shape, "spPr")
  const themeFill = attribute(find(shape, "style", "fillRef"), "idx") ?? "0"
  if (shape.name === "pic" || (themeFill !== "0" && find(properties, "noFill") === undefined)) return true
  const fill = find(properties, "solidFill")
  return fill === undefined
    ? ["gradFill", "blipFill", "pattFill", "grpFill"].some((name) => find(properties, name) !== undefined)
    : !isWhite(elementsOf(fill)[0])
}

// --- private --------------------------------------------------------------------------

/** Placeholders that repeat on each slide. */
const ignored = /^(?:dt|ftr|hdr|sldNum|sldImg)$/

/** The properties that no one sees, of any kind of shape. */
const propertiesOf = (shape: Node): Node | undefined =>
  elementsOf(shape).find(({ name }) => name.startsWith("nv") && name.endsWith("Pr"))

/** The place of a group's coordinates on the slide: a factor and a shift of each axis. */
interface Frame {
  readonly x: readonly [factor: number, shift: number]
  readonly y: readonly [factor: number, shift: number]
}

const slideFrame: Frame = { x: [1, 0], y: [1, 0] }

const numberOf = (node: Node | undefined, name: string): number => Number(attribute(node, name) ?? 0) || 0

const frameOf = (group: Node, around: Frame = slideFrame): Frame => {
  const transform = find(group, "grpSpPr", "xfrm")
  if (transform === undefined) return around
  const axis = (name: "x" | "y", size: string): readonly [number, number] => {
    const own = numberOf(find(transform, "chExt"), size)
    const factor = own === 0 ? 1 : numberOf(find(transform, "ext"), size) / own
    const shift = numberOf(find(transform, "off"), name) - numberOf(find(transform, "chOff"), name) * factor
    const [outer, outerShift] = around[name]
    return [outer * factor, outer * shift + outerShift]
  }
  return { x: axis("x", "cx"), y: axis("y", "cy") }
}

const isHidden = (shape: Node, { frame = slideFrame, height, width }: Slide): boolean => {
  if (/^(?:1|true)$/.test(attribute(find(propertiesOf(shape), "cNvPr"), "hidden") ?? "")) return true
  const transform = find(shape, "spPr", "xfrm") ?? find(shape, "grpSpPr", "xfrm") ?? find(shape, "xfrm")
  const [offset, extent] = [find(transform, "off"), find(transform, "ext")]
  if (offset === undefined || !Number.isFinite(width)) return false
  const edge = (name: "x" | "y", value: number): number => value * frame[name][0] + frame[name][1]
  const [x, y] = [numberOf(offset, "x"), numberOf(offset, "y")]
  const [right, bottom] = [edge("x", x + numberOf(extent, "cx")), edge("y", y + numberOf(extent, "cy"))]
  return edge("x", x) >= width || edge("y", y) >= height || right < 0 || bottom < 0
}

const shapeOf = (shape: Node, type: string, slide: Slide, counts: TextPlace["counts"]): string => {
  const isOnWhite = slide.isWhite && !isFilled(shape)
  const place: TextPlace = { relationships: slide.relationships, isOnWhite, counts }
  if (shape.name === "pic") {
    const text = alternative(attribute(find(propertiesOf(shape), "cNvPr"), "descr"))
    return text === "" ? "" : `<p>${text}</p>`
  }
  if (shape.name === "graphicFrame") {
    const data = find(shape, "graphic", "graphicData")
    const table = find(data, "tbl")
    if (table !== undefined) return tableOf(table, { ...place, isOnWhite: false })
    return slide.charts.get(relationOf(find(data, "chart")) ?? relationOf(find(data, "relIds"), "dm") ?? "") ?? ""
  }
  const body = find(shape, "txBody")
  if (/^(?:title|ctrTitle)$/.test(type))
    return elementsOf(body, "p")
      .map((paragraph) => textIn(paragraph, place, find(body, "lstStyle")))
      .filter((text) => text.trim() !== "")
      .join(" ")
  const isPlaceholder = find(propertiesOf(shape), "nvPr", "ph") !== undefined && type !== "subTitle"
  return paragraphsOf(body, place, isPlaceholder && slide.isNotes !== true)
}

/** A table; cells that another one covers are left out. */
const tableOf = (table: Node, place: TextPlace): string => {
  const isHead = /^(?:1|true)$/.test(attribute(find(table, "tblPr"), "firstRow") ?? "")
  const rows = elementsOf(table, "tr").map((row, at) => {
    const tag = isHead && at === 0 ? "th" : "td"
    const cells = elementsOf(row, "tc")
      .filter((cell) => attribute(cell, "hMerge") !== "1" && attribute(cell, "vMerge") !== "1")
      .map((cell) => {
        const span = (name: string, as: string): string => {
          const value = Number(attribute(cell, name) ?? 1)
          return value > 1 ? ` ${as}="${Math.min(64, Math.floor(value))}"` : ""
        }
        const text = inCell(paragraphsOf(find(cell, "txBody"), place, false))
        return `<${tag}${span("gridSpan", "colspan")}${span("rowSpan", "rowspan")}>${text}</${tag}>`
      })
    return `<tr>${cells.join("")}</tr>`
  })
  return `<table datatable="1">${rows.join("")}</table>`
}
