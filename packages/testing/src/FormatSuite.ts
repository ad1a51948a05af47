/**
 * The contract of a `DocumentFormat`, for every format. Its module is loaded by its URL and runs in the caller's
 * thread.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { DocumentFormat, Extractor, type FetchRequest, HttpUrl, MediaType, type WebError } from "@porthole/core"
import * as Contract from "./Contract.ts"

/** A format and a document of it. */
export interface Fixture {
  readonly format: DocumentFormat.DocumentFormat
  /**
   * A document of a few lines. A text is also read with tags before {@link expected}, and in ISO 8859-1. A format with
   * a fixed charset passes bytes.
   */
  readonly document: string | Uint8Array
  /** Words that the content contains in every mode, and a text too, as they are. */
  readonly expected: string
  /** The document's links, made absolute against `https://site.example/dir/document`. Default: none. */
  readonly links?: ReadonlyArray<string>
}

/** The cases. */
export const cases = (fixture: Fixture): ReadonlyArray<Contract.Case> => [
  descriptionCase(fixture.format),
  ...modes.map((mode) => readingCase(fixture, mode)),
  ...(typeof fixture.document === "string" ? textCases(fixture.format, fixture.document, fixture.expected) : []),
  ...survivalCases(fixture),
]

// --- private --------------------------------------------------------------------------

const bytesOf = ({ document }: Fixture): Uint8Array =>
  typeof document === "string" ? new TextEncoder().encode(document) : document

/** The outcome for a document of the format. */
const outcomeOf = (
  format: DocumentFormat.DocumentFormat,
  bytes: Uint8Array,
  mode: FetchRequest.ExtractMode,
  options?: Partial<DocumentFormat.ReadOptions>,
) => reading(format, { ...fetched, contentType: format.mediaTypes[0] ?? "", bytes, mode }, options)

const descriptionCase = (format: DocumentFormat.DocumentFormat): Contract.Case =>
  test(
    "names media types, and a weight of an Accept header",
    Contract.expect(
      format.name !== "" &&
        format.mediaTypes.length > 0 &&
        format.mediaTypes.every((type) => type === MediaType.essence(type) && type.includes("/")) &&
        format.extensions.every((extension) => /^[a-z0-9]+$/.test(extension)) &&
        format.weight >= 0.001 &&
        format.weight <= 1,
      "a name, media types and extensions in lower case, a weight from 0.001 to 1",
    ),
  )

const readingCase = (fixture: Fixture, mode: FetchRequest.ExtractMode): Contract.Case =>
  test(
    `reads its document as ${mode}`,
    Effect.gen(function* () {
      const { expected, format, links = [] } = fixture
      const bytes = bytesOf(fixture)
      const copy = bytes.slice()
      const page = yield* Effect.fromResult(yield* outcomeOf(format, copy, mode))
      yield* Contract.expect(page.content.includes(expected), `the words "${expected}" in: ${page.content}`)
      yield* Contract.expectEqual(page.links, links, "absolute links")
      yield* Contract.expect(page.text_length > 0, "a length of the text")
      yield* Contract.expectEqual(Array.from(copy), Array.from(bytes), "bytes that stay as they are")
      yield* expectValidResult(Result.succeed(page))
    }),
  )

/** Documents that are damaged, and readings that are short of time. */
const survivalCases = (fixture: Fixture): ReadonlyArray<Contract.Case> => {
  const { format } = fixture
  const bytes = bytesOf(fixture)
  const survivalCase = (
    name: string,
    documents: ReadonlyArray<Uint8Array>,
    options?: Partial<DocumentFormat.ReadOptions>,
  ) =>
    test(
      name,
      Effect.forEach(
        documents,
        (contents) => Effect.flatMap(outcomeOf(format, contents, "markdown", options), expectValidResult),
        { discard: true },
      ),
    )
  return [
    survivalCase("survives an empty document", [new Uint8Array()]),
    survivalCase("survives arbitrary bytes", noise),
    survivalCase(
      "survives a document that was cut",
      [0.1, 0.5, 0.9].map((share) => bytes.slice(0, Math.floor(share * bytes.length))),
    ),
    survivalCase(
      "survives a document with a damaged byte",
      [0.25, 0.5, 0.75].map((share) => damaged(bytes, Math.floor(share * bytes.length))),
    ),
    survivalCase("reads a part when time is running out", [bytes], { isTimeRunningOut: () => true }),
    test(
      "ends when the deadline has passed",
      Effect.flatMap(
        outcomeOf(format, bytes, "markdown", { timeout: 1, isTimedOut: () => true, isTimeRunningOut: () => true }),
        (outcome) =>
          Result.isSuccess(outcome)
            ? expectValidResult(outcome)
            : Contract.expectEqual(outcome.failure.wire.error, "timeout", "the error"),
      ),
    ),
  ]
}

const test = (name: string, run: Effect.Effect<void, WebError.WebError | Contract.BrokenContract>): Contract.Case =>
  Contract.make(name, run, (effect) => effect)

/** The cases of a document that is text. */
const textCases = (
  format: DocumentFormat.DocumentFormat,
  document: string,
  expected: string,
): ReadonlyArray<Contract.Case> => {
  const read = (mode: FetchRequest.ExtractMode, charset: string, bytes: Uint8Array) =>
    Effect.flatMap(
      reading(format, { ...fetched, contentType: `${format.mediaTypes[0]}; charset=${charset}`, bytes, mode }),
      Effect.fromResult,
    )
  /** The document with other words in place of the expected ones. */
  const withWords = (words: string) =>
    Effect.as(
      Contract.expect(document.includes(expected), `the words "${expected}" in the document itself`),
      document.replaceAll(expected, () => words),
    )
  return [
    test(
      "shows a tag in its text as text in html",
      Effect.gen(function* () {
        const text = yield* withWords(`<script>tag</script><img onerror=tag>${expected}`)
        const { content } = yield* read("html", "utf-8", new TextEncoder().encode(text))
        yield* Contract.expect(!/<script|<img[^<>]*onerror/i.test(content), `no tag of the text in: ${content}`)
        yield* Contract.expect(content.includes(expected), `the words "${expected}" in: ${content}`)
      }),
    ),
    test(
      "reads the charset that the Content-Type declares",
      Effect.gen(function* () {
        const text = yield* withWords(`${expected} caf\u00e9`)
        const page = yield* read("text", "iso-8859-1", latin1Of(text))
        yield* Contract.expect(page.content.includes("caf\u00e9"), `the word "caf\u00e9" in: ${page.content}`)
      }),
    ),
  ]
}

/** Text in ISO 8859-1; other characters become `?`. */
const latin1Of = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code <= 0xff ? code : 0x3f
  })

const modes: ReadonlyArray<FetchRequest.ExtractMode> = ["markdown", "text", "html"]

const fetched = { url: "https://site.example/dir/document" } as const

const unlimited: DocumentFormat.ReadOptions = {
  timeout: 60_000,
  isTimedOut: () => false,
  isTimeRunningOut: () => false,
}

const reading = (
  format: DocumentFormat.DocumentFormat,
  document: Extractor.Fetched,
  options: Partial<DocumentFormat.ReadOptions> = {},
): Effect.Effect<DocumentFormat.Outcome, WebError.WebError | Contract.BrokenContract> =>
  Effect.flatMap(DocumentFormat.load(format.module), (read) =>
    Effect.tryPromise({
      try: () => Promise.resolve(read(document, { ...unlimited, ...options })),
      catch: (cause) => new Contract.BrokenContract({ message: `the reader threw ${String(cause)}` }),
    }),
  )

/** Maximum characters of content and maximum links of a small document. */
const bounds = { content: 1_000_000, links: 5_000 } as const

/** The rules for every result. */
const expectValidResult = (outcome: DocumentFormat.Outcome): Effect.Effect<void, Contract.BrokenContract> => {
  if (Result.isFailure(outcome)) return Effect.void
  const page = outcome.success
  return Effect.gen(function* () {
    yield* Contract.expect(isExtracted(page), "a well-formed result")
    yield* Contract.expect(page.content.isWellFormed() && page.title.isWellFormed(), "no half of a surrogate pair")
    yield* Contract.expect(page.content.length <= bounds.content, `a content of ${page.content.length} characters`)
    yield* Contract.expect(page.links.length <= bounds.links, `${page.links.length} links`)
    yield* Contract.expectEqual(page.links, Array.from(new Set(page.links)), "links once each")
    yield* Contract.expect(
      page.links.every((link) => HttpUrl.withoutFragment(link) === link),
      "absolute links without fragment",
    )
  })
}

const isExtracted = Schema.is(Extractor.Extracted)

const noise: ReadonlyArray<Uint8Array> = [1, 7, 64, 255].map((step) =>
  Uint8Array.from({ length: 4_096 }, (_, at) => (at * step * step + at) % 256),
)

const damaged = (bytes: Uint8Array, at: number): Uint8Array =>
  bytes.map((byte, index) => (index === at ? byte ^ 0xff : byte))
