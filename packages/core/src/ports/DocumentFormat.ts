/**
 * The port to a document format: how to recognise its documents, and the module that reads them.
 *
 * A document is read in a worker thread or a child process, where a closure can't be sent. So a format names the module
 * that reads its documents by its URL. `docs/write-a-format.md` shows a whole format.
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as MediaType from "../domain/page/MediaType.ts"
import * as WebError from "../domain/WebError.ts"
import type { Extracted, Fetched } from "./Extractor.ts"

/** The state of a document after one step of its reading; `ms` is the step's duration. */
export const StageTrace = Schema.Struct({
  name: Schema.String,
  /** A short note about the step. */
  note: Schema.optionalKey(Schema.String),
  /** Elements in the content so far. */
  elements: Schema.Number,
  /** Characters of the content's text, without white space, scripts and styles. */
  characters: Schema.Number,
  ms: Schema.Number,
})
export type StageTrace = typeof StageTrace.Type

/** The result of reading one document. */
export type Outcome = Result.Result<Extracted, WebError.WebError>

/** The limits and callbacks of a reading. */
export interface ReadOptions {
  /** Maximum milliseconds of the reading. The isolation ends a reading that takes longer. */
  readonly timeout: number
  /** Whether the timeout has passed. A format checks it between its steps and fails with {@link timeoutError}. */
  readonly isTimedOut: () => boolean
  /**
   * Whether little of the time is left. A format that reads part by part, such as page by page, then stops and reports
   * `reduced`.
   */
  readonly isTimeRunningOut: () => boolean
  /** Modules that read what a format makes of a document. Present if the extractor has them. */
  readonly readers?: Readers
  /** Records attributes of the reading for the operator; the model doesn't see them. */
  readonly annotate?: (attributes: Readonly<Record<string, string>>) => void
  /** Receives each step. Present only if an operator requested a trace. */
  readonly trace?: (stage: StageTrace) => void
}

/**
 * Modules with a {@link Read} each, to {@link load}. A format that converts its documents passes the result on, so that
 * all text is written by one code.
 */
export interface Readers {
  /** HTML that is content from its beginning to its end: nothing of it is searched for or left out as clutter. */
  readonly html: URL
  readonly markdown: URL
}

/** Reads one document. It never throws or rejects, never fetches anything and never runs the document's code. */
export type Read = (fetched: Fetched, options: ReadOptions) => Outcome | Promise<Outcome>

/** Where a format is read; `process` also limits resident memory and contains crashes. */
export type Isolation = "thread" | "process"

/** A document format. */
export interface DocumentFormat extends MediaType.Format {
  readonly name: string
  /** Media types that servers wrongly use for the format; `sniff` then decides. */
  readonly sentAs?: ReadonlyArray<string>
  /** The module whose export `read` is the {@link Read} of the format. {@link moduleBeside} makes the URL. */
  readonly module: URL
  /** The weakest isolation that the format accepts. `process` applies whatever the settings say. */
  readonly isolation: Isolation
}

/** The failure of a reading that exceeded its timeout. */
export const timeoutError: WebError.WebError = WebError.make({
  error: "timeout",
  message: "Reading the page took too long. Try once more, or use another page.",
})

/** No format reads the document. The message doesn't repeat its type, because that is the site's text. */
export const unsupportedTypeError: WebError.WebError = WebError.make({
  error: "unsupported_content_type",
  message: "Documents of this type can't be read. Look for a web page or a text version.",
})

/**
 * No format reads the document: names its type if it is a common one, by its media type or its first bytes, and what
 * would help. The names are ours, because a type is the site's text.
 */
export const unsupportedType = (contentType: string, bytes: Uint8Array = new Uint8Array()): WebError.WebError => {
  const type = MediaType.essence(contentType)
  const isCompound = [0xd0, 0xcf, 0x11, 0xe0].every((byte, at) => bytes[at] === byte)
  const isRtf = [0x7b, 0x5c, 0x72, 0x74, 0x66].every((byte, at) => bytes[at] === byte)
  const known = isRtf ? rtf : knownTypes.find(({ pattern }) => pattern.test(type))
  // A compound file of such a type is an old file, or an encrypted one: the package reads neither.
  const found = isCompound && (known === undefined || known === office) ? oldOffice : known
  return found === undefined
    ? unsupportedTypeError
    : WebError.make({ error: "unsupported_content_type", message: `${found.name} can't be read. ${found.advice}` })
}

/** Whether the failure is that an image can't be read as a page. */
export const isOfImage = ({ error, message }: Pick<WebError.Wire, "error" | "message">): boolean =>
  error === "unsupported_content_type" && message === `${images.name} can't be read. ${images.advice}`

/** The failure of a reading that threw. */
export const crashError = (cause: unknown): WebError.WebError =>
  WebError.make({ error: "extraction_failed", message: "The page couldn't be read. Use another page." }, cause)

/**
 * The URL of a module in the same folder, by its name without extension: `moduleBeside(import.meta.url, "PdfFormat")`.
 * It has the calling module's extension, so that it is valid in the sources, when compiled and in a bundle. A bundle of
 * CommonJS has no `import.meta.url`: the URL is then of a file that doesn't exist.
 */
export const moduleBeside = (importMetaUrl: string | undefined, name: string): URL =>
  new URL(`./${name}${importMetaUrl?.endsWith(".ts") === true ? ".ts" : ".js"}`, importMetaUrl ?? "file:///none/")

/** Loads a format's module. */
export const load = (module: URL): Effect.Effect<Read, WebError.WebError> =>
  Effect.tryPromise({ try: (): Promise<unknown> => import(module.href), catch: loadError }).pipe(
    Effect.filterOrFail(hasRead, () => loadError(`${module.href} exports no function "read"`)),
    Effect.map(({ read }) => read),
  )

// --- private --------------------------------------------------------------------------

const asPage = "Look for a PDF or a web page of it."
const rtf = { pattern: /^(?:application|text)\/(?:x-)?rtf$/, name: "Rich text files (RTF)", advice: asPage }
const images = { pattern: /^image\//, name: "Images", advice: "Look for a page that describes it." }
/** Types that an optional package reads, so that they get here only where the package isn't installed. */
const office = {
  pattern: /^application\/(?:vnd\.openxmlformats-officedocument\.|epub\+zip$|zip$)/,
  name: "Office files, books and archives",
  advice:
    "Look for a PDF or a web page of it. " +
    "The operator can install the package that reads them: `npm install @porthole/extract-office`.",
}
const oldOffice = {
  pattern: /^application\/x-ole-storage$/,
  name: "Office files from before 2007",
  advice: "Look for a DOCX, XLSX or PPTX file, a PDF or a web page of it.",
}

/** The types that sites send most beside those that are read. */
const knownTypes: ReadonlyArray<{ readonly pattern: RegExp; readonly name: string; readonly advice: string }> = [
  rtf,
  office,
  oldOffice,
  { pattern: /^application\/msword$/, name: "Old Word files (DOC)", advice: "Look for a DOCX, a PDF or a web page." },
  {
    pattern: /^application\/vnd\.ms-excel$/,
    name: "Old Excel files (XLS)",
    advice: "Look for an XLSX or CSV file, or a web page.",
  },
  {
    pattern: /^application\/vnd\.ms-powerpoint$/,
    name: "Old PowerPoint files (PPT)",
    advice: "Look for a PPTX, a PDF or a web page.",
  },
  { pattern: /^application\/vnd\.ms-outlook$/, name: "Outlook messages (MSG)", advice: "Ask for the message as text." },
  { pattern: /^message\/rfc822$/, name: "E-mail files (EML)", advice: "Ask for the message as text." },
  {
    pattern: /^application\/vnd\.oasis\.opendocument\./,
    name: "OpenDocument files (ODT, ODS, ODP)",
    advice: "Look for a DOCX, XLSX or PPTX file, a PDF or a web page of it.",
  },
  images,
  { pattern: /^(?:audio|video)\//, name: "Audio and video", advice: "Look for a transcript." },
  {
    pattern: /^application\/(?:gzip|x-gzip|x-tar|x-7z-compressed|x-rar-compressed|vnd\.rar|x-bzip2)$/,
    name: "Archives of this type",
    advice: "Look for the file itself.",
  },
]

const loadError = (cause: unknown): WebError.WebError =>
  WebError.make(
    { error: "extraction_failed", message: "The reader of this format can't be loaded. Use another page." },
    cause,
  )

const hasRead = (module: unknown): module is { readonly read: Read } =>
  Predicate.hasProperty(module, "read") && Predicate.isFunction(module.read)
