/**
 * The way of a document through this package, as one pure function of its bytes: {@link read}.
 *
 * Decode, bound, parse, title, preparation ({@link preparations}), main content, clean, render. Each
 * stage is one file. Nothing here depends on Effect's services, so that the whole can run elsewhere
 * than in the caller's thread.
 */
import { type Extractor, UntrustedText, WebError } from "@porthole/core"
import * as Result from "effect/Result"
import { scan } from "./budget/Budget.ts"
import * as Charset from "./decode/Charset.ts"
import { removeChrome } from "./content/Chrome.ts"
import { clean } from "./clean/Clean.ts"
import { normaliseCode } from "./normalise/CodeBlocks.ts"
import { removeHidden } from "./hidden/Hidden.ts"
import { fillPictures } from "./clean/Images.ts"
import { linksOf } from "./render/Links.ts"
import { mainContentOf } from "./content/MainContent.ts"
import { markdownOf } from "./render/Markdown.ts"
import * as MediaKind from "./decode/MediaKind.ts"
import { parse } from "./parse/Parse.ts"
import { textOf } from "./render/PlainText.ts"
import { placeStreamed } from "./hidden/Streamed.ts"
import { keepEmbeds } from "./normalise/Embeds.ts"
import { keepFootnotes } from "./normalise/Footnotes.ts"
import { keepHeadings } from "./normalise/Headings.ts"
import { normaliseMath } from "./normalise/Math.ts"
import { keepAttributions } from "./normalise/Quotes.ts"
import { keepTasks } from "./normalise/Tasks.ts"
import { readText } from "./decode/TextDocument.ts"
import { titleOf } from "./metadata/Title.ts"

/** How a document is read. */
export interface ReadOptions {
  /** Whether the deadline has passed; asked between the stages. */
  readonly isOverdue: () => boolean
}

/** What is done to a whole document before its content is looked for, in this order. */
export const preparations: ReadonlyArray<(document: Document) => void> = [
  placeStreamed,
  (document) => normaliseMath(document.body),
  removeHidden,
  (document) => keepTasks(document.body),
  (document) => fillPictures(document.body),
  (document) => normaliseCode(document.body),
  (document) => keepHeadings(document.body),
  (document) => keepAttributions(document.body),
  (document) => keepEmbeds(document.body),
  (document) => keepFootnotes(document.body),
  removeChrome,
]

/** Reads a document. Never throws: a stage that does is `extraction_failed`. */
export const read = (
  fetched: Extractor.Fetched,
  options: ReadOptions,
): Result.Result<Extractor.Extracted, WebError.WebError> => {
  const step = stepper(options)
  return Result.gen(function* () {
    const declared = MediaKind.ofContentType(fetched.contentType)
    const text = yield* step(() => Charset.decode(fetched.bytes, fetched.contentType, declared !== "text"))
    const kind = declared ?? MediaKind.ofText(text)
    if (kind !== "markup") return yield* step(() => readText(text, kind, fetched))

    const markup = yield* step(() => scan(text))
    const { document, base } = yield* step(() => parse(markup, fetched.url))
    const title = yield* step(() => titleOf(document, fetched.url))
    for (const prepare of preparations) yield* step(() => prepare(document))
    const main = yield* step(() => mainContentOf(document))
    const content = yield* step(() => clean(main.element, base))
    const readable = yield* step(() => textOf(content))
    return {
      title,
      content: yield* step(() => render(fetched.mode, content, readable)),
      links: yield* step(() => linksOf(content, fetched.url)),
      text_length: readable.length,
    }
  })
}

// --- private --------------------------------------------------------------------------

const render = (mode: Extractor.Fetched["mode"], content: Element, readable: string): string => {
  if (mode === "text") return readable
  return mode === "html" ? UntrustedText.stripInvisible(content.innerHTML) : markdownOf(content)
}

const stepper =
  (options: ReadOptions) =>
  <A>(stage: () => A): Result.Result<A, WebError.WebError> =>
    options.isOverdue() ? Result.fail(overdue()) : Result.try({ try: stage, catch: gaveUp })

const gaveUp = (cause: unknown): WebError.WebError =>
  WebError.make({ error: "extraction_failed", message: "The page couldn't be read." }, cause)

const overdue = (): WebError.WebError => WebError.make({ error: "timeout", message: "Reading the page took too long." })
