/**
 * What runs in a page's document, in a world of its own, where the page's scripts reach nothing: how large the document
 * and a list of its nodes are, and the document as HTML without scripts. The functions travel as their source, so they
 * use each other, what a browser has, and nothing else of this module.
 */

/** The source of a function of no arguments that measures the document; its result is a {@link Measure}. */
export const measure = (): string => programOf(measureDocument, [sizeOf, isFrame, plain])

/** The source of a function that tells about how many characters the browser's list of the document's nodes has. */
export const weigh = (): string => programOf(weighDocument, [weightOf, isElement, isFrame, plain])

/** The source of a function that writes the document; its arguments are those of `writeDocument`. */
export const serialise = (): string =>
  programOf(writeDocument, [writeNode, writeElement, ...writers, ...writing, ...kinds])

/** A document's size: it changes as long as the document does. */
export interface Measure {
  readonly isLoading: boolean
  readonly elements: number
  readonly characters: number
  /** Empty if it is longer than a server reads. */
  readonly url: string
}

// --- private --------------------------------------------------------------------------

const programOf = (main: Function, others: ReadonlyArray<Function>): string =>
  `function (...args) { ${[main, ...others].map(String).join("\n")}\nreturn ${main.name}(...args) }`

function measureDocument(): Measure {
  const { characters, elements } = sizeOf(document)
  const { href } = location
  const url = href.length > 8_192 ? "" : href
  return { isLoading: plain(document).readyState === "loading", elements, characters, url }
}

function sizeOf(of: Document | ShadowRoot): { elements: number; characters: number } {
  const root = plain(of)
  const all = root.querySelectorAll("*")
  const text = "documentElement" in root ? root.documentElement?.textContent : root.textContent
  const size = { elements: all.length, characters: text?.length ?? 0 }
  for (const found of all) {
    const element = plain(found)
    const inside = isFrame(element) ? element.contentDocument : element.shadowRoot
    if (inside === null) continue
    const inner = sizeOf(inside)
    size.elements += inner.elements
    size.characters += inner.characters
  }
  return size
}

function weighDocument(): number {
  return weightOf(document)
}

/** Each node has some 200 characters, and its attributes; the browser cuts a text after 10,000. */
function weightOf(of: Document | ShadowRoot): number {
  const walker = plain(document).createTreeWalker(of)
  let weight = 0
  for (let next = walker.nextNode(); next !== null; next = walker.nextNode()) {
    const node = plain(next)
    weight += 200
    if (!isElement(node)) {
      weight += Math.min(10_000, node.nodeValue?.length ?? 0)
      continue
    }
    for (const { name, value } of node.attributes) weight += name.length + value.length
    const inside = isFrame(node) ? node.contentDocument : node.shadowRoot
    if (inside !== null) weight += weightOf(inside)
  }
  return weight
}

interface Writer {
  readonly parts: Array<string>
  readonly write: (text: string) => void
  readonly roots: ReadonlyMap<Element, ShadowRoot>
  /** Documents of frames that this document can't look into, as HTML. */
  readonly frames: ReadonlyMap<unknown, string>
  /** Texts of linked sheets, by their URLs. */
  readonly styles: Readonly<Record<string, string>>
  readonly maxLength: number
}

function writeDocument(
  styles: Writer["styles"],
  maxLength: number,
  htmls: ReadonlyArray<string>,
  ...objects: ReadonlyArray<ShadowRoot | Element>
): string {
  const parts: Array<string> = []
  let length = 0
  const write = (text: string): void => {
    length += text.length
    if (length <= maxLength) parts.push(text)
  }
  const roots = new Map(objects.flatMap((root) => ("host" in root ? [[root.host, root] as const] : [])))
  const frames = new Map(htmls.map((html, at) => [objects[at], html]))
  if (window !== top && !isShown(plain(document).body)) return ""
  writeNode({ parts, write, roots, frames, styles, maxLength }, document, 0)
  return parts.join("")
}

function writeNode(writer: Writer, of: Node, depth: number): void {
  const node = plain(of)
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
  if (name === "head") write(rulesOf(plain(element.ownerDocument).adoptedStyleSheets))
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

/** A frame of another origin has no document here. The reader opens none of more than 100,000 characters. */
function writeFrame(writer: Writer, frame: HTMLIFrameElement, depth: number): void {
  const own = frame.contentDocument
  if (!isShown(frame) || (own !== null && !isShown(plain(own).body))) return
  if (plain(frame.ownerDocument).defaultView !== top) return writeInnerFrame(writer, frame, depth)
  const inner: Array<string> = []
  let length = 0
  const write = (text: string): void => {
    length += text.length
    if (length <= 100_000) inner.push(text)
  }
  if (own !== null) writeNode({ ...writer, parts: inner, write }, own, depth + 1)
  const html = writer.frames.get(frame) ?? inner.join("")
  const source = html === "" ? "" : ` srcdoc="${escapeText(html)}"`
  writer.write(`<iframe${attributesOf(frame)}${source}></iframe>`)
}

/** A frame in a frame is a shadow tree there: the reader opens the frames of the page alone, and every shadow tree. */
function writeInnerFrame(writer: Writer, frame: HTMLIFrameElement, depth: number): void {
  const own = frame.contentDocument
  if (own === null || frame.clientWidth < 2 || frame.clientHeight < 2) return
  writer.write(`<div${attributesOf(frame)}><template shadowrootmode="open">`)
  writer.write(rulesOf(plain(own).adoptedStyleSheets))
  for (const style of plain(own).querySelectorAll("head style, head link")) writeNode(writer, style, depth + 1)
  for (const child of plain(own).body?.childNodes ?? []) writeNode(writer, child, depth + 1)
  writer.write("</template></div>")
}

/** In a frame addresses are relative to its own document, which the page's isn't. */
function attributesOf(element: Element): string {
  const isFramed = plain(element.ownerDocument).defaultView !== top
  let text = ""
  for (const { name, value } of element.attributes) {
    if (/^on|^(?:srcdoc|nonce|integrity)$/.test(name) || /[\s"'<>/=]/.test(name)) continue
    if (isFramed && name === "srcset") continue
    const isAddress = isFramed && /^(?:href|src|action|poster|cite)$/.test(name) && !value.startsWith("#")
    text += ` ${name}="${escapeText((isAddress && URL.parse(value, element.baseURI)?.href) || value)}"`
  }
  return text
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
}

function rulesOf(sheets: ReadonlyArray<CSSStyleSheet>, isElement = true): string {
  const rules = sheets.flatMap((sheet) => Array.from(sheet.cssRules, (rule) => rule.cssText)).join("\n")
  return rules === "" || !isElement ? rules : `<style>${rules.replaceAll("</", "<\\/")}</style>`
}

/** Whether a person sees a frame, or anything of its document. */
function isShown(element: Element | null): boolean {
  return element !== null && plain(element).checkVisibility({ opacityProperty: true, visibilityProperty: true })
}

/** A node without the names of its controls: a field called `attributes` hides that property of its form. */
function plain<N extends Node>(node: N): N {
  const kind = /^\[object HTML(Form|Doc)/.exec(Object.prototype.toString.call(node))?.[1]
  if (kind === undefined) return node
  const prototype = kind === "Form" ? HTMLFormElement.prototype : HTMLDocument.prototype
  const get = (_: N, name: string | symbol): unknown => {
    const value: unknown = Reflect.get(prototype, name, node)
    return typeof value === "function" ? value.bind(node) : value
  }
  return new Proxy(node, { get })
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

const writers = [writeSheet, writeRoot, writeFrame, writeInnerFrame]
const writing = [attributesOf, escapeText, rulesOf, isShown]
const kinds = [plain, isElement, isStyle, isFrame]
