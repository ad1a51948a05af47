/**
 * The language of a code block, as the attributes and class names of highlighters and Markdown converters declare it.
 */
import { first } from "@porthole/visibility/dom"
import words from "./code-languages.json" with { type: "json" }

/** The language of a block, in lower case: from its `code`, itself, or one of the two elements around it. */
export const languageOf = (pre: Element): string => {
  const around = [first(pre, "code"), pre, pre.parentElement, pre.parentElement?.parentElement]
  const named = around.map((element) => (element == null || element.localName === "body" ? "" : languageNamed(element)))
  return named.find((name) => name !== "") ?? ""
}

/** The language that an element itself names; empty without one. */
export const languageNamed = (element: Element): string => {
  const declared = element.getAttribute("data-lang") ?? element.getAttribute("data-language") ?? ""
  if (/^[a-z][a-z0-9+#._-]{0,24}$/i.test(declared)) return languageOrEmpty(declared)
  // `lang` is for natural languages, but some pages write a programming language into it.
  const lang = element.getAttribute("lang")?.toLowerCase() ?? ""
  if (known.has(lang) && !ambiguousNames.has(lang)) return lang
  const classes = (element.getAttribute("class") ?? "").toLowerCase()
  const marked = languageOrEmpty(prefixedLanguage.exec(classes)?.[1]?.slice(0, 25) ?? "")
  // Other words also follow the prefix "highlight-".
  if (marked !== "" && (!/(?:^|\s)highlight-/.test(classes) || known.has(marked))) return marked
  const names = classes.split(/\s+/)
  return names.some((name) => highlighters.has(name)) ? (names.find((name) => known.has(name)) ?? "") : ""
}

// --- private --------------------------------------------------------------------------

const prefixedLanguage =
  /(?:(?:^|\s)(?:lang(?:uage)?|highlight(?:-source|-text)?)-|(?:^|[\s;])brush:\s*)([a-z][a-z0-9+#._]*)/

const languageOrEmpty = (name: string): string => (notLanguages.has(name.toLowerCase()) ? "" : name.toLowerCase())

const notLanguages: ReadonlySet<string> = new Set(words.notLanguages)
const ambiguousNames: ReadonlySet<string> = new Set(words.ambiguousNames)
const highlighters: ReadonlySet<string> = new Set(words.highlighters)
const known: ReadonlySet<string> = new Set(words.known)
