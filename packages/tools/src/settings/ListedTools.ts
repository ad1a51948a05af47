/**
 * The setting of the tools that models see. An entry is a tool's name, or a tool's name and one of its parameters:
 * `web_fetch` lists the tool with its usual parameters, `web_fetch.max_bytes` lists that parameter too, and a tool that
 * is named by parameters only has just those and the ones that it can't do without.
 */
import * as Schema from "effect/Schema"
import {
  DocsRequest,
  FetchRequest,
  LibraryRequest,
  Likeness,
  QuoteCheck,
  SearchAndFetch,
  SearchQuery,
  Setting,
  SettingText,
  SiteMap,
} from "@porthole/core"

/** Every tool. Those of several documentation sites, `docs_search_<name>`, are listed by `docs_search`. */
export const names = [
  "web_search",
  "web_fetch",
  "web_search_and_fetch",
  "web_quote",
  "web_map",
  "docs_search",
  "docs_fetch",
] as const

/** The name of a tool. */
export type ToolName = (typeof names)[number]

/** An entry of the setting. */
export type Entry = ToolName | `${ToolName}.${string}`

/** The tools that are listed unless the setting says otherwise. */
export const usual: ReadonlyArray<Entry> = [
  "web_search",
  "web_fetch",
  "web_search_and_fetch",
  "docs_search",
  "docs_fetch",
]

/** A list of entries; as text separated by commas. */
export const setting = (options: {
  readonly about: string
}): Setting.Setting<ReadonlyArray<Entry>, Entry | ReadonlyArray<Entry>> =>
  Setting.make({
    schema: Schema.Array(Schema.declare((entry): entry is Entry => isEntry(entry))).check(Schema.isMinLength(1)),
    convert: SettingText.wordsOf,
    fallback: usual,
    bounds: `a list of ${Setting.quoted(names)}, each also with a parameter, such as \`web_fetch.max_bytes\``,
    defaultText: usual.join(","),
    about: options.about,
    hint,
  })

/** The parameters that the entries list for a tool: `undefined` if it isn't listed. */
export const parametersOf = (
  entries: ReadonlyArray<Entry>,
  tool: string,
): { readonly usual: boolean; readonly named: ReadonlyArray<string> } | undefined => {
  const base = names.find((name) => tool === name || (isOfDocs(name) && tool.startsWith(`${name}_`)))
  if (base === undefined) return undefined
  const named = entries.flatMap((entry) => (entry.startsWith(`${base}.`) ? [entry.slice(base.length + 1)] : []))
  const isUsual = entries.includes(base)
  return isUsual || named.length > 0 ? { usual: isUsual, named } : undefined
}

// --- private --------------------------------------------------------------------------

const isOfDocs = (name: ToolName): boolean => name === "docs_search" || name === "docs_fetch"

/** Every parameter of a tool. */
const parameters = (name: ToolName): ReadonlyArray<string> => {
  switch (name) {
    case "web_search":
      return Object.keys(SearchQuery.SearchQuery.fields)
    case "web_fetch":
      return Object.keys(FetchRequest.WebFetchRequest.fields)
    case "web_search_and_fetch":
      return Object.keys(SearchAndFetch.SearchAndFetchRequest.fields)
    case "web_quote":
      return Object.keys(QuoteCheck.QuoteRequest.fields)
    case "web_map":
      return Object.keys(SiteMap.MapRequest.fields)
    case "docs_search":
      return Object.keys({ ...DocsRequest.DocsSearchRequest.fields, ...LibraryRequest.LibrarySearch.fields })
    case "docs_fetch":
      return Object.keys({ ...DocsRequest.DocsFetchRequest.fields, ...LibraryRequest.LibraryFetch.fields })
  }
}

const isName = (text: string): text is ToolName => names.some((name) => name === text)

const isEntry = (text: unknown): text is Entry => {
  if (typeof text !== "string") return false
  const [name = "", parameter, ...others] = text.split(".")
  return (
    others.length === 0 &&
    isName(name) &&
    (parameter === undefined || parameters(name).some((one) => one === parameter))
  )
}

/** The names nearest to the first unknown entry. */
const hint = (input: unknown): string | undefined => {
  const entries = SettingText.wordsOf(input)
  if (!Array.isArray(entries)) return undefined
  const at = entries.findIndex((entry) => !isEntry(entry))
  const unknown: unknown = entries[at]
  if (typeof unknown !== "string") return undefined
  if (unknown.includes(" ")) return "Commas separate the entries"
  const [tool = ""] = unknown.split(".")
  const known = unknown.includes(".") && isName(tool) ? parameters(tool).map((one) => `${tool}.${one}`) : names
  const near = Likeness.nearest(known, 2, (name) => Likeness.likenessOf(unknown.slice(0, maxLength), name))
  const nearest = near.map((name) => `\`${name}\``).join(" and ")
  return `Entry ${at + 1} is none of them; the nearest are ${nearest}`
}

/** Characters of an entry that are compared. */
const maxLength = 100
