/** The language of a code block, from the attributes and class names that highlighters and converters of Markdown write. */
import { first } from "../tree/Select.ts"

/** The language of a code block, in lower case: named on its `code`, on it, or on one of the two elements around it; else empty. */
export const languageOf = (pre: Element): string => {
  const around = [first(pre, "code"), pre, pre.parentElement, pre.parentElement?.parentElement]
  for (const element of around) {
    const found = element == null || element.localName === "body" ? "" : languageNamed(element)
    if (found !== "") return found
  }
  return ""
}

/** The language that an element itself names. */
export const languageNamed = (element: Element): string => {
  const named = element.getAttribute("data-lang") ?? element.getAttribute("data-language") ?? ""
  if (languageName.test(named)) return spoken(named)
  // `lang` is a natural language's attribute, and some write a programming language into it
  const lang = element.getAttribute("lang")?.toLowerCase() ?? ""
  return known.has(lang) && !naturalToo.has(lang) ? lang : fromClass(element.getAttribute("class") ?? "")
}

// --- private --------------------------------------------------------------------------

const languageName = /^[a-z][a-z0-9+#._-]{0,24}$/i
const markedLanguage = /(?:^|\s)(?:language|lang|highlight-source|highlight-text|highlight)-([a-z][a-z0-9+#._]{0,24})/i
const brushed = /(?:^|[\s;])brush:\s*([a-z0-9+#]{1,24})/i

const fromClass = (classes: string): string => {
  const marked = spoken(markedLanguage.exec(classes)?.[1] ?? "")
  // Other words follow the prefix "highlight-" as well.
  if (marked !== "" && (!/(?:^|\s)highlight-/i.test(classes) || known.has(marked))) return marked
  const brush = brushed.exec(classes)?.[1]
  if (brush !== undefined) return spoken(brush)
  const names = classes.toLowerCase().split(/\s+/)
  if (!names.some((name) => highlighters.has(name))) return ""
  return names.find((name) => known.has(name)) ?? ""
}

const spoken = (name: string): string => (notLanguages.has(name.toLowerCase()) ? "" : name.toLowerCase())

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "))
const notLanguages = words("none plaintext text plain default wrapper block code box line nohighlight undefined auto")
const naturalToo = words("cs css go html ini sh sql vb lua sw")
const highlighters = words(
  "hljs highlight sourcecode prettyprint codehilite shiki prism code syntaxhighlighter chroma rouge astro-code snippet",
)
const known = words(
  "asm awk bash basic bat c clojure cmake cmd cobol coffeescript console cpp cs csharp css cuda cypher d dart delphi diff " +
    "docker dockerfile elixir elm erlang fortran fsharp gherkin glsl go gradle graphql groovy haskell hcl html http ini java " +
    "javascript js json json5 jsonc jsx julia kotlin latex less lisp lua makefile markdown matlab md mermaid mysql nginx nim " +
    "nix objc objectivec ocaml pascal perl php powershell prisma prolog properties proto protobuf ps1 py python r rb regex rs " +
    "ruby rust sass scala scheme scss sh shell shell-session solidity sql svelte swift tcl terraform tex toml ts tsx " +
    "typescript vb verilog vhdl vim vue wasm xml yaml yml zig zsh c++ c# f# objective-c",
)
