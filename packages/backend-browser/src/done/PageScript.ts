/**
 * What runs in a page's document, in a world of its own, where the page's scripts reach nothing: how large the document
 * is, and the document as HTML without scripts. The functions travel as their source, so they use each other, what a
 * browser has, and nothing else of this module.
 */

/** The source of a function of no arguments that measures the document; its result is a {@link Measure}. */
export const measure = (): string => programOf(measureDocument, [sizeOf])

/** The source of a function that writes the document; its arguments are those of `writeDocument`. */
export const serialise = (): string =>
  programOf(writeDocument, [writeNode, writeElement, writeSheet, writeRoot, writeFrame, ...writing, ...kinds])

/** A document's size: it changes as long as the document does. */
export interface Measure {
  readonly isLoading: boolean
  readonly elements: number
  readonly characters: number
  readonly url: string
}

// --- private --------------------------------------------------------------------------

const programOf = (main: Function, others: ReadonlyArray<Function>): string =>
  `function (...args) { ${[main, ...others].map(String).join("\n")}\nreturn ${main.name}(...args) }`

function measureDocument(): Measure {
  const { characters, elements } = sizeOf(document)
  return { isLoading: document.readyState === "loading", elements, characters, url: location.href }
}

function sizeOf(root: Document | ShadowRoot): { elements: number; characters: number } {
  const all = root.querySelectorAll("*")
  const text = "documentElement" in root ? root.documentElement?.textContent : root.textContent
  const size = { elements: all.length, characters: text?.length ?? 0 }
  for (const { shadowRoot } of all) {
    if (shadowRoot === null) continue
    const inner = sizeOf(shadowRoot)
    size.elements += inner.elements
    size.characters += inner.characters
  }
  return size
}

interface Writer {
  readonly parts: Array<string>
  readonly write: (text: string) => void
  readonly roots: ReadonlyMap<Element, ShadowRoot>
  /** Texts of linked sheets, by their URLs. */
  readonly styles: Readonly<Record<string, string>>
  readonly maxLength: number
}

function writeDocument(styles: Writer["styles"], maxLength: number, ...closed: ReadonlyArray<ShadowRoot>): string {
  const parts: Array<string> = []
  let length = 0
  const write = (text: string): void => {
    length += text.length
    if (length <= maxLength) parts.push(text)
  }
  const roots = new Map(closed.map((root) => [root.host, root]))
  writeNode({ parts, write, roots, styles, maxLength }, document, 0)
  return parts.join("")
}

function writeNode(writer: Writer, node: Node, depth: number): void {
  if (isElement(node)) return writeElement(writer, node, depth)
  if (node.nodeType === 3) return writer.write(escapeText(node.nodeValue ?? ""))
  if (node.nodeType !== 9 && node.nodeType !== 11) return
  if (depth === 0) writer.write("<!doctype html>")
  for (const child of node.childNodes) writeNode(writer, child, depth + 1)
}

function writeElement(writer: Writer, element: Element, depth: number): void {
  const { write } = writer
  const name = element.localName
  const text = element.textContent ?? ""
  const isData = element.getAttribute("type") === "application/ld+json" && !/<\/script/i.test(text)
  if (name === "noscript" || name === "template" || (name === "script" && !isData)) return
  if (name === "meta" && (element.hasAttribute("charset") || element.hasAttribute("http-equiv"))) return
  if (element.matches("link[rel~=stylesheet i]")) return writeSheet(writer, element)
  if (depth > 500) return write(escapeText(text))
  if (isFrame(element)) return writeFrame(writer, element, depth)
  write(`<${name}${attributesOf(element)}>`)
  if (/^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/.test(name)) return
  if (name === "head") write(rulesOf(element.ownerDocument.adoptedStyleSheets))
  const root = element.shadowRoot ?? writer.roots.get(element)
  if (root !== undefined) writeRoot(writer, root, depth)
  if (name === "script") write(text)
  else if (isStyle(element))
    write((text.trim() === "" && element.sheet ? rulesOf([element.sheet], false) : text).replaceAll("</", "<\\/"))
  else for (const child of element.childNodes) writeNode(writer, child, depth + 1)
  write(`</${name}>`)
}

/** A linked sheet as the text that came for it; the page itself can't read one of another origin. */
function writeSheet({ styles, write }: Writer, link: Element): void {
  const url = URL.parse(link.getAttribute("href") ?? "", link.baseURI)
  const sheet = url === null ? undefined : styles[url.href]
  if (sheet === undefined) return
  write(`<style media="${escapeText(link.getAttribute("media") ?? "")}">${sheet.replaceAll("</", "<\\/")}</style>`)
}

function writeRoot(writer: Writer, root: ShadowRoot, depth: number): void {
  writer.write(`<template shadowrootmode="open">${rulesOf(root.adoptedStyleSheets)}`)
  writeNode(writer, root, depth + 1)
  writer.write("</template>")
}

/** A frame of another origin has no document here. */
function writeFrame(writer: Writer, frame: HTMLIFrameElement, depth: number): void {
  const inner: Array<string> = []
  const write = (text: string): void => void inner.push(text)
  if (frame.contentDocument !== null) writeNode({ ...writer, parts: inner, write }, frame.contentDocument, depth + 1)
  const source = inner.length === 0 ? "" : ` srcdoc="${escapeText(inner.join(""))}"`
  writer.write(`<iframe${attributesOf(frame)}${source}></iframe>`)
}

function attributesOf(element: Element): string {
  let text = ""
  for (const { name, value } of element.attributes)
    if (!/^on|^(?:srcdoc|nonce|integrity)$/.test(name) && !/[\s"'<>/=]/.test(name))
      text += ` ${name}="${escapeText(value)}"`
  return text
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
}

function rulesOf(sheets: ReadonlyArray<CSSStyleSheet>, isElement = true): string {
  const rules = sheets.flatMap((sheet) => Array.from(sheet.cssRules, (rule) => rule.cssText)).join("\n")
  return rules === "" || !isElement ? rules : `<style>${rules.replaceAll("</", "<\\/")}</style>`
}

// The classes of a frame's nodes aren't those of this document.

function isElement(node: Node): node is Element {
  return node.nodeType === 1
}

function isStyle(element: Element): element is HTMLStyleElement {
  return element.localName === "style" && "sheet" in element
}

function isFrame(element: Element): element is HTMLIFrameElement {
  return element.localName === "iframe" && "contentDocument" in element
}

const writing = [attributesOf, escapeText, rulesOf]
const kinds = [isElement, isStyle, isFrame]
