/** `porthole fetch`: its arguments, flags and help. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Flags from "../Flags.ts"

export const fetch = Command.make(
  "fetch",
  {
    url: Argument.String("url").pipe(Argument.withDescription("The http or https URL of the page")),
    mode: Flags.extract,
    query: Flag.String("query").pipe(
      Flag.withDescription("What you want to know; a compressor, where one is set up, keeps to it"),
      Flag.optional,
    ),
    maxBytes: Flags.count("max-bytes", "Cut the text after this many bytes (UTF-8), at least 1024"),
    maxLength: Flags.maxLength(`Cut the text to this length, ${Flags.rangeOf("max_length")}`),
    noCache: Flags.toggle("no-cache", "Read the page anew instead of taking a recent copy from the cache"),
    robots: Flags.robots,
    reader: Flags.reader,
    tenant: Flags.tenant,
    json: Flags.json("Print the page, or the error, as one JSON document"),
  },
  ({ url, mode, query, maxBytes, maxLength, noCache, robots, reader, tenant, json }) =>
    Effect.flatMap(
      Effect.promise(() => import("../runs/web.ts")),
      ({ fetch }) =>
        fetch({
          input: {
            url,
            ...Flags.given("extract", mode),
            ...Flags.given("query", query),
            ...Flags.given("max_bytes", maxBytes),
            ...Flags.given("max_length", maxLength),
            ...(noCache ? { cache: false } : {}),
          },
          settings: { robots, ...Flags.given("reader", reader) },
          json,
          ...Flags.given("tenant", tenant),
        }),
    ),
).pipe(
  Command.withDescription(
    "Read one public web page as Markdown, text or clean HTML. Private, local and metadata addresses are refused, always.",
  ),
  Command.withShortDescription("Read one web page"),
  Command.withExamples([
    { command: "porthole fetch https://example.com", description: "Print a page as Markdown" },
    { command: "porthole fetch https://example.com --extract text --json", description: "Plain text, as JSON" },
  ]),
)
