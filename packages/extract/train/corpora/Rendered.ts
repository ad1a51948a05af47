/**
 * The text that a reader of rendered Markdown or HTML sees, computed alike for every candidate. URLs, alternative texts
 * of images, scripts and styles are invisible; white space separates blocks and cells, words within a line stay whole.
 */
import { parseHTML } from "linkedom"
import { Marked } from "marked"

/** The output of a candidate. */
export type Output = { readonly markdown: string } | { readonly html: string } | { readonly text: string }

/** The text of an output. */
export const textOf = (output: Output): string => {
  if ("text" in output) return output.text
  return ofHtml("html" in output ? output.html : marked.parse(withoutLabels(output.markdown), { async: false }))
}

/**
 * An output without formulas, and without links that show nothing but their address. Readers write formulas as TeX or
 * as MathML's glyphs, and embedded videos as links or frames: that says nothing about what they found.
 */
export const withoutNotation = (output: Output): Output => {
  if ("html" in output) return { html: output.html.replace(/<math\b[^]*?<\/math>/gi, " ").replace(bareAnchor, " ") }
  if ("text" in output) return { text: output.text.replace(formula, " ") }
  return { markdown: output.markdown.replace(formula, " ").replace(bareLink, " ") }
}

/** The text of a tree. */
export const textOfTree = (root: Node): string => {
  const pieces: Array<string> = []
  // A loop with its own stack, since a candidate may return a tree deeper than the call stack.
  let node: Node | null = root
  while (node !== null) {
    if (node.nodeType === 3) pieces.push(node.nodeValue ?? "")
    else if (!isInline(node)) pieces.push("\n")
    if (node.firstChild !== null && !unseen.has(node.nodeName.toLowerCase())) {
      node = node.firstChild
      continue
    }
    while (node !== null && node !== root && node.nextSibling === null) {
      node = node.parentNode
      if (node !== null && !isInline(node)) pieces.push("\n")
    }
    node = node === null || node === root ? null : node.nextSibling
  }
  return pieces.join("")
}

// --- private --------------------------------------------------------------------------

const marked = new Marked({ gfm: true })

/** TeX between dollars as Pandoc reads it: prices aren't formulas. */
const formula = /\$\$[^$]+\$\$|\$(?![\s$])(?:[^$\\\n]|\\.)+(?<!\s)\$(?!\d)/g
const bareLink = /(?<!!)\[(?:https?:\/\/)?([^\][\n]+)\]\((?:https?:\/\/)?\1(?=[/?#)])[^)\n]*\)/g
const bareAnchor =
  /<a\b[^>]*\bhref="(?:https?:\/\/)?([^"\s/]+)(?=["/?#])[^"]*"[^>]*>\s*(?:https?:\/\/)?\1[^<\s]*\s*<\/a>/g

/**
 * Markdown without the labels of its footnotes, which are list numbers in HTML and not text, and without the braces of
 * raised and lowered text, which are elements in HTML.
 */
const withoutLabels = (markdown: string): string =>
  markdown.replace(/^\[\^[^\]\s]+\]:[ \t]*/gm, "").replace(/[\^_]\{([^{}\n]*)\}/g, "$1")

const ofHtml = (html: string): string =>
  textOfTree(parseHTML(`<!doctype html><html><head></head><body>${html}</body></html>`).document.documentElement)

const isInline = (node: Node): boolean => inline.has(node.nodeName.toLowerCase())

const unseen: ReadonlySet<string> = new Set(["script", "style", "template", "head"])

const inline: ReadonlySet<string> = new Set(
  (
    "a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark q s samp small span strike " +
    "strong sub sup time tt u var wbr #comment"
  ).split(" "),
)
