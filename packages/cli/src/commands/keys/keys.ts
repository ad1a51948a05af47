/** `porthole keys`: its subcommands, arguments, flags and help. */
import { ProviderName } from "@porthole/tools/providers"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Flags from "../../Flags.ts"

const provider = Argument.Literals("provider", ProviderName.namesWithKey).pipe(
  Argument.withDescription("The provider's name, such as tavily or brave"),
)

const loadRuns = Effect.promise(() => import("./run.ts"))

const set = Command.make("set", { provider, tenant: Flags.tenant }, ({ provider, tenant }) =>
  Effect.flatMap(loadRuns, (runs) => runs.set({ provider, ...Flags.ifSome("tenant", tenant) })),
).pipe(
  Command.withDescription("Store a provider's key, which is read from stdin so that no shell keeps it"),
  Command.withExamples([
    { command: "porthole keys set tavily < key.txt", description: "Store the key that a file holds" },
    {
      command: "porthole keys set brave --tenant acme",
      description: "Type a key for one tenant only, and press Enter",
    },
  ]),
)

const list = Command.make(
  "list",
  { tenant: Flags.tenant, json: Flags.json("Print the names as one JSON document") },
  ({ json, tenant }) => Effect.flatMap(loadRuns, (runs) => runs.list({ json, ...Flags.ifSome("tenant", tenant) })),
).pipe(Command.withDescription("Name the providers whose keys are stored; never a key"))

const remove = Command.make("remove", { provider, tenant: Flags.tenant }, ({ provider, tenant }) =>
  Effect.flatMap(loadRuns, (runs) => runs.remove({ provider, ...Flags.ifSome("tenant", tenant) })),
).pipe(Command.withDescription("Remove a provider's key; exit code 1 if there was none"), Command.withAlias("rm"))

export const keys = Command.make("keys").pipe(
  Command.withDescription(
    "Store the keys of providers for a tenant, in a file that only you can read, or on a Redis " +
      "(PORTHOLE_KEY_STORE=redis).",
  ),
  Command.withShortDescription("Store the keys of providers"),
  Command.withSubcommands([set, list, remove]),
)
