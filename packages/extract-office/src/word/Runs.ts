/** The text of a Word document's paragraph as HTML: runs, links, fields, notes and equations. */
import { attribute, elementsOf, find, isOn, type Node, relationOf, textOf, within } from "../container/Xml.ts"
import type { Relationships } from "../container/OpenXml.ts"
import type { Charts } from "../drawing/Chart.ts"
import { alternative, escaped, merged } from "../Made.ts"
import { equation } from "./Equation.ts"
import { addressIn, type Field, fieldMark } from "./Fields.ts"
import { symbolOf } from "./Symbols.ts"
import { isHidden, propertiesOf, type Style, type StyleOf } from "./Styles.ts"
import { isDeleted, versionOf } from "./Versions.ts"

/** The state of one part of a document while its text is written. */
export interface Writing {
  readonly styleOf: StyleOf
  readonly relationships: Relationships
  /** Whether the text stands on a ground of its own, so that white letters show. */
  readonly hasGround: boolean
  /** The shading of a table's cell. */
  readonly ground?: Node | undefined
  readonly defaults: ReadonlyMap<string, Node>
  /** Refers to a note; returns its mark. */
  readonly refer: (kind: NoteKind, id: string) => string
  readonly charts: Charts
  /** Text boxes of the paragraph, and charts as HTML, which follow it. */
  readonly boxes: Array<Node | string>
  readonly counts: { hidden: number; changes: number }
  readonly fields: Array<Field>
  /** The beginnings of fields that also end. */
  readonly endedFields: ReadonlySet<Node>
}

export type NoteKind = "footnote" | "endnote" | "comment"

/** Writes the text of a paragraph. */
export const runsOf = (paragraph: Node, style: Style, writing: Writing): string =>
  merged(
    elementsOf(paragraph)
      .map((node) => inline(node, style, writing))
      .join(""),
  )

// --- private --------------------------------------------------------------------------

const inline = (node: Node, style: Style, writing: Writing): string => {
  if (isDeleted(node)) {
    writing.counts.changes += 1
    return ""
  }
  switch (node.name) {
    case "r":
      return run(node, style, writing)
    case "hyperlink": {
      const target = writing.relationships.get(relationOf(node) ?? "")
      return linked(runsOf(node, style, writing), target?.isExternal === true ? target.target : "")
    }
    case "fldSimple": {
      const address = addressIn(attribute(node, "instr") ?? "")
      return linked(runsOf(node, style, writing), address)
    }
    case "oMath":
      return equation(shownMath(node, style, writing), "inline")
    case "oMathPara":
      return elementsOf(node, "oMath")
        .map((math) => equation(shownMath(math, style, writing), "block"))
        .join("")
    case "ins":
    case "moveTo":
      writing.counts.changes += 1
      return runsOf(node, style, writing)
    case "sdt":
      return runsOf(find(node, "sdtContent") ?? node, style, writing)
    case "AlternateContent": {
      const version = versionOf(node)
      return version === undefined ? "" : runsOf(version, style, writing)
    }
    default:
      return node.name.endsWith("Pr") ? "" : runsOf(node, style, writing)
  }
}

const run = (node: Node, style: Style, writing: Writing): string => {
  const properties = find(node, "rPr")
  const runStyle = attribute(find(properties, "rStyle"), "val")
  const all = new Map([
    ...writing.defaults,
    ...style.run,
    ...(runStyle === undefined ? [] : writing.styleOf(runStyle).run),
    ...propertiesOf(properties),
  ])
  const text = elementsOf(node)
    .map((part) => piece(part, writing))
    .join("")
  if (text === "") return ""
  if (isUnseen(all, style, writing)) {
    if (/\S/.test(text)) writing.counts.hidden += 1
    return ""
  }
  const marked = (name: string, tag: string, inner: string): string =>
    isOn(all.get(name)) && !isOn(style.run.get(name) ?? writing.defaults.get(name))
      ? `<${tag}>${inner}</${tag}>`
      : inner
  const raised = attribute(all.get("vertAlign"), "val")
  const script = raised === "superscript" ? "sup" : raised === "subscript" ? "sub" : undefined
  const inner = script === undefined || text.startsWith("<sup>") ? text : `<${script}>${text}</${script}>`
  return /\S/.test(text) ? marked("b", "strong", marked("i", "em", marked("strike", "s", inner))) : text
}

const isUnseen = (run: ReadonlyMap<string, Node>, { paragraph }: Style, { ground, hasGround }: Writing): boolean =>
  isHidden(run, [paragraph.get("shd"), ground], hasGround)

/** An equation without its hidden and deleted runs. */
const shownMath = (node: Node, style: Style, writing: Writing): Node => ({
  ...node,
  children: node.children.flatMap((child): ReadonlyArray<Node | string> => {
    if (typeof child === "string") return [child]
    if (isDeleted(child)) {
      writing.counts.changes += 1
      return []
    }
    const run = new Map([...writing.defaults, ...style.run, ...elementsOf(child, "rPr").flatMap(propertiesOf)])
    if (child.name !== "r" || !isUnseen(run, style, writing)) return [shownMath(child, style, writing)]
    writing.counts.hidden += 1
    return []
  }),
})

/** A part of a run. */
const piece = (node: Node, writing: Writing): string => {
  const field = writing.fields.at(-1)
  if (node.name === "fldChar") return fieldMark(node, writing)
  if (node.name === "instrText" && field !== undefined) field.instruction += textOf(node)
  if (writing.fields.some(({ isShown }) => !isShown)) return ""
  switch (node.name) {
    case "t":
      return escaped(textOf(node))
    case "tab":
    case "ptab":
      return " "
    case "br":
    case "cr":
      return attribute(node, "type") === "page" ? "" : "<br>"
    case "noBreakHyphen":
      return "‑"
    case "sym":
      return escaped(symbolOf(attribute(node, "font") ?? "", attribute(node, "char") ?? ""))
    case "ruby":
      return elementsOf(find(node, "rubyBase"), "r")
        .flatMap((part) => elementsOf(part))
        .map((part) => piece(part, writing))
        .join("")
    case "footnoteReference":
    case "endnoteReference":
    case "commentReference":
      return writing.refer(kinds[node.name], attribute(node, "id") ?? "")
    case "drawing":
    case "pict":
    case "object":
      return drawing(node, writing)
    case "AlternateContent": {
      const version = versionOf(node)
      return elementsOf(version)
        .map((part) => piece(part, writing))
        .join("")
    }
    default:
      return ""
  }
}

const kinds = { footnoteReference: "footnote", endnoteReference: "endnote", commentReference: "comment" } as const

const linked = (text: string, address: string): string =>
  address === "" || text === "" ? text : `<a href="${escaped(address)}">${text}</a>`

/** The alternative texts of pictures, and of a drawing without text boxes, which follow the paragraph. */
const drawing = (node: Node, writing: Writing): string => {
  const [whole, pictures] = [new Set<string>(), new Set<string>()]
  const visit = (part: Node): void => {
    // Of a drawing, its properties say whether it is hidden.
    if (isBeside(part) || elementsOf(part).some((child) => ownProperties.test(child.name) && isHiddenPart(child))) {
      if (within(part, "txbxContent").length > 0) writing.counts.hidden += 1
      return
    }
    if (part.name === "txbxContent") writing.boxes.push(part)
    else if (part.name === "docPr" || (part.name === "cNvPr" && attribute(part, "descr") !== undefined)) {
      ;(part.name === "docPr" ? whole : pictures).add(alternative(attribute(part, "descr")))
    } else if (part.name === "chart" || part.name === "relIds") {
      const chart = writing.charts.get(relationOf(part, part.name === "chart" ? "id" : "dm") ?? "")
      if (chart !== undefined) writing.boxes.push(chart)
    } else if (part.name === "AlternateContent") elementsOf(versionOf(part)).forEach(visit)
    else elementsOf(part).forEach(visit)
  }
  const before = writing.boxes.length
  elementsOf(node).forEach(visit)
  const described = writing.boxes.length > before ? pictures : new Set([...whole, ...pictures])
  return Array.from(described, (text) => (text === "" ? "" : ` ${text} `)).join("")
}

const ownProperties = /^(?:docPr|cNvPr|nv[A-Z][a-zA-Z]{1,10}Pr)$/

/** Whether a part is declared as hidden, or the properties within it. */
const isHiddenPart = (part: Node): boolean =>
  /^(?:1|true|on)$/.test(attribute(part, "hidden") ?? "") || elementsOf(part, "cNvPr").some(isHiddenPart)

/** Whether a shape is hidden or far beside the page: by its anchor (DrawingML), or by its style (VML). */
const isBeside = (part: Node): boolean => {
  const style = part.attributes["style"] ?? ""
  if (/visibility: ?hidden|margin-(?:left|top): ?-?\d{4}/.test(style)) return true
  if (part.name !== "anchor") return false
  if (isHiddenPart(part)) return true
  const size = find(part, "extent")
  return (["positionH", "positionV"] as const).some((axis, at) => {
    const offset = Number(textOf(find(part, axis, "posOffset")) || 0)
    return offset + Number(attribute(size, at === 0 ? "cx" : "cy") ?? 0) < -maxMargin || offset > maxOffset
  })
}

/** In EMU: a wide margin, from which many positions are counted, and more than a page. */
const maxMargin = 2_000_000
const maxOffset = 30_000_000
