/**
 * Runs `porthole search`, `fetch`, `search-and-fetch` and `quote`: the use-cases behind the tools, with
 * answers for a person or a pipe.
 */
import {
  DocumentFormat,
  type FetchRequest,
  KnownUrls,
  ListsAttempts,
  type QuoteCheck,
  type SearchAndFetch,
  type SearchQuery,
  Settings as KernelSettings,
  type WebBackend,
  type WebError,
  Outline,
} from "@porthole/core"
import { Node, Operator, ToolCalls } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as Answer from "../../Answer.ts"
import { Output, type OutputClosed } from "../../Output.ts"
import type * as Quit from "../../Quit.ts"
import * as SpanRecord from "../../SpanRecord.ts"
import * as HitsView from "../../view/HitsView.ts"
import * as Printable from "../../view/Printable.ts"
import * as PageView from "../../view/PageView.ts"
import * as QuoteView from "../../view/QuoteView.ts"
import * as RenderTraceView from "../../view/RenderTraceView.ts"
import { type Style, style, type View } from "../../view/View.ts"
import * as WaterfallView from "../../view/WaterfallView.ts"
import type * as Settings from "../../settings.ts"
import { withSettings } from "../../withSettings.ts"

/** A call from the command line: a tool's arguments, the settings of flags, and how to answer. */
export interface Call<Input> {
  readonly input: Input
  readonly settings: Settings.Input
  readonly json: boolean
  readonly tenant?: string
}

/** A call that can be traced. */
export interface Fetch<Input> extends Call<Input> {
  /** Whether a waterfall of its steps follows on stderr. */
  readonly trace: boolean
  /** Whether what rendered pages asked for follows on stderr. */
  readonly explain?: boolean
  /** How much of a page to print. */
  readonly extent?: "all" | "outline" | "usual"
}

type Run = Effect.Effect<void, Quit.Quit | OutputClosed, Output>

/** Finds hits; as with the tool, a setting is the default for their number. */
export const search = (call: Call<SearchQuery.SearchQueryInput>): Run =>
  run(call, {
    activity: "Searching",
    make: ToolCalls.search(call.input),
    view: HitsView.of,
  })

/** Reads a page. */
export const fetch = (call: Fetch<FetchRequest.FetchRequestInput>): Run =>
  traced(
    call,
    run(call, {
      activity: `Fetching from ${hostOf(call.input.url)}`,
      make: Effect.andThen(
        addKnownUrls([call.input.url]),
        withOutline(call, Effect.flatMap(sized(call), ToolCalls.fetchPage)),
      ),
      view: pageView(call),
      document: call.extent === "outline" ? PageView.outlineDocument : undefined,
      advise: (error) => (DocumentFormat.isOfImage(error) ? savesImages : undefined),
    }),
  )

/** Reads several pages. */
export const fetchPages = (call: Fetch<FetchRequest.PagesRequestInput>): Run =>
  traced(
    call,
    run(call, {
      activity: `Fetching ${call.input.urls.length} pages`,
      make: Effect.andThen(
        addKnownUrls(call.input.urls),
        withOutline(
          call,
          Effect.flatMap(sized(call), (input) => ofImages(ToolCalls.fetchPages(input))),
        ),
      ),
      view: PageView.pages(pageView(call)),
      document: call.extent === "outline" ? PageView.outlineDocuments : undefined,
      isEmpty: ({ pages }) => pages.every((page) => "error" in page),
    }),
  )

/** Finds hits and reads their pages. */
export const searchThenFetch = (call: Call<SearchAndFetch.SearchAndFetchInput>): Run =>
  run(call, {
    activity: "Searching and fetching",
    make: ofImages(ToolCalls.searchThenFetch(call.input)),
    view: HitsView.withPages,
  })

/** Checks a quote. One that isn't there is a failure for scripts. */
export const quote = (call: Call<QuoteCheck.QuoteRequestInput>): Run =>
  run(call, {
    activity: `Fetching from ${hostOf(call.input.url)}`,
    make: Effect.andThen(addKnownUrls([call.input.url]), ToolCalls.checkQuote(call.input)),
    view: QuoteView.of,
    isEmpty: ({ verdict }) => verdict === "absent",
  })

/** The upper bound of `max_length`. */
export const wholePage = 1_000_000

/** The host shown during the wait. */
export const hostOf = (url: string): string =>
  (URL.parse(url) ?? URL.parse(`https://${url}`))?.host || Printable.line(url).slice(0, 60)

/** Adds the URLs of the command line to the known URLs, as the user's. */
export const addKnownUrls = (urls: ReadonlyArray<string>): Effect.Effect<void> =>
  Effect.flatMap(KnownUrls.KnownUrls, (known) => known.add(urls, "user"))

// --- private --------------------------------------------------------------------------

const savesImages = "`porthole fetch URL --output FILE` saves an image."

/** Says how to save an image that is among several pages. */
const ofImages = <A, E, R>(read: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(read, ToolCalls.ImageAdvice, `Images can't be read. ${savesImages}`)

/** The whole outline, if nothing else is printed. */
const withOutline = <A, E, R>({ extent }: Pick<Fetch<object>, "extent">, read: Effect.Effect<A, E, R>) =>
  Effect.provideService(read, Outline.IsWhole, extent === "outline")

/** The lower bound of `max_length`. */
const leastLength = 200

/**
 * The input with the length of the page's text. A person at a terminal gets the whole page unless a flag or the setting
 * limits it; a page that is cut has an outline.
 */
const sized = <Input extends PageInput>({ extent, input, json }: Fetch<Input>): Effect.Effect<Input, never, Output> =>
  Effect.gen(function* () {
    if (extent === "outline") return { ...input, max_length: leastLength }
    const { columns } = yield* Output
    const { max_length } = yield* KernelSettings.Settings
    const isLimited =
      [input.max_length, input.max_bytes, input.query].some((one) => one !== undefined) ||
      max_length !== KernelSettings.table.defaults.max_length
    const isWhole = extent === "all" || (!json && columns !== undefined && !isLimited)
    return isWhole && input.max_length === undefined ? { ...input, max_length: wholePage } : input
  })

interface PageInput {
  readonly links?: boolean | undefined
  readonly max_bytes?: number | undefined
  readonly max_length?: number | undefined
  readonly query?: string | undefined
}

const pageView = ({ extent, input }: Fetch<PageInput>): typeof PageView.of => {
  if (extent === "outline") return PageView.outline
  return input.links === true ? PageView.withLinks : PageView.of
}

const traced = ({ explain = false, trace }: Fetch<unknown>, run: Run): Run => {
  const explained = explain ? withRenderings(run) : run
  return trace
    ? SpanRecord.record(explained, (spans) =>
        Effect.flatMap(Output, ({ colours, err, showsProgress }) =>
          err(`\n${WaterfallView.of(style(colours && showsProgress), spans)}`),
        ),
      )
    : explained
}

/** Prints each rendering of a run at its end, whatever its outcome. */
const withRenderings = (run: Run): Run =>
  Effect.suspend(() => {
    const traces: Array<Operator.RenderTrace.RenderTrace> = []
    return Effect.onExit(
      Operator.explainRendering(run, (trace) => void traces.push(trace)),
      () => Effect.flatMap(Output, ({ err }) => err(RenderTraceView.of(traces))),
    )
  })

const run = <A>(
  { settings, json, tenant }: Call<unknown>,
  task: {
    readonly activity: string
    readonly make: Effect.Effect<A, WebError.WebError, WebBackend.WebBackend | Output>
    readonly view: (style: Style) => (answer: A) => View
    readonly document?: ((answer: A) => unknown) | undefined
    readonly isEmpty?: (answer: A) => boolean
    readonly advise?: (error: WebError.WebError) => string | undefined
  },
): Run =>
  withSettings(
    settings,
    () => Answer.give({ ...task, json, make: Effect.provide(task.make, Node.layer()) }),
    tenant,
    // Under `--json` the answer is exactly the tool's.
  ).pipe(Effect.provideService(ListsAttempts, !json))
