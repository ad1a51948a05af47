/** Reads the documents of the question set with our own reader. */
import { Extractor, Settings } from "@porthole/core"
import { DocumentExtractor } from "@porthole/extract"
import { pdf } from "@porthole/extract-pdf"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Documents from "./Documents.ts"
import * as Pdf from "./Pdf.ts"

/** A page: the main content, then the text outside it. */
export interface Text {
  readonly text: string
  readonly mainLength: number
}

/** A document with its text. */
export interface Page extends Text {
  readonly document: Documents.Document
}

/** Reads the pages of questions by their names (`Documents.ts`), each once. */
export const read = (
  corpus: string,
  questions: ReadonlyArray<{ readonly page: string }>,
): Promise<ReadonlyMap<string, Page>> =>
  Effect.gen(function* () {
    const pages = new Map<string, Page>()
    for (const name of new Set(questions.map(({ page }) => page))) {
      const document = yield* documentOf(corpus, name)
      pages.set(name, { document, ...(yield* textOf(document)) })
    }
    return pages
  }).pipe(
    Effect.provide(
      Layer.provideMerge(
        DocumentExtractor.layer({ formats: [...DocumentExtractor.formats, pdf], isolation: "none" }),
        // A busy machine mustn't decide which pages are read.
        Layer.orDie(Settings.layer({ extract_timeout: "60 s" })),
      ),
    ),
    Effect.runPromise,
  )

// --- private --------------------------------------------------------------------------

const documentOf = Effect.fnUntraced(function* (corpus: string, name: string) {
  const printed = Documents.printedPage(name)
  if (printed === undefined) return Documents.ofCorpus(corpus, name) ?? Documents.ofPackage(name)
  const page = Documents.ofCorpus(corpus, printed)
  if (page === undefined) return yield* Effect.die(new Error(`${name} is no page of a corpus`))
  const { mainLength, text } = yield* textOf(page)
  const bytes = yield* Effect.promise(() => Pdf.print(text.slice(0, mainLength)))
  return { bytes, contentType: "application/pdf" }
})

const textOf = Effect.fnUntraced(function* (document: Documents.Document) {
  const { extract } = yield* Extractor.Extractor
  const page = yield* extract({ ...document, url: "https://example.com/", mode: "markdown", withOutside: true })
  const text = page.outside === undefined ? page.content : `${page.content}\n\n${page.outside}`
  return { text, mainLength: page.content.length }
})
