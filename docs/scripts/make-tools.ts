/**
 * Writes docs/reference/tools.md: each tool's parameters from its schema and its other names, and the fields of each
 * answer from the comments that an editor shows.
 */
import { DocsRequest, FetchRequest, LibraryRequest, type Page, SearchAndFetch, SearchQuery } from "@porthole/core"
import type * as Schema from "effect/Schema"
import { globSync } from "node:fs"
import { join } from "node:path"
import * as Spelling from "../../packages/tools/src/arguments/Spelling.ts"
import * as Definitions from "../../packages/tools/src/toolkit/Definitions.ts"
import * as DocsDefinitions from "../../packages/tools/src/toolkit/DocsDefinitions.ts"
import * as LibraryDefinitions from "../../packages/tools/src/toolkit/LibraryDefinitions.ts"
import * as InputSchema from "../../packages/tools/src/toolkit/InputSchema.ts"
import * as ToolText from "../../packages/tools/src/toolkit/ToolText.ts"
import { publish, read, table } from "./generated.ts"

const [docs] = DocsDefinitions.pairs([{ name: "boats", baseUrl: "https://docs.example.com/boats" }])

interface Row {
  readonly type?: unknown
  readonly enum?: ReadonlyArray<unknown>
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly description?: string
}

const typeOf = ({ enum: values, format, maximum, minimum, type }: Row): string => {
  if (values !== undefined) return values.map((value) => `\`${String(value)}\``).join(", ")
  if (type === "array") return "list of texts"
  if (type === "string") return format === "date" ? "date" : "text"
  if (type !== "integer") return String(type)
  const bounds = [minimum, maximum].map((bound) => bound?.toLocaleString("en-US") ?? "")
  return bounds[1] === "" ? `whole number from ${bounds[0]}` : `whole number, ${bounds.join("–")}`
}

const parameters = (schema: Schema.Constraint, { inputSchema }: Pick<Definitions.Definition, "inputSchema">): string =>
  table(
    ["parameter", "type", "meaning", "also read as"],
    Object.entries<Row>(InputSchema.make(schema).properties).map(([name, property]) => [
      `\`${name}\`${inputSchema.required.includes(name) ? " (required)" : name in inputSchema.properties ? "" : " ¹"}`,
      typeOf(property),
      property.description ?? "",
      (Spelling.aliases[name] ?? [])
        .filter((alias) => !(alias in InputSchema.make(schema).properties))
        .map((alias) => `\`${alias}\``)
        .join(", "),
    ]),
  )

const tool = (definition: Definitions.Definition, schema: Schema.Constraint, answer: string): string =>
  `## ${definition.name}

> ${definition.description}

${parameters(schema, definition)}

${answer}`

const root = join(import.meta.dirname, "../..")

/** The fields of a struct of the domain with the comment of each. */
const fields = (file: string, name: string): string => {
  const text = read(globSync(`packages/core/src/domain/**/${file}.ts`, { cwd: root })[0] ?? file)
  const [, body = ""] = new RegExp(`export const ${name} = (?:Schema\\.Struct\\()?\\{\n([^]*?)\n\\}`).exec(text) ?? []
  const documented = body.matchAll(/\/\*\*\s*((?:(?!\*\/)[^])*?)\s*\*\/\n {2}(\w+): (Schema\.optionalKey)?/g)
  return table(
    ["field", "meaning"],
    Array.from(documented, ([, comment = "", field = "", optional]) => [
      `\`${field}\`${optional === undefined ? "" : "?"}`,
      comment
        .replace(/(?:^|\n\s*)\* /g, " ")
        .trim()
        .replace(/\{@link (\w+)\}/g, "`$1`"),
    ]),
  )
}

/** A page as a tool returns it. */
const sample: Page.Page = {
  title: "Ferries",
  url: "https://example.com/ferries",
  content_md: "x".repeat(4_980),
  links: [],
  links_total: 0,
  status_code: 200,
  truncated: false,
  cached: false,
}

/** The lines that a page's text has before its fence. */
const headOf = (page: Partial<Page.Page>): ReadonlyArray<string> =>
  (ToolText.toText({ ...sample, ...page }).split("\n\n<", 1)[0] ?? "").split("\n")

const outline = ["Times", "Prices"].map((heading, at) => ({ level: 2, heading, start: 900 * at }))
const cut = { truncated: true, total_length: 21_400, message: "The text is cut: 4980 of 21400 characters are shown." }
const whole = headOf({})

/** The lines of a head that a whole page doesn't have. */
const more = (page: Partial<Page.Page>): ReadonlyArray<string> => headOf(page).filter((line) => !whole.includes(line))

const headLines: ReadonlyArray<readonly [lines: ReadonlyArray<string>, when: string]> = [
  [whole, "the whole main content is shown"],
  [headOf({ content_md: "" }), "the page has no text"],
  [more({ cached: true, fetched_at: "2026-11-28T10:04:31.000Z" }), "`cached`: the copy's time in UTC (`fetched_at`)"],
  [more({ cached: true }), "`cached`, and only the backend knows since when"],
  [more({ rendered: true }), "`rendered`"],
  [more({ compressed: true, original_length: 21_400 }), "`compressed`"],
  [more({ warning: "low_content" }), "`warning`"],
  [more(cut), "`message`, here of a cut page"],
  [more({ ...cut, next_start_index: 4_980, outline }).slice(1), "how to read more of a cut page"],
  [more({ removed: { hidden_elements: 2, invisible_characters: 1 } }), "`removed`"],
]

const head = table(
  ["line", "when"],
  headLines.map(([lines, when]) => [lines.map((line) => `\`${line}\``).join(" "), when]),
)

const page = `# Tools

This page lists each tool's parameters and the fields of its answer. The quotation under a tool's name is the text that the model reads. \`pnpm docs:pages\` makes
this page from the schemas.

Every front end offers these tools: the Effect toolkit, the Promise facade, the SDK adapters, MCP and the command. Numbers outside their bounds are clamped, and
\`message\` reports it. [Search filters and arguments](../search.md) explains how filters combine, and how leniently Porthole reads arguments. Each name is also
read in another case, and with hyphens or nothing between its words (\`maxResults\`, \`Max-Results\`).

¹ accepted, but not advertised to a model, because each advertised parameter costs tokens in every conversation.

${tool(Definitions.webSearch, SearchQuery.SearchQuery, "The answer is a [search result](#search-result).")}

${tool(
  Definitions.webFetch,
  FetchRequest.WebFetchRequest,
  "Give `url` or `urls`. The answer to `url` is a [page](#page); the answer to `urls` is `{ pages, count, message? }`, where each entry is a page or its error.",
)}

${tool(
  Definitions.webSearchAndFetch,
  SearchAndFetch.SearchAndFetchRequest,
  "The answer is a [search result](#search-result) with `pages`, one entry for each hit that was read: a page, or `{ url }` with its [error](errors.md).",
)}

${
  docs === undefined
    ? ""
    : `${tool(docs.search, DocsRequest.DocsSearchRequest, "The answer is a [search result](#search-result).")}

${tool(docs.fetch, DocsRequest.DocsFetchRequest, "The answer is a [page](#page). Several sites have a pair of tools each, such as `docs_search_boats`.")}`
}

${tool(
  { ...LibraryDefinitions.search(), name: "docs_search of installed documentation" },
  LibraryRequest.LibrarySearch,
  "In place of the pair above, where [installed documentation](../guides/documentation-sites.md) is served. The answer is `{ hits, count, libraries, message? }`: `libraries` are those that were searched, each with its version and `indexed_at`. Each hit:",
)}

${fields("LibraryAnswer", "DocsHit")}

A library that isn't indexed, and is the name of a documentation site, is answered by that site with a [search result](#search-result).

${tool(
  { ...LibraryDefinitions.fetch(), name: "docs_fetch of installed documentation" },
  LibraryRequest.LibraryFetch,
  "The answer is a [page](#page), whose `url` may begin with `docs://`.",
)}

## fetchImage

A function of the Promise facade and of the kernel, not a tool of the model: \`{ url }\` gives an image.

${fields("Image", "Image")}

## Search result

A key with a question mark is absent when there is nothing to report.

${fields("SearchResult", "resultFields")}

Each hit:

${fields("SearchHit", "SearchHit")}

Its \`metadata\`, with \`include_metadata\`:

${fields("SearchHit", "HitMetadata")}

## Page

${fields("Page", "pageFields")}

## The head

A model reads a page as [one text](../passages.md#the-models-text). These lines of ours stand at its head, in this order, before the fence around the page's own words:

${head}
`

publish({ "docs/reference/tools.md": page })
