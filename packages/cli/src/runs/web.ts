/**
 * Runs `porthole search`, `porthole fetch` and `porthole search-and-fetch`: the use-cases behind the tools, with
 * answers for a person or a pipe.
 */
import {
  type FetchRequest,
  KnownUrls,
  ListsAttempts,
  type SearchAndFetch,
  type SearchQuery,
  type WebBackend,
  type WebError,
} from "@porthole/core"
import { Node, ToolCalls } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as Answer from "../Answer.ts"
import { Output, type OutputClosed } from "../Output.ts"
import type * as Quit from "../Quit.ts"
import * as SpanRecord from "../SpanRecord.ts"
import * as HitsView from "../view/HitsView.ts"
import * as Printable from "../view/Printable.ts"
import * as PageView from "../view/PageView.ts"
import { type Style, style, type View } from "../view/View.ts"
import * as WaterfallView from "../view/WaterfallView.ts"
import type * as Settings from "../settings.ts"
import { withSettings } from "../withSettings.ts"

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
      make: Effect.andThen(addKnownUrls([call.input.url]), ToolCalls.fetchPage(call.input)),
      view: pageView(call.input),
    }),
  )

/** Reads several pages. */
export const fetchPages = (call: Fetch<FetchRequest.PagesRequestInput>): Run =>
  traced(
    call,
    run(call, {
      activity: `Fetching ${call.input.urls.length} pages`,
      make: Effect.andThen(addKnownUrls(call.input.urls), ToolCalls.fetchPages(call.input)),
      view: PageView.pages(pageView(call.input)),
      isEmpty: ({ pages }) => pages.every((page) => "error" in page),
    }),
  )

/** Finds hits and reads their pages. */
export const searchThenFetch = (call: Call<SearchAndFetch.SearchAndFetchInput>): Run =>
  run(call, {
    activity: "Searching and fetching",
    make: ToolCalls.searchThenFetch(call.input),
    view: HitsView.withPages,
  })

// --- private --------------------------------------------------------------------------

/** The host shown during the wait. */
const hostOf = (url: string): string =>
  (URL.parse(url) ?? URL.parse(`https://${url}`))?.host || Printable.line(url).slice(0, 60)

const pageView = ({ links }: { readonly links?: boolean }): typeof PageView.of =>
  links === true ? PageView.withLinks : PageView.of

const traced = ({ trace }: Fetch<unknown>, run: Run): Run =>
  trace
    ? SpanRecord.record(run, (spans) =>
        Effect.flatMap(Output, ({ colours, err, showsProgress }) =>
          err(`\n${WaterfallView.of(style(colours && showsProgress), spans)}`),
        ),
      )
    : run

/** Adds the URLs of the command line to the known URLs, as the user's. */
const addKnownUrls = (urls: ReadonlyArray<string>): Effect.Effect<void> =>
  Effect.flatMap(KnownUrls.KnownUrls, (known) => known.add(urls, "user"))

const run = <A>(
  { settings, json, tenant }: Call<unknown>,
  task: {
    readonly activity: string
    readonly make: Effect.Effect<A, WebError.WebError, WebBackend.WebBackend>
    readonly view: (style: Style) => (answer: A) => View
    readonly isEmpty?: (answer: A) => boolean
  },
): Run =>
  withSettings(
    settings,
    () => Answer.give({ ...task, json, make: Effect.provide(task.make, Node.layer()) }),
    tenant,
    // Under `--json` the answer is exactly the tool's.
  ).pipe(Effect.provideService(ListsAttempts, !json))
