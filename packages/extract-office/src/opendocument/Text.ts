/** Writes the text of an OpenDocument file as HTML: headings, lists, notes and frames (section 5 and 6). */
import { attribute, elementsOf, find, type Node, textOf } from "../container/Xml.ts"
import { alternative, escaped, merged } from "../Made.ts"
import { formatted } from "../Numerals.ts"
import { joinedLists } from "./Lists.ts"
import { hasOwnGround, isHidden, type Style } from "./Styles.ts"
import { table } from "./Table.ts"
import type { Writing } from "./Writing.ts"

/** Writes the blocks within an element. */
export const blocks = (container: Node | undefined, writing: Writing): string => {
  let html = ""
  let open = ""
  for (const node of joinedLists(elementsOf(container))) {
    const written = block(node, writing)
    const kind = written === "" ? open : node.name === "p" ? kindOf(paragraphStyle(node, writing)) : ""
    if (kind === "code" && open === "code" && html.endsWith(codeEnd) && written.startsWith(codeBegin))
      html = `${html.slice(0, -codeEnd.length)}\n${written.slice(codeBegin.length)}`
    else html += written
    open = kind
  }
  return html
}

/** The text of a paragraph. */
export const inline = (node: Node, style: Style, writing: Writing): string =>
  node.children
    .map((child) => {
      if (typeof child !== "string") return element(child, style, writing)
      if (!isHidden(style, writing.hasGround)) return escaped(child)
      if (/\S/.test(child)) writing.counts.hidden += 1
      return ""
    })
    .join("")

// --- private --------------------------------------------------------------------------

const codeBegin = "<pre><code>"
const codeEnd = "</code></pre>"

const paragraphStyle = (node: Node, { styles }: Writing): Style =>
  styles.styleOf("paragraph", node.attributes["text:style-name"] ?? attribute(node, "style-name"))

/** Code, a quotation, or the level of a heading; empty for other text. */
const kindOf = ({ names }: Style): "code" | "quote" | (typeof levels)[number] | "" => {
  if (names.some((name) => /preformatted|\bcode\b|source ?text|listing/.test(name))) return "code"
  if (names.some((name) => /quotation|\bquote\b/.test(name))) return "quote"
  if (names.includes("title")) return "1"
  const level = names.map((name) => /^heading ([1-6])$/.exec(name)?.[1]).find((found) => found !== undefined)
  return levels.find((known) => known === level) ?? ""
}

const levels = ["1", "2", "3", "4", "5", "6"] as const

const block = (node: Node, writing: Writing): string => {
  switch (node.name) {
    case "h":
      return heading(node, writing)
    case "p":
      return paragraph(node, writing)
    case "list":
      return list(node, writing, { name: attribute(node, "style-name"), level: 1 })
    case "table":
      return table(node, writing, blocks)
    case "section":
      if (isOff(node)) return hidden(writing)
      return blocks(node, writing)
    case "table-of-content":
    case "alphabetical-index":
    case "bibliography":
    case "illustration-index":
      return blocks(find(node, "index-body"), writing)
    case "tracked-changes":
    case "sequence-decls":
    case "forms":
      return ""
    default:
      return isDrawing(node) ? drawing(node, writing) : blocks(node, writing)
  }
}

/** A part whose display a document switches off. */
const isOff = (node: Node): boolean => attribute(node, "display") === "none" || attribute(node, "is-hidden") === "true"

const hidden = ({ counts }: Writing): string => {
  counts.hidden += 1
  return ""
}

const paragraph = (node: Node, writing: Writing): string => {
  const style = paragraphStyle(node, writing)
  const ground = { ...writing, hasGround: writing.hasGround || hasOwnGround(style) }
  const text = merged(inline(node, style, ground))
  const drawn = framesIn(node)
    .map((frame) => drawing(frame, writing))
    .join("")
  const kind = kindOf(style)
  if (text.trim() === "") return drawn
  if (kind === "code") return `${codeBegin}${text.replaceAll("<br>", "\n").replace(/<[^<>]*>/g, "")}${codeEnd}${drawn}`
  if (kind === "quote") return `<blockquote><p>${text}</p></blockquote>${drawn}`
  return kind === "" ? `<p>${text}</p>${drawn}` : `<h${kind}>${text}</h${kind}>${drawn}`
}

/** A heading with its number, if the outline has one. */
const heading = (node: Node, writing: Writing): string => {
  const level = Math.max(1, Math.min(10, Number(attribute(node, "outline-level") ?? 1) || 1))
  const text = inline(node, paragraphStyle(node, writing), writing)
  if (text.trim() === "") return ""
  const isListed = attribute(node, "is-list-header") !== "true"
  const label = isListed ? numberOf(undefined, level, undefined, writing).label : ""
  return `<h${Math.min(6, level)}>${escaped(label)}${text}</h${Math.min(6, level)}>`
}

interface Place {
  readonly name: string | undefined
  readonly level: number
}

const list = (node: Node, writing: Writing, { level, name }: Place): string => {
  const isContinued = attribute(node, "continue-numbering") === "true" || attribute(node, "continue-list") !== undefined
  const key = name ?? ""
  if (!isContinued) writing.numbers.get(key)?.splice(level)
  const isNumbered = writing.styles.levelsOf(name).get(level)?.name === "list-level-style-number"
  let isPlain = isNumbered
  const items = elementsOf(node).map((item) => {
    const start = Number(attribute(item, "start-value") ?? Number.NaN)
    const isCounted = isNumbered && item.name !== "list-header" && elementsOf(item)[0]?.name !== "list"
    const number = isCounted ? numberOf(name, level, Number.isInteger(start) ? start : undefined, writing) : undefined
    if (number?.isPlain === false) isPlain = false
    const inner = joinedLists(elementsOf(item))
      .map((child) =>
        child.name === "list"
          ? list(child, writing, { name: attribute(child, "style-name") ?? name, level: level + 1 })
          : block(child, writing),
      )
      .join("")
    return { inner, number }
  })
  // Headers have no mark.
  if (elementsOf(node).every(({ name: item }) => item === "list-header"))
    return items.map(({ inner }) => inner).join("")
  const tag = isPlain ? "ol" : "ul"
  const rows = items
    .filter(({ inner }) => inner !== "")
    .map(({ inner, number }) => {
      if (isPlain) return `<li${number === undefined ? "" : ` value="${number.value}"`}>${inner}</li>`
      return `<li>${inner.replace(/^(?:<p>)?/, (begin) => `${begin}${escaped(number?.label ?? "")}`)}</li>`
    })
  return rows.length === 0 ? "" : `<${tag}>${rows.join("")}</${tag}>`
}

/** The next number of a level; `isPlain` is whether a list shows it by itself. */
const numberOf = (
  name: string | undefined,
  level: number,
  start: number | undefined,
  { numbers, styles }: Writing,
): { readonly value: number; readonly isPlain: boolean; readonly label: string } => {
  const key = name ?? "outline"
  const counts = numbers.get(key) ?? []
  numbers.set(key, counts)
  const levels = styles.levelsOf(name)
  const startOf = (at: number): number => Number(attribute(levels.get(at), "start-value") ?? 1) || 1
  counts.length = Math.min(counts.length, level + 1)
  for (let at = 1; at < level; at++) counts[at] ??= startOf(at)
  const before = counts[level]
  const value = start ?? (before === undefined ? startOf(level) : before + 1)
  counts[level] = value
  const own = levels.get(level)
  const format = formats.get(attribute(own, "num-format") ?? "")
  if (format === undefined) return { value, isPlain: false, label: "" }
  const shown = Math.min(level, Number(attribute(own, "display-levels") ?? 1) || 1)
  const text = Array.from({ length: shown }, (_, at) => formatted(counts[level - shown + at + 1] ?? 1, format)).join(
    ".",
  )
  const [prefix, suffix] = [attribute(own, "num-prefix") ?? "", attribute(own, "num-suffix") ?? ""]
  return { value, isPlain: format === "decimal" && shown === 1 && prefix === "", label: `${prefix}${text}${suffix} ` }
}

const formats = new Map([
  ["1", "decimal"],
  ["a", "lowerLetter"],
  ["A", "upperLetter"],
  ["i", "lowerRoman"],
  ["I", "upperRoman"],
])

const element = (node: Node, style: Style, writing: Writing): string => {
  switch (node.name) {
    case "s":
      return " ".repeat(Math.min(maxSpaces, Number(attribute(node, "c") ?? 1) || 1))
    case "tab":
      return " "
    case "line-break":
      return "<br>"
    case "span":
      return span(node, style, writing)
    case "a": {
      const address = attribute(node, "href") ?? ""
      const text = inline(node, style, writing)
      return /^https?:/i.test(address) && text.trim() !== "" ? `<a href="${escaped(address)}">${text}</a>` : text
    }
    case "note":
      return noteMark(blocks(find(node, "note-body"), writing), writing)
    case "annotation": {
      const author = textOf(find(node, "creator"))
      const said = elementsOf(node).filter(({ name }) => name === "p" || name === "list")
      const text = blocks({ ...node, children: said }, writing)
      return noteMark(text.replace(/^<p>/, `<p>Comment${author === "" ? "" : ` by ${escaped(author)}`}: `), writing)
    }
    case "ruby":
      return inline(find(node, "ruby-base") ?? empty, style, writing)
    case "hidden-text":
    case "hidden-paragraph":
    case "script":
      return isOff(node) ? hidden(writing) : ""
    default:
      return isDrawing(node) ? "" : inline(node, style, writing)
  }
}

const maxSpaces = 200
const empty: Node = { name: "", attributes: {}, children: [] }

/** Text with a style of its own. */
const span = (node: Node, style: Style, writing: Writing): string => {
  const own = writing.styles.styleOf("text", attribute(node, "style-name"))
  const whole = { names: own.names, properties: new Map([...style.properties, ...own.properties]) }
  const text = inline(node, whole, { ...writing, hasGround: writing.hasGround || hasOwnGround(own) })
  if (text.trim() === "") return text
  const property = (name: string): string => own.properties.get(name) ?? ""
  const isBold = /^(?:bold|[6-9]00)$/.test(property("font-weight"))
  const isItalic = property("font-style") === "italic"
  const line = property("text-line-through-style")
  const raised = /^(super|sub)/.exec(property("text-position"))?.[1]
  let html = raised === undefined ? text : raised === "super" ? `<sup>${text}</sup>` : `<sub>${text}</sub>`
  if (line !== "" && line !== "none") html = `<s>${html}</s>`
  if (isItalic) html = `<em>${html}</em>`
  return isBold ? `<strong>${html}</strong>` : html
}

const maxNotes = 5_000

const noteMark = (text: string, { notes }: Writing): string => {
  if (text === "" || notes.length >= maxNotes) return ""
  notes.push(text)
  return `<sup><a href="#note-${notes.length}">${notes.length}</a></sup>`
}

const isDrawing = ({ name }: Node): boolean => /^(?:frame|custom-shape|rect|ellipse|line|g|text-box)$/.test(name)

/** The frames that are anchored in a paragraph. */
const framesIn = (node: Node): ReadonlyArray<Node> =>
  elementsOf(node).flatMap((child) =>
    isDrawing(child) ? [child] : /^(?:note|annotation)$/.test(child.name) ? [] : framesIn(child),
  )

/** Text boxes, tables, charts and formulas, or a picture's alternative text. */
export const drawing = (node: Node, writing: Writing): string => {
  const style = writing.styles.styleOf("graphic", node.attributes["draw:style-name"])
  const ground = { ...writing, hasGround: true }
  if (node.name === "text-box") return blocks(node, ground)
  const inner = elementsOf(node).map((child) => {
    if (child.name === "object") return objectIn(writing.objectOf(attribute(child, "href") ?? ""), writing)
    return /^(?:p|list|table|text-box|g|frame|custom-shape|h)$/.test(child.name)
      ? block(child, hasOwnGround(style) || child.name !== "p" ? ground : writing)
      : ""
  })
  const text = inner.join("")
  if (text !== "") return text
  const described = alternative(textOf(find(node, "desc")) || textOf(find(node, "title")))
  return described === "" ? "" : `<p>${described}</p>`
}

/** A chart's data, or a formula. */
const objectIn = (root: Node | undefined, writing: Writing): string => {
  if (root?.name === "math") return `<p>${mathMl(root)}</p>`
  const chart = find(root, "body", "chart", "chart")
  if (chart === undefined) return ""
  const title = blocks(find(chart, "title"), writing)
  const data = find(chart, "table")
  return `${title}${data === undefined ? "" : table(data, writing, blocks)}`
}

/** MathML without the prefixes of names. */
const mathMl = ({ attributes, children, name }: Node): string => {
  const kept = Object.entries(attributes).filter(([key]) => /^(?:display|accent|stretchy|linethickness)$/.test(key))
  const written = kept.map(([key, value]) => ` ${key}="${escaped(value)}"`).join("")
  if (!/^[a-z]{1,20}$/.test(name) || name.startsWith("annotation")) return ""
  const inner = children.map((child) => (typeof child === "string" ? escaped(child) : mathMl(child))).join("")
  return `<${name}${written}>${inner}</${name}>`
}
