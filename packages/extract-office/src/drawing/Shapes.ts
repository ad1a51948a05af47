/** Writes the shapes of a slide or sheet as HTML, in reading order: the title first, then as they are drawn. */
import type { Relationships } from "../container/OpenXml.ts"
import { attribute, elementsOf, find, type Node, relationOf } from "../container/Xml.ts"
import { alternative } from "../Made.ts"
import type { Charts } from "./Chart.ts"
import { paragraphsOf, textIn } from "./Paragraphs.ts"

/** What is around the shapes. */
export interface Slide {
  /** In EMU, as the positions of shapes. */
  readonly width: number
  readonly height: number
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
      // The positions within a group are its own.
      const group = shapesOf(inner, { ...slide, width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY })
      if (isHidden(shape, slide)) hidden += 1
      else [title, html, hidden] = [title || group.title, html + group.html, hidden + group.hidden]
      continue
    }
    const type = attribute(find(propertiesOf(shape), "nvPr", "ph"), "type") ?? ""
    if (ignored.test(type) || (slide.isNotes === true && type !== "body")) continue
    const written = shapeOf(shape, type, slide)
    if (written === "") continue
    if (isHidden(shape, slide)) hidden += 1
    else if (/^(?:title|ctrTitle)$/.test(type) && title === "") title = written
    else html += written
  }
  return { title, html, hidden }
}

// --- private --------------------------------------------------------------------------

/** Placeholders that repeat on each slide. */
const ignored = /^(?:dt|ftr|hdr|sldNum|sldImg)$/

/** The properties that no one sees, of any kind of shape. */
const propertiesOf = (shape: Node): Node | undefined =>
  elementsOf(shape).find(({ name }) => name.startsWith("nv") && name.endsWith("Pr"))

const isHidden = (shape: Node, { height, width }: Slide): boolean => {
  if (/^(?:1|true)$/.test(attribute(find(propertiesOf(shape), "cNvPr"), "hidden") ?? "")) return true
  const frame = find(shape, "spPr", "xfrm") ?? find(shape, "xfrm")
  const [offset, extent] = [find(frame, "off"), find(frame, "ext")]
  // A sheet's cells place what lies over them, and a group its shapes.
  if (offset === undefined || !Number.isFinite(width)) return false
  const [left, top] = [Number(attribute(offset, "x") ?? 0), Number(attribute(offset, "y") ?? 0)]
  const [across, down] = [Number(attribute(extent, "cx") ?? 0), Number(attribute(extent, "cy") ?? 0)]
  return left >= width || top >= height || left + across < 0 || top + down < 0
}

const shapeOf = (shape: Node, type: string, slide: Slide): string => {
  if (shape.name === "pic") {
    const text = alternative(attribute(find(propertiesOf(shape), "cNvPr"), "descr"))
    return text === "" ? "" : `<p>${text}</p>`
  }
  if (shape.name === "graphicFrame") {
    const data = find(shape, "graphic", "graphicData")
    const table = find(data, "tbl")
    if (table !== undefined) return tableOf(table, slide)
    return slide.charts.get(relationOf(find(data, "chart")) ?? "") ?? ""
  }
  const body = find(shape, "txBody")
  if (/^(?:title|ctrTitle)$/.test(type))
    return elementsOf(body, "p")
      .map((paragraph) => textIn(paragraph, slide.relationships))
      .filter((text) => text.trim() !== "")
      .join(" ")
  const isPlaceholder = find(propertiesOf(shape), "nvPr", "ph") !== undefined && type !== "subTitle"
  return paragraphsOf(body, slide.relationships, isPlaceholder && slide.isNotes !== true)
}

/** A table; cells that another one covers are left out. */
const tableOf = (table: Node, slide: Slide): string => {
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
        const text = paragraphsOf(find(cell, "txBody"), slide.relationships, false)
        return `<${tag}${span("gridSpan", "colspan")}${span("rowSpan", "rowspan")}>${text}</${tag}>`
      })
    return `<tr>${cells.join("")}</tr>`
  })
  return `<table datatable="1">${rows.join("")}</table>`
}
