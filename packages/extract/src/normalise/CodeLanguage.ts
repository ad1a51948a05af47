/**
 * The language of a code block, from the attributes and class names that highlighters and converters of Markdown write.
 */
import { first } from "../tree/Select.ts"
import words from "./code-languages.json" with { type: "json" }

/**
 * The language of a code block, in lower case: named on its `code`, on it, or on one of the two elements around it;
 * else empty.
 */
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

const notLanguages: ReadonlySet<string> = new Set(words.notLanguages)
const naturalToo: ReadonlySet<string> = new Set(words.naturalToo)
const highlighters: ReadonlySet<string> = new Set(words.highlighters)
const known: ReadonlySet<string> = new Set(words.known)
