/**
 * Brings code blocks into one form, `<pre><code class="language-x">`, before anything else looks at
 * them: lines kept that are marked by `br` or by an element each, line numbers dropped, and the
 * language found in the markings that highlighters use.
 */
import { childrenOf, isElement, isText, select } from "../Dom.ts"
import { boundedRuns } from "../budget/Whitespace.ts"

/** Rewrites every code block of a document. */
export const normaliseCode = (root: Element): void => {
  for (const table of select(root, "table")) unwrapGutter(table)
  for (const pre of select(root, "pre")) {
    if (pre.parentElement?.closest("pre") != null) continue
    const language = languageOf(pre)
    const code = pre.ownerDocument.createElement("code")
    if (language !== "") code.setAttribute("class", `language-${language}`)
    code.append(pre.ownerDocument.createTextNode(boundedRuns(textOf(pre)).replace(/^\n+|\s+$/g, "")))
    const plain = pre.ownerDocument.createElement("pre")
    plain.append(code)
    pre.replaceWith(plain)
  }
}

/** The language of a code block: named on its `code`, on it, or on one of the two elements around it. */
export const languageOf = (pre: Element): string => {
  const around = [pre.querySelector("code"), pre, pre.parentElement, pre.parentElement?.parentElement]
  for (const element of around) {
    if (element == null || element.localName === "body") continue
    const named = element.getAttribute("data-lang") ?? element.getAttribute("data-language")
    if (named !== null && languageName.test(named)) return named.toLowerCase()
    const found = fromClass(element.getAttribute("class") ?? "")
    if (found !== "") return found
  }
  return ""
}

// --- private --------------------------------------------------------------------------

const languageName = /^[a-z][a-z0-9+#._-]{0,24}$/i
const markedLanguage = /(?:^|\s)(?:language|lang|highlight-source|highlight-text|highlight)-([a-z][a-z0-9+#._]{0,24})/i

const fromClass = (classes: string): string => {
  const marked = markedLanguage.exec(classes)?.[1]
  if (marked !== undefined && !notLanguages.has(marked.toLowerCase())) return marked.toLowerCase()
  const names = classes.toLowerCase().split(/\s+/)
  const brush = /brush:\s*([a-z0-9+#]+)/i.exec(classes)?.[1]
  if (brush !== undefined) return brush.toLowerCase()
  if (!names.some((name) => highlighters.has(name))) return ""
  return names.find((name) => languageName.test(name) && !highlighters.has(name) && known.has(name)) ?? ""
}

const notLanguages = new Set([
  "none",
  "plaintext",
  "text",
  "plain",
  "default",
  "wrapper",
  "block",
  "code",
  "box",
  "line",
])
const highlighters = new Set(["hljs", "highlight", "sourcecode", "prettyprint", "codehilite", "shiki", "prism", "code"])
const known = new Set(
  (
    "bash c cpp csharp css dart diff docker dockerfile elixir erlang fsharp go graphql groovy haskell html http ini java " +
    "javascript js json jsx julia kotlin latex less lisp lua makefile markdown matlab nginx objectivec ocaml perl php " +
    "powershell python py r ruby rust scala scss sh shell sql swift toml ts tsx typescript vb xml yaml yml zig"
  ).split(" "),
)

/** The text of a code block with its lines. */
const textOf = (node: Node): string => {
  let text = ""
  for (const child of childrenOf(node)) {
    if (isText(child)) text += child.data
    else if (isElement(child)) {
      if (child.localName === "br") text += "\n"
      else if (gutter.test(child.getAttribute("class") ?? "")) continue
      else if (lineNames.has(child.localName)) {
        if (text !== "" && !text.endsWith("\n")) text += "\n"
        text += textOf(child)
        if (!text.endsWith("\n")) text += "\n"
      } else text += textOf(child)
    }
  }
  return text
}

const lineNames = new Set(["div", "p", "li", "tr"])
const gutter = /(?:^|\s)(?:gutter|line-?numbers?(?:-rows)?|linenos?|lineno|ln-num|hljs-ln-numbers|blob-num)(?:\s|$)/i

/** A table that only sets line numbers beside code is replaced by the code. */
const unwrapGutter = (table: Element): void => {
  const blocks = select(table, "pre")
  const code = blocks.filter((pre) => !/^[\s\d]*$/.test(pre.textContent ?? ""))
  const [only] = code
  if (only === undefined || code.length !== 1 || blocks.length > 2) return
  const rest = (table.textContent ?? "").replace(only.textContent ?? "", "")
  if (select(table, "tr").length === 1 && /^[\s\d]*$/.test(rest)) table.replaceWith(only)
}
