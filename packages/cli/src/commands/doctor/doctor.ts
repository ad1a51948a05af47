/** `porthole doctor`: its flags and help. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Flags from "../../Flags.ts"

export const doctor = Command.make(
  "doctor",
  {
    provider: Flags.provider,
    tenant: Flags.tenant,
    offline: Flags.toggle("offline", "Send no request: only list the configured providers"),
    json: Flags.json("Print what is found as one JSON document"),
  },
  ({ json, offline, provider, tenant }) =>
    Effect.flatMap(
      Effect.promise(() => import("./run.ts")),
      ({ examine }) =>
        examine({ json, offline, settings: Flags.ifSome("provider", provider), ...Flags.ifSome("tenant", tenant) }),
    ),
).pipe(
  Command.withDescription(
    "Report for each search provider whether it is configured, whether it answers, and what to set. Each one in use " +
      "gets one real search. Then the cache, the stored keys, the reader, the browser and the way to sites are " +
      "tested, the last one by a request to example.com. Exit code 0 if a provider answers and all of these work.",
  ),
  Command.withShortDescription("See which providers are configured and answer"),
  Command.withExamples([
    { command: "porthole doctor", description: "Look at every provider" },
    { command: "porthole doctor --provider searxng", description: "Only see whether that one answers" },
  ]),
)
