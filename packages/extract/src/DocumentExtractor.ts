/**
 * The `Extractor` of this package, composed of formats. Limits on its tree (`tree/Limits.ts`), on time
 * (`extract_timeout`) and on memory bound the cost of a document. Formats are loaded where documents are read.
 */
import { DocumentFormat, Extractor, Settings, Trace, WebError } from "@porthole/core"
import {
  Confinement,
  entry,
  failedReport,
  ProcessWorker,
  type Report,
  run,
  type Task,
  ThreadWorker,
  WorkerPool,
} from "@porthole/reader-pool"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type * as Result from "effect/Result"
import * as Scope from "effect/Scope"
import { existsSync } from "node:fs"
import { availableParallelism } from "node:os"
import { choose, formats as builtInFormats, html, markdown, wholeHtml } from "./formats/Formats.ts"
import * as ExtractionTrace from "./html/ExtractionTrace.ts"
import type { Stage } from "./html/Stage.ts"

/** The formats of this package. */
export const formats: ReadonlyArray<DocumentFormat.DocumentFormat> = builtInFormats

/** The outcome of an effect, and how each document was read in it, in the order in which the readings ended. */
export interface Traced<A, E> {
  readonly result: Result.Result<A, E>
  readonly traces: ReadonlyArray<ExtractionTrace.ExtractionTrace>
}

/** How documents are read. */
export interface Options {
  /** Default: {@link formats}. Each document goes to the first format that accepts it. */
  readonly formats?: ReadonlyArray<DocumentFormat.DocumentFormat> | undefined
  /** Where documents are read; formats that require a process always get one. Default: `process`. */
  readonly isolation?: DocumentFormat.Isolation | "none" | undefined
  /** Maximum number of threads, and of processes. Default: one per processor, at most four. */
  readonly size?: number | undefined
  /** MiB of heap for a thread, and of resident memory for a process. Default: 512. */
  readonly memory?: number | undefined
}

/** What this machine takes from the processes that read documents, in a sentence for an operator. */
export const confinement: Effect.Effect<string> = Effect.map(Confinement.find, ({ refusal }) =>
  refusal === undefined
    ? "Reader processes have namespaces of their own, without a network."
    : `Reader processes have no namespaces of their own (${refusal}), so only Node restricts them.`,
)

/** Changes the standard list of stages: adds stages before, between or after, or removes some. */
export type ChangeStages = (standard: ReadonlyArray<Stage>) => ReadonlyArray<Stage>

/**
 * Reads documents. Threads and processes live as long as the layer, and don't keep a program running.
 *
 * ```ts
 * import { Effect } from "effect"
 * import { Extractor } from "@porthole/core"
 * import { DocumentExtractor } from "@porthole/extract"
 *
 * const extracted = Extractor.Extractor.use(({ extract }) =>
 *   extract({
 *     url: "https://tides.example/",
 *     contentType: "text/html",
 *     bytes: new TextEncoder().encode("<title>Tides</title><p>High water at <b>six</b>.</p>"),
 *     mode: "markdown",
 *   }),
 * ).pipe(Effect.provide(DocumentExtractor.layer()))
 * console.log((await Effect.runPromise(extracted)).content) // High water at **six**.
 * ```
 */
export const layer = (options: Options = {}): Layer.Layer<Extractor.Extractor> =>
  Layer.effect(Extractor.Extractor, make(options, DocumentFormat.load))

/**
 * Reads HTML with a program's own stages: `layerWith((standard) => [...standard, mine])`. Documents are read in the
 * caller's thread, because a function can't be sent to a worker. `change` is called at the first document.
 */
export const layerWith = (
  change: ChangeStages,
  options: Omit<Options, "isolation"> = {},
): Layer.Layer<Extractor.Extractor> => {
  let changed: Promise<DocumentFormat.Read> | undefined
  const load = (module: URL) =>
    module.href === html.module.href
      ? Effect.promise(
          () =>
            (changed ??= import("./formats/HtmlFormat.ts").then(({ readWith, stages }) => readWith(change(stages)))),
        )
      : DocumentFormat.load(module)
  return Layer.effect(Extractor.Extractor, make({ ...options, isolation: "none" }, load))
}

/** Runs an effect and reports how an extractor of this package read each document in it. */
export const explain = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Traced<A, E>, never, R> =>
  Effect.suspend(() => {
    const traces: Array<ExtractionTrace.ExtractionTrace> = []
    return effect.pipe(
      Effect.provideService(ExtractionTrace.Listener, (trace) => void traces.push(trace)),
      Effect.result,
      Effect.map((result) => ({ result, traces })),
    )
  })

// --- private --------------------------------------------------------------------------

const make = Effect.fnUntraced(function* (options: Options, load: typeof DocumentFormat.load) {
  const { formats = builtInFormats } = options
  if (isWithoutFiles(formats)) return Extractor.Extractor.of({ formats, extract: () => Effect.fail(bundledError) })
  const isolationOf = yield* isolations(options, load)
  return Extractor.Extractor.of({
    formats,
    extract: (fetched) => Trace.step("extract", extract(formats, isolationOf, fetched)),
  })
})

/** Whether a bundler has left behind the programs that are started by their URLs. */
const isWithoutFiles = (formats: ReadonlyArray<DocumentFormat.DocumentFormat>): boolean =>
  [entry, ...formats.map(({ module }) => module)].some((url) => url.protocol === "file:" && !existsSync(url))

/** A program's developer reads it at the first page. */
const bundledError = WebError.make({
  error: "extraction_failed",
  message:
    "The reader's files aren't beside the bundled program: keep @porthole/* external when you bundle it " +
    "(esbuild: --external:@porthole/*).",
})

/** Reads the document of a task somewhere. */
type ReadTask = (task: Task) => Effect.Effect<Report>

/** Starts what documents are read in. Returns how those of a format are read. */
const isolations = Effect.fnUntraced(function* (
  {
    formats = builtInFormats,
    isolation = "process",
    memory = 512,
    size = Math.min(4, availableParallelism()),
  }: Options,
  load: typeof DocumentFormat.load,
) {
  const isInline = isolation === "none"
  // Most documents are HTML, so its module is loaded before the first one.
  const ofHtml = formats.find(({ name }) => name === html.name)
  const preload = isInline || ofHtml === undefined ? {} : { preload: [ofHtml.module.href] }
  const common = { size, maxWait: Extractor.maxWait }
  const modules = [...formats.map(({ module }) => module), wholeHtml]
  const processes = yield* Effect.flatMap(ProcessWorker.make({ heap: memory, modules }), (start) =>
    WorkerPool.make({
      ...common,
      start,
      memory: Math.max(memory, minResident),
      ...(isolation === "process" ? preload : {}),
    }),
  ).pipe(atFirstUse)
  if (isolation === "process") yield* Effect.forkScoped(processes)
  const inThread = yield* WorkerPool.make({
    ...common,
    start: ThreadWorker.start,
    memory,
    ...(isolation === "thread" ? preload : {}),
  })
  const inProcess: ReadTask = (task) => Effect.flatMap(processes, (read) => read(task))
  const inline = readInline(load)

  return (format: DocumentFormat.DocumentFormat): ReadTask => {
    if (format.isolation === "process" || isolation === "process") return inProcess
    return isInline ? inline : inThread
  }
})

/** Reads documents in the caller's thread. */
const readInline =
  (load: typeof DocumentFormat.load): ReadTask =>
  (task) =>
    load(new URL(task.module)).pipe(
      Effect.flatMap((read) => run(read, task, true)),
      Effect.catch((error) => Effect.succeed(failedReport(error))),
    )

const extract = Effect.fnUntraced(function* (
  formats: ReadonlyArray<DocumentFormat.DocumentFormat>,
  isolationOf: (format: DocumentFormat.DocumentFormat) => ReadTask,
  fetched: Extractor.Fetched,
) {
  const format = choose(fetched.contentType, fetched.bytes, formats)
  if (format === undefined)
    return yield* Effect.fail(DocumentFormat.unsupportedType(fetched.contentType, fetched.bytes))
  const { extract_timeout, trace } = yield* Settings.Settings
  const listener = yield* ExtractionTrace.Listener
  const { attributes, outcome, stages } = yield* isolationOf(format)({
    module: format.module.href,
    fetched,
    readers,
    timeout: Duration.toMillis(extract_timeout),
    isTraced: trace || listener !== undefined,
  })
  listener?.({ url: fetched.url, stages, ...attributes })
  const path = attributes["path"]
  if (path !== undefined && isName(path)) yield* Trace.annotate({ "porthole.extract.path": path })
  if (trace) yield* Trace.addFinishedSteps(stages.slice(0, maxStages).map(spanOf))
  return yield* Effect.fromResult(outcome)
})

/** The modules that read what another format makes. */
const readers = { html: wholeHtml.href, markdown: markdown.module.href }

/** Makes something once, at its first use. It lives as long as the scope, and a user that leaves doesn't stop it. */
const atFirstUse = Effect.fnUntraced(function* <A>(make: Effect.Effect<A, never, Scope.Scope>) {
  const scope = yield* Effect.scope
  const begun = Effect.forkIn(Scope.provide(make, scope), scope, { startImmediately: true })
  return Effect.flatMap(yield* Effect.cached(begun), Fiber.join)
})

/** Whether a span may contain a word of a report, which comes from the worker of a hostile document. */
const isName = (text: string): boolean => /^[a-z][\w-]{0,31}$/i.test(text)
const maxStages = 64

/** A stage as a span, without its note, which may contain words of the page. */
const spanOf = ({ characters, elements, ms, name }: DocumentFormat.StageTrace): Trace.FinishedStep => ({
  name: isName(name) ? `extract.${name}` : "extract.stage",
  ms,
  attributes: { "porthole.characters": characters, "porthole.elements": elements },
})

/** MiB that every process may use: its program must fit even with a small heap. */
const minResident = 228
