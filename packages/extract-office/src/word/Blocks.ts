/** Writes the blocks of a Word document as HTML: headings, lists, code, quotations and tables. */
import { attribute, elementsOf, find, type Node } from "../container/Xml.ts"
import type { Mark, NextMark } from "./Numbering.ts"
import { runsOf, type Writing } from "./Runs.ts"
import { propertiesOf, type Style } from "./Styles.ts"
import { table } from "./Table.ts"
import { isDeleted, versionOf } from "./Versions.ts"

/** Writes the blocks within a part. */
export type BlockWriter = (container: Node, writing: Writing) => string

/** Makes the writer of one document. */
export const blockWriter = (nextMark: NextMark): BlockWriter => {
  const blocks: BlockWriter = (container, writing) => joined(blocksIn(container, writing))
  const blocksIn = (container: Node, writing: Writing): ReadonlyArray<Block> =>
    elementsOf(container).flatMap((node): ReadonlyArray<Block> => {
      if (isDeleted(node)) {
        writing.counts.changes += 1
        return []
      }
      if (node.name === "p") return paragraph(node, writing)
      if (node.name === "tbl") return [{ kind: "html", html: table(node, writing, blocks) }]
      if (node.name === "altChunk") return [{ kind: "html", html: "<p><em>Not read: an embedded document.</em></p>" }]
      if (node.name === "AlternateContent") return blocksIn(versionOf(node) ?? empty, writing)
      return node.name.endsWith("Pr") ? [] : blocksIn(node, writing)
    })
  const paragraph = (node: Node, writing: Writing): ReadonlyArray<Block> => {
    const properties = find(node, "pPr")
    const own = writing.styleOf(attribute(find(properties, "pStyle"), "val"))
    const style: Style = { ...own, paragraph: new Map([...own.paragraph, ...propertiesOf(properties)]) }
    const boxes: Array<Node | string> = []
    const html = runsOf(node, style, { ...writing, boxes })
    const after = boxes.map((box): Block => ({
      kind: "html",
      html: typeof box === "string" ? box : blocks(box, { ...writing, hasGround: true, ground: undefined }),
    }))
    return html.trim() === "" ? after : [blockOf(html, style, nextMark), ...after]
  }
  return blocks
}

// --- private --------------------------------------------------------------------------

const empty: Node = { name: "", attributes: {}, children: [] }

type Block =
  | { readonly kind: "html"; readonly html: string }
  | { readonly kind: "code" | "quote"; readonly html: string }
  | { readonly kind: "item"; readonly html: string; readonly mark: Mark }

/** A paragraph by its style. */
const blockOf = (html: string, style: Style, nextMark: NextMark): Block => {
  const list = style.paragraph.get("numPr")
  const id = attribute(find(list, "numId"), "val")
  const at = Number(attribute(find(list, "ilvl"), "val") ?? 0)
  const mark = id === undefined || id === "0" ? undefined : nextMark(id, at)
  const level = headingLevel(style)
  if (level !== undefined) {
    const label = mark === undefined || mark.label === "" ? "" : `${mark.label} `
    return { kind: "html", html: `<h${level}>${label}${html}</h${level}>` }
  }
  if (mark !== undefined) return { kind: "item", html, mark }
  if (style.kind === "code") return { kind: "code", html: html.replaceAll("<br>", "\n").replace(/<[^<>]*>/g, "") }
  if (style.kind === "quote") return { kind: "quote", html: `<p>${html}</p>` }
  return { kind: "html", html: `<p>${html}</p>` }
}

/** By the outline's level, or by the style. */
const headingLevel = ({ heading, paragraph }: Style): number | undefined => {
  const outline = Number(attribute(paragraph.get("outlineLvl"), "val") ?? Number.NaN)
  const level = outline >= 0 && outline <= 9 ? outline + 1 : heading
  return level === undefined || level > 9 ? undefined : Math.min(6, level)
}

/** Joins blocks; those of one list, block of code or quotation become one. */
const joined = (blocks: ReadonlyArray<Block>): string => {
  let html = ""
  for (let at = 0; at < blocks.length;) {
    const { kind } = blocks[at] ?? {}
    let end = at + 1
    for (; end < blocks.length; end++) {
      const next = blocks[end]?.kind
      if (next === "html" || next !== kind) break
    }
    const group = blocks.slice(at, end)
    const inner = (between: string): string => group.map((block) => block.html).join(between)
    if (kind === "code") html += `<pre><code>${inner("\n")}</code></pre>`
    else if (kind === "quote") html += `<blockquote>${inner("")}</blockquote>`
    else if (kind === "item") html += listOf(group.flatMap((block) => (block.kind === "item" ? [block] : [])))
    else html += inner("")
    at = end
  }
  return html
}

interface Item {
  readonly html: string
  readonly mark: Mark
}

/** Nested lists. An item whose mark has another form than a number shows it as its first words. */
const listOf = (items: ReadonlyArray<Item>): string => {
  const open: Array<{ readonly level: number; readonly tag: string }> = []
  let html = ""
  const close = (): void => {
    html += `</li></${open.pop()?.tag ?? ""}>`
  }
  for (const { html: text, mark } of items) {
    const tag = mark.value === undefined ? "ul" : "ol"
    while ((open.at(-1)?.level ?? -1) > mark.level) close()
    if (open.at(-1)?.level === mark.level && open.at(-1)?.tag !== tag) close()
    if (open.at(-1)?.level === mark.level) html += "</li>"
    else {
      html += `<${tag}>`
      open.push({ level: mark.level, tag })
    }
    const label = mark.value === undefined && mark.label !== "" ? `${mark.label} ` : ""
    html += `<li${mark.value === undefined ? "" : ` value="${mark.value}"`}>${label}${text}`
  }
  while (open.length > 0) close()
  return html
}
