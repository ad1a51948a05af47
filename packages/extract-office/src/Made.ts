/** What a document is made into: parts that the extractor's readers of HTML and Markdown write, one after another. */
import { DocumentFormat, Extracted, type Extractor, Publication, UntrustedText, type WebError } from "@porthole/core"
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import type * as OpenXml from "./container/OpenXml.ts"
import type { Node } from "./container/Xml.ts"
import { shownMarkdown } from "./ShownMarkdown.ts"

/** A part of a document. */
export type Part =
  | {
      readonly language: "html"
      readonly source: string | Uint8Array
      /** Its heading, if it shows none of its own. */
      readonly label?: string
    }
  | { readonly language: "markdown"; readonly source: string }

/** A document that was converted. */
export interface Made {
  readonly title: string
  readonly author?: string | undefined
  readonly published?: string | undefined
  readonly modified?: string | undefined
  readonly parts: ReadonlyArray<Part>
  /** The number of parts with text that the document hides. */
  readonly hidden: number
  readonly reduced: ReadonlyArray<Extracted.Reduced>
  /** Whether the file has no text elsewhere, such as in its pictures; by default that isn't known. */
  readonly isWhole?: boolean
}

/** Reads the main part of an Office file, whose root element is given. */
export type ReadMain = (
  office: OpenXml.Package,
  main: string,
  root: Node,
) => Result.Result<Pick<Made, "parts" | "hidden" | "reduced">, WebError.WebError>

/** Text as HTML, also for an attribute in double quotes. */
export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** A picture's alternative text as HTML; empty if it only names the picture's file. */
export const alternative = (description: string | undefined): string => {
  const text = (description ?? "").replace(/\s+/g, " ").trim()
  return text === "" || fileOfPicture.test(text) ? "" : `[Picture: ${escaped(text)}]`
}
const fileOfPicture = /^\S{1,200}\.(?:png|jpe?g|jfif|gif|bmp|tiff?|svg|emf|wmf|webp|pict?|pcx|eps|avif|heic|wdp)$/i

/**
 * The content of a cell of a table of data, which has one line: paragraphs apart, lists with their numbers as text, and
 * tables as lines, because they would make the outer one a layout.
 */
export const inCell = (html: string): string =>
  (html.split("<br>").length >= minLines ? html.replaceAll("<br>", "</p><p>") : html)
    .replace(/<(\/?)ol>/g, "<$1ul>")
    .replace(/<li value="(-?\d{1,9})">/g, "<li>$1. ")
    .replace(/([.!?:;,…](?:<\/(?:strong|em)>)?)?<\/p><p>/g, (_, end: string | undefined) => `${end ?? ";"} `)
    .replace(/(?:<\/p>)?<\/t[dh]>(?=<t[dh])/g, "; ")
    .replace(/(?:<\/p>)?<\/t[dh]><\/tr>(?=<tr)/g, " / ")
    .replace(/<\/?(?:table|t[rdh])(?: [^<>]*)?>(?:<p>)?/g, "")
    // Empty cells.
    .replace(/(?:; ){2,}/g, "; ")
    .replace(/^; |; $/g, "")

/** Neighbouring texts of the same format as one: Word divides a text for reasons of its own. */
export const merged = (html: string): string =>
  formats.reduce((text, name) => text.replaceAll(`</${name}><${name}>`, ""), html)

/** Writes a converted document in the requested mode. Links within the file itself are left out. */
export const write = Effect.fnUntraced(function* (
  made: Made,
  fetched: Extractor.Fetched,
  options: DocumentFormat.ReadOptions,
): Effect.fn.Return<Extractor.Extracted, WebError.WebError> {
  const { readers } = options
  if (readers === undefined) return yield* Effect.die("An office file needs the readers of an extractor.")
  const readPart = Effect.fnUntraced(function* ({ language, source }: Part, mode: Extractor.Fetched["mode"]) {
    const read = yield* DocumentFormat.load(readers[language])
    const part: Extractor.Fetched = {
      url: "about:blank",
      mode,
      contentType: language === "html" ? "text/html; charset=utf-8" : "text/markdown; charset=utf-8",
      bytes: typeof source === "string" ? new TextEncoder().encode(source) : source,
    }
    return yield* Effect.fromResult(yield* Effect.promise(() => Promise.resolve(read(part, options))))
  })
  const done: Array<Extractor.Extracted> = []
  let [hidden, count] = [made.hidden, 0]
  for (const part of made.parts) {
    if (options.isTimedOut()) return yield* Effect.fail(DocumentFormat.timeoutError)
    if (count > 0 && options.isTimeRunningOut()) break
    count += 1
    if (part.language === "html") {
      const { label = "" } = part
      const written = yield* readPart(part, fetched.mode)
      if (label !== "" && written.content.trim() !== "" && !hasHeading(written.content, label, fetched.mode))
        done.push(yield* readPart({ language: "html", source: `<h2>${escaped(label)}</h2>` }, fetched.mode))
      done.push(written)
    } else {
      const shown = yield* shownMarkdown(part.source, (source) => readPart({ language: "html", source }, "markdown"))
      hidden += shown.hidden
      done.push(yield* readPart({ language: "markdown", source: shown.source }, fetched.mode))
    }
  }
  const removed = Extracted.sumRemoved(
    { hidden_elements: hidden, invisible_characters: UntrustedText.countInvisible(made.title) },
    ...done.map((part) => part.removed),
  )
  const reduced = [
    ...made.reduced,
    ...(count < made.parts.length ? [{ part: "entries" as const, read: count, of: made.parts.length }] : []),
    ...done.flatMap((part) => part.reduced ?? []),
  ].filter(({ part }, at, all) => all.findIndex((other) => other.part === part) === at)
  const length = done.reduce((sum, part) => sum + part.text_length, 0)
  const shown = done.filter(({ content }) => content.trim() !== "")
  return {
    title: UntrustedText.stripInvisible(made.title).replace(/\s+/g, " ").trim().slice(0, maxTitle),
    content: shown.map(({ content }) => content.trim()).join(fetched.mode === "html" ? "\n" : "\n\n"),
    links: Array.from(new Set(done.flatMap(({ links }) => links))),
    text_length: length,
    ...(made.isWhole === true && length > 0 && length <= maxComplete && removed === undefined && reduced.length === 0
      ? { is_complete: true as const }
      : {}),
    ...Publication.read({ author: made.author, published_at: made.published, modified_at: made.modified }),
    ...(removed === undefined ? {} : { removed }),
    ...(reduced.length === 0 ? {} : { reduced }),
  }
})

// --- private --------------------------------------------------------------------------

/** Whether Markdown or HTML has a heading, or a text the one that it would get. */
const hasHeading = (content: string, label: string, mode: Extractor.Fetched["mode"]): boolean =>
  mode === "text" ? content.slice(0, maxTitle).includes(label) : /^#{1,6} |<h[1-6]\b/m.test(content)

/** From the outermost to the innermost; the marks of notes are raised, and stay apart. */
const formats = ["strong", "em", "s"]

/** Of a cell that is a list: a line break in a shorter one only makes its column narrower. */
const minLines = 3

/** In characters: of a title, and of a small document. */
const maxTitle = 300
const maxComplete = 4_096
