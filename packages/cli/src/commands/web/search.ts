/** `porthole search` and `porthole search-and-fetch`: their arguments, flags and help. */
import type { SearchQuery } from "@porthole/core"
import { ProviderName } from "@porthole/tools/providers"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Flags from "../../Flags.ts"

const query = Argument.String("query").pipe(Argument.withDescription("What to search for, in a few words"))

const filters = {
  category: Flag.Literals("category", ["general", "news"] satisfies ReadonlyArray<SearchQuery.Category>).pipe(
    Flag.withDescription("What to search: web pages (default) or recent news"),
    Flag.optional,
  ),
  language: Flags.text("language", "code", "Language of the results, such as en or de-AT"),
  timeRange: Flag.Literals("time-range", [
    "day",
    "week",
    "month",
    "year",
  ] satisfies ReadonlyArray<SearchQuery.TimeRange>).pipe(
    Flag.withDescription("Only results from the last day, week, month or year"),
    Flag.optional,
  ),
  startDate: Flags.text("start-date", "date", "Only results published on this day or later, such as 2026-03-31"),
  endDate: Flags.text("end-date", "date", "Only results published on this day or earlier"),
  freshnessDays: Flags.wholeNumber("freshness-days", "Only results published within this many days"),
  country: Flags.text("country", "code", "Results as seen from this country, such as AT"),
  safesearch: Flag.Literals("safesearch", [
    "off",
    "moderate",
    "strict",
  ] satisfies ReadonlyArray<SearchQuery.SafeSearch>).pipe(
    Flag.withDescription("How strictly to leave out explicit results (default: the provider's choice)"),
    Flag.optional,
  ),
  domains: Flags.hosts("domains", "Only results from this site and its subdomains; may be repeated"),
  excludeDomains: Flags.hosts("exclude-domains", "No results from this site and its subdomains; may be repeated"),
  page: Flags.wholeNumber("page", "Which page of results to print, 1 (default) to 100"),
  includeMetadata: Flags.toggle("include-metadata", "Also print each hit's engine, score, date, …"),
}

interface Filters {
  readonly category: Option.Option<SearchQuery.Category>
  readonly language: Option.Option<string>
  readonly timeRange: Option.Option<SearchQuery.TimeRange>
  readonly startDate: Option.Option<string>
  readonly endDate: Option.Option<string>
  readonly freshnessDays: Option.Option<number>
  readonly country: Option.Option<string>
  readonly safesearch: Option.Option<SearchQuery.SafeSearch>
  readonly domains: ReadonlyArray<string>
  readonly excludeDomains: ReadonlyArray<string>
  readonly page: Option.Option<number>
  readonly includeMetadata: boolean
}

const filtersOf = (flags: Filters) => ({
  ...Flags.ifSome("category", flags.category),
  ...Flags.ifSome("language", flags.language),
  ...Flags.ifSome("time_range", flags.timeRange),
  ...Flags.ifSome("start_date", flags.startDate),
  ...Flags.ifSome("end_date", flags.endDate),
  ...Flags.ifSome("freshness_days", flags.freshnessDays),
  ...Flags.ifSome("country", flags.country),
  ...Flags.ifSome("safesearch", flags.safesearch),
  ...(flags.domains.length === 0 ? {} : { domains: flags.domains }),
  ...(flags.excludeDomains.length === 0 ? {} : { exclude_domains: flags.excludeDomains }),
  ...Flags.ifSome("page", flags.page),
  ...(flags.includeMetadata ? { include_metadata: true } : {}),
})

const loadRuns = Effect.promise(() => import("./web.ts"))

export const search = Command.make(
  "search",
  {
    query,
    maxResults: Flags.wholeNumber("max-results", `How many hits to print at most, ${Flags.rangeOf("max_results")}`),
    ...filters,
    provider: Flags.provider,
    tenant: Flags.tenant,
    ...Flags.recording,
    json: Flags.json("Print the result, or the error, as one JSON document"),
  },
  ({ query, maxResults, provider, tenant, json, record, replay, replayMisses, ...rest }) =>
    Effect.flatMap(loadRuns, ({ search }) =>
      search({
        input: { query, ...Flags.ifSome("max_results", maxResults), ...filtersOf(rest) },
        settings: { ...Flags.ifSome("provider", provider), ...Flags.recordingOf({ record, replay, replayMisses }) },
        json,
        ...Flags.ifSome("tenant", tenant),
      }),
    ),
).pipe(
  Command.withDescription(
    "Search the web, with the providers that are configured (`porthole doctor` lists them); where none is, with " +
      `${ProviderName.publicNames.map((name) => ProviderName.manifest[name].title).join(" and ")}.`,
  ),
  Command.withShortDescription("Search the web"),
  Command.withExamples([
    { command: 'porthole search "effect typescript" --max-results 5', description: "Print five hits" },
    {
      command: "porthole search rust --domains docs.rs --domains rust-lang.org --json",
      description: "Two sites only, as JSON",
    },
    {
      command: "porthole search tides --start-date 2026-01-01 --exclude-domains pinterest.com",
      description: "Of this year, and not from one site",
    },
  ]),
)

export const searchAndFetch = Command.make(
  "search-and-fetch",
  {
    query,
    maxResults: Flags.wholeNumber("max-results", `How many pages to read, ${Flags.rangeOf("max_pages")}`),
    ...filters,
    maxLength: Flags.maxLength(`Length of page text in all, shared by the pages, ${Flags.rangeOf("max_length")}`),
    mode: Flags.extract,
    maxBytes: Flags.wholeNumber("max-bytes", "Cut the text of each page after this many bytes (UTF-8), at least 1024"),
    robots: Flags.robots,
    provider: Flags.provider,
    reader: Flags.reader,
    tenant: Flags.tenant,
    ...Flags.recording,
    json: Flags.json("Print the result, or the error, as one JSON document"),
  },
  ({
    query,
    maxResults,
    maxLength,
    mode,
    maxBytes,
    robots,
    provider,
    reader,
    tenant,
    record,
    replay,
    replayMisses,
    json,
    ...rest
  }) =>
    Effect.flatMap(loadRuns, ({ searchThenFetch }) =>
      searchThenFetch({
        input: {
          query,
          ...Flags.ifSome("max_results", maxResults),
          ...Flags.ifSome("max_length", maxLength),
          ...Flags.ifSome("extract", mode),
          ...Flags.ifSome("max_bytes", maxBytes),
          ...filtersOf(rest),
        },
        settings: {
          robots,
          ...Flags.ifSome("provider", provider),
          ...Flags.ifSome("reader", reader),
          ...Flags.recordingOf({ record, replay, replayMisses }),
        },
        json,
        ...Flags.ifSome("tenant", tenant),
      }),
    ),
).pipe(
  Command.withDescription("Search the web and read the pages of the first hits."),
  Command.withShortDescription("Search the web and read the first hits"),
  Command.withExamples([
    { command: 'porthole search-and-fetch "http 451" --max-results 2', description: "Read the first two hits" },
  ]),
)
