/**
 * The port to a document format: how documents of the format are recognised, and the module that reads them.
 *
 * A reader runs in a worker thread or a child process, and a closure can't be sent there. So a format names its reader
 * by the URL of a module. `docs/write-a-format.md` shows a whole format.
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Format } from "../domain/MediaType.ts"
import * as WebError from "../domain/WebError.ts"
import type { Extracted, Fetched } from "./Extractor.ts"

/** What remains of a document after one step of its reading; `ms` is the step's duration. */
export const StageTrace = Schema.Struct({
  name: Schema.String,
  /** A few words about what the step did. */
  note: Schema.optionalKey(Schema.String),
  /** Elements within the content so far. */
  elements: Schema.Number,
  /** Characters of the content's text; white space, scripts and styles aren't counted. */
  characters: Schema.Number,
  ms: Schema.Number,
})
export type StageTrace = typeof StageTrace.Type

/** The result of reading one document. */
export type Outcome = Result.Result<Extracted, WebError.WebError>

/** What a reader may take, and where it reports to. */
export interface ReadOptions {
  /** Milliseconds that the reading may take. The isolation stops a reader that takes longer. */
  readonly timeout: number
  /** Whether the time is over. A reader checks it between its steps and fails with {@link overdue}. */
  readonly isOverdue: () => boolean
  /** Whether most of the time is over. A reader of many parts, such as pages, stops then and reports `reduced`. */
  readonly isLate: () => boolean
  /** Records attributes of the reading for the operator; the model doesn't see them. */
  readonly annotate?: (attributes: Readonly<Record<string, string>>) => void
  /** Receives each step. Present only if an operator asked for a trace. */
  readonly trace?: (stage: StageTrace) => void
}

/** Reads one document. It never throws or rejects, never fetches anything and never runs anything of the document. */
export type Read = (fetched: Fetched, options: ReadOptions) => Outcome | Promise<Outcome>

/** Where a format is read; `process` also limits resident memory and contains crashes. */
export type Isolation = "thread" | "process"

/** A document format. */
export interface DocumentFormat extends Format {
  readonly name: string
  /** Media types that servers wrongly send the format as; `sniff` decides then. */
  readonly sentAs?: ReadonlyArray<string>
  /** The module whose export `read` is the {@link Read} of the format. {@link moduleBeside} makes the URL. */
  readonly reader: URL
  /** The weakest isolation that the format accepts. `process` holds whatever the settings say. */
  readonly isolation: Isolation
}

/** The failure of a reading that took too long. */
export const overdue: WebError.WebError = WebError.make({
  error: "timeout",
  message: "Reading the page took too long. Try once more, or use another page.",
})

/** The failure of a reading that threw. */
export const crashed = (cause: unknown): WebError.WebError =>
  WebError.make({ error: "extraction_failed", message: "The page couldn't be read. Use another page." }, cause)

/**
 * The URL of a module in the same folder, by its name without extension: `moduleBeside(import.meta.url, "PdfReader")`.
 * It has the extension of the calling module, so that it holds in the sources, as compiled and in a bundle.
 */
export const moduleBeside = (importMetaUrl: string, name: string): URL =>
  new URL(`./${name}${importMetaUrl.endsWith(".ts") ? ".ts" : ".js"}`, importMetaUrl)

/** Loads a reader. */
export const load = (reader: URL): Effect.Effect<Read, WebError.WebError> =>
  Effect.tryPromise({ try: (): Promise<unknown> => import(reader.href), catch: unloadable }).pipe(
    Effect.filterOrFail(hasRead, () => unloadable(`${reader.href} exports no function "read"`)),
    Effect.map(({ read }) => read),
  )

// --- private --------------------------------------------------------------------------

const unloadable = (cause: unknown): WebError.WebError =>
  WebError.make(
    { error: "extraction_failed", message: "The reader of this format can't be loaded. Use another page." },
    cause,
  )

const hasRead = (module: unknown): module is { readonly read: Read } =>
  Predicate.hasProperty(module, "read") && Predicate.isFunction(module.read)
