/** `porthole map`: its arguments, flags and help. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Flags from "../../Flags.ts"

export const map = Command.make(
  "map",
  {
    prefix: Argument.String("prefix").pipe(
      Argument.withDescription("An http or https URL: the pages below it are listed"),
    ),
    query: Flags.text("query", "query", "List the pages about this first"),
    maxResults: Flags.wholeNumber("max-results", "How many URLs to print at most, 1–100,000 (default 100,000)"),
    maxPages: Flags.wholeNumber("max-pages", "How many pages to read for their links, 1–10,000 (default 500)"),
    maxDepth: Flags.wholeNumber("max-depth", "How many links to follow from the prefix to a page, 0–100 (default 20)"),
    maxBytes: Flags.wholeNumber("max-bytes", "How many bytes to read in all, at least 65,536 (default 104,857,600)"),
    maxTime: Flags.wholeNumber("max-time", "How many seconds to search, 1–3,600 (default 600)"),
    subdomains: Flags.toggle("subdomains", "Also list the pages of the host's subdomains"),
    tenant: Flags.tenant,
    ...Flags.recording,
    json: Flags.json("Print the map, or the error, as one JSON document"),
  },
  ({ prefix, query, maxResults, maxPages, maxDepth, maxBytes, maxTime, subdomains, tenant, json, ...recording }) =>
    Effect.flatMap(
      Effect.promise(() => import("./mapSite.ts")),
      ({ mapSite }) =>
        mapSite({
          input: {
            url: prefix,
            max_results: 100_000,
            max_pages: 500,
            max_time: 600,
            ...Flags.ifSome("query", query),
            ...Flags.ifSome("max_results", maxResults),
            ...Flags.ifSome("max_pages", maxPages),
            ...Flags.ifSome("max_depth", maxDepth),
            ...Flags.ifSome("max_bytes", maxBytes),
            ...Flags.ifSome("max_time", maxTime),
          },
          scope: { subdomains },
          settings: { robots: true, ...Flags.recordingOf(recording) },
          json,
          ...Flags.ifSome("tenant", tenant),
        }),
    ),
).pipe(
  Command.withDescription(
    "List the pages of a site below a URL, with their titles: by the site's own lists (sitemaps, llms.txt, " +
      "objects.inv, a search index, feeds), and by its links where these lack pages. It obeys robots.txt, and makes " +
      "one request at a time.",
  ),
  Command.withShortDescription("List the pages of a site"),
  Command.withExamples([
    { command: "porthole map https://example.com/", description: "Print every URL with its title" },
    {
      command: 'porthole map https://example.com/ --query "rate limits" --max-results 10',
      description: "The ten pages whose titles fit best",
    },
  ]),
)
