/** `porthole serve`: its flags and help. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Flags from "../../Flags.ts"
import type { Output } from "../../Output.ts"
import type * as Quit from "../../Quit.ts"

export const serve = Command.make(
  "serve",
  {
    listen: Flags.listen,
    allowTokenless: Flags.allowTokenless,
    provider: Flags.provider,
    reader: Flags.reader,
    docsSites: Flags.docsSites,
    docs: Flags.docs,
    tenant: Flags.tenant,
    workers: Flags.wholeNumber("workers", "Workers in this process for jobs of many pages, up to 8 (default 0)"),
    ...Flags.recording,
  },
  ({
    allowTokenless,
    docs,
    docsSites,
    listen,
    provider,
    reader,
    tenant,
    record,
    replay,
    replayMisses,
    workers,
  }): Effect.Effect<void, Quit.Quit, Output> =>
    Effect.flatMap(
      Effect.promise(() => import("./run.ts")),
      ({ serve }) =>
        serve({
          settings: {
            ...allowTokenless,
            ...Flags.ifSome("listen", listen),
            ...Flags.ifSome("provider", provider),
            ...Flags.ifSome("reader", reader),
            ...Flags.recordingOf({ record, replay, replayMisses }),
          },
          docs,
          docsSites,
          workers: Math.min(
            8,
            Math.max(
              0,
              Option.getOrElse(workers, () => 0),
            ),
          ),
          ...Flags.ifSome("tenant", tenant),
        }),
    ),
).pipe(
  Command.withDescription(
    "Serve the tools to several clients over HTTP, by endpoints that existing clients know. On 127.0.0.1 by default.",
  ),
  Command.withShortDescription("Serve the tools over HTTP"),
  Command.withExamples([
    { command: "porthole serve", description: "On http://127.0.0.1:8710, for this machine only" },
    {
      command: 'curl "http://127.0.0.1:8710/search?q=tides&format=json"',
      description: "Query it like a SearXNG",
    },
  ]),
)
