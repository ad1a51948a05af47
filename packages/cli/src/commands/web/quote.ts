/** `porthole quote`: its arguments, flags and help. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Flags from "../../Flags.ts"

export const quote = Command.make(
  "quote",
  {
    url: Argument.String("url").pipe(Argument.withDescription("The http or https URL of the page")),
    quote: Argument.String("quote").pipe(Argument.withDescription("The words that the page should contain")),
    noCache: Flags.toggle("no-cache", "Read the page again instead of taking a recent copy from the cache"),
    maxAge: Flags.wholeNumber("max-age", "Take a copy from the cache only if it is younger than this many seconds"),
    robots: Flags.robots,
    reader: Flags.reader,
    tenant: Flags.tenant,
    ...Flags.recording,
    json: Flags.json("Print the verdict, or the error, as one JSON document"),
  },
  ({ url, quote, noCache, maxAge, robots, reader, tenant, json, record, replay, replayMisses }) =>
    Effect.flatMap(
      Effect.promise(() => import("./web.ts")),
      (web) =>
        web.quote({
          input: { url, quote, ...(noCache ? { cache: false } : {}), ...Flags.ifSome("max_age", maxAge) },
          settings: {
            robots,
            ...Flags.recordingOf({ record, replay, replayMisses }),
            ...Flags.ifSome("reader", reader),
          },
          json,
          ...Flags.ifSome("tenant", tenant),
        }),
    ),
).pipe(
  Command.withDescription(
    "Check whether a page contains a quote: exactly, in another spelling (case, spaces, quotation marks, dashes, " +
      "ligatures), or not. Exit code 1 if it doesn't.",
  ),
  Command.withShortDescription("Check a quote against its page"),
  Command.withExamples([
    {
      command: 'porthole quote https://example.com "for use in documentation examples"',
      description: "Find the place of a quote, and a link to it",
    },
  ]),
)
