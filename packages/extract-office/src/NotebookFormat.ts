/**
 * Reads a Jupyter notebook (nbformat 4): its cells in order, code with its language, and outputs as text, tables or the
 * types of their pictures. Pictures, widgets and scripts are left out.
 */
import { type DocumentFormat, WebError } from "@porthole/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { escaped, type Part, write } from "./Made.ts"

/** Reads a notebook. */
export const read: DocumentFormat.Read = (fetched, options) =>
  Effect.suspend(() => Effect.fromOption(decode(new TextDecoder().decode(fetched.bytes)))).pipe(
    Effect.mapError(() => damaged),
    Effect.flatMap((notebook) => {
      const language = languageOf(notebook)
      const all = notebook.cells.length
      const parts = notebook.cells.slice(0, maxCells).flatMap((cell) => partsOf(cell, language))
      const reduced = all > maxCells ? [{ part: "entries" as const, read: maxCells, of: all }] : []
      const title = notebook.metadata?.title ?? titleIn(notebook.cells)
      return write({ title, parts: together(parts), hidden: 0, reduced }, fetched, options)
    }),
    Effect.catchDefect(() => Effect.fail(damaged)),
    Effect.result,
    Effect.runPromise,
  )

// --- private --------------------------------------------------------------------------

const damaged = WebError.make({
  error: "extraction_failed",
  message: "The notebook is damaged, or from before 2015. Use another one.",
})

const maxCells = 5_000
/** In characters: of one output, and of an error's message. */
const maxOutput = 20_000
const maxError = 1_000

const Text = Schema.Union([Schema.String, Schema.Array(Schema.String)])

const Output = Schema.Struct({
  output_type: Schema.String,
  text: Schema.optionalKey(Text),
  data: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
  ename: Schema.optionalKey(Schema.String),
  evalue: Schema.optionalKey(Schema.String),
})
type Output = typeof Output.Type

const Cell = Schema.Struct({
  cell_type: Schema.String,
  source: Schema.optionalKey(Text),
  outputs: Schema.optionalKey(Schema.Array(Output)),
})
type Cell = typeof Cell.Type

const Named = Schema.optionalKey(
  Schema.Struct({ name: Schema.optionalKey(Schema.String), language: Schema.optionalKey(Schema.String) }),
)

const Notebook = Schema.Struct({
  cells: Schema.Array(Cell),
  metadata: Schema.optionalKey(
    Schema.Struct({ title: Schema.optionalKey(Schema.String), kernelspec: Named, language_info: Named }),
  ),
})

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Notebook))

const languageOf = ({ metadata }: typeof Notebook.Type): string => {
  const name = metadata?.language_info?.name ?? metadata?.kernelspec?.language ?? "python"
  return /^[\w+#.-]{1,30}$/.test(name) ? name.toLowerCase() : ""
}

const textOf = (text: unknown): string => {
  if (typeof text === "string") return text
  return Option.match(decodeLines(text), { onNone: () => "", onSome: (lines) => lines.join("") })
}
const decodeLines = Schema.decodeUnknownOption(Schema.Array(Schema.String))

type TextPart = Part & { readonly source: string }

const partsOf = (cell: Cell, language: string): ReadonlyArray<TextPart> => {
  const source = textOf(cell.source)
  if (source.trim() === "" && (cell.outputs ?? []).length === 0) return []
  if (cell.cell_type === "markdown") return [{ language: "markdown", source: closed(withoutData(source)) }]
  if (cell.cell_type === "raw") return [{ language: "html", source: block(source, "") }]
  const outputs = (cell.outputs ?? []).map(outputOf).join("")
  return [{ language: "html", source: `${source.trim() === "" ? "" : block(source, language)}${outputs}` }]
}

const block = (text: string, language: string): string => {
  const name = language === "" ? "" : ` class="language-${escaped(language)}"`
  return `<pre><code${name}>${escaped(text.trimEnd())}</code></pre>`
}

/** Pictures within the text are data, not addresses. */
const withoutData = (markdown: string): string => markdown.replace(/\((?:data:|attachment:)[^)\s]{0,1000000}\)/g, "()")

/** Ends a block of code that a cell leaves open, so that the next cell isn't in it. */
const closed = (markdown: string): string => {
  let open = ""
  for (const line of markdown.split("\n")) {
    const fence = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ""
    if (open === "") open = fence
    else if (fence.startsWith(open) && line.trim() === fence) open = ""
  }
  return open === "" ? markdown : `${markdown}\n${open}`
}

/** An output, by the richest of its types that is text. */
const outputOf = ({ data = {}, ename, evalue, output_type, text }: Output): string => {
  if (output_type === "error") return output(`${ename ?? "Error"}: ${plain(evalue ?? "").slice(0, maxError)}`)
  if (output_type === "stream") return output(textOf(text))
  const html = textOf(data["text/html"])
  if (/<table[\s>]/i.test(html) && html.length < 1_000_000) return html
  const latex = textOf(data["text/latex"])
  if (latex !== "") return output(latex)
  const picture = Object.keys(data).find((type) => /^image\/[\w.+-]{1,30}$/.test(type))
  const shown = textOf(data["text/plain"])
  // The text beside a picture only names the object: `<Figure size 640x480 with 1 Axes>`.
  if (picture !== undefined) return `<p>[Picture: ${picture}]</p>`
  return output(shown)
}

const output = (text: string): string => {
  const shown = plain(text)
  if (shown.trim() === "") return ""
  const cut = shown.length > maxOutput ? `${shown.slice(0, maxOutput)}\n…` : shown
  return `<p>Output:</p>${block(cut, "")}`
}

/** Without the escape sequences of terminals, and lines that a carriage return overwrites. */
const plain = (text: string): string =>
  text
    .split("\u001b[")
    .map((piece, at) => (at === 0 ? piece : piece.replace(/^[\d;?]{0,30}[A-Za-z]/, "")))
    .join("")
    .split("\n")
    .map((line) => line.split("\r").findLast((part) => part !== "") ?? "")
    .join("\n")

const titleIn = (cells: ReadonlyArray<Cell>): string => {
  for (const { cell_type, source } of cells.slice(0, 5)) {
    const heading = cell_type === "markdown" ? /^ {0,3}# +(\S[^\n]{0,300})/m.exec(textOf(source))?.[1] : undefined
    if (heading !== undefined) return heading.replace(/[*`]/g, "").trim()
  }
  return ""
}

/** Joins neighbours of a language, because each costs a reading; HTML within Markdown must end with its cell. */
const together = (parts: ReadonlyArray<TextPart>): ReadonlyArray<TextPart> => {
  const joined: Array<TextPart> = []
  for (const part of parts) {
    const last = joined.at(-1)
    const isApart = part.language === "markdown" && last?.source.includes("<") === true
    if (last?.language === part.language && !isApart)
      joined[joined.length - 1] = { ...last, source: `${last.source}\n\n${part.source}` }
    else joined.push(part)
  }
  return joined
}
