/** `porthole tokens`: its subcommands, arguments, flags and help. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Flags from "../../Flags.ts"

const tenant = Argument.String("tenant").pipe(
  Argument.filter(
    (name) => /^[\w.@-]{1,64}$/.test(name),
    () => "a name of letters, digits, . _ @ and -, 64 at most",
  ),
  Argument.withDescription("The tenant that the token proves, with keys, caches and limits of its own"),
)

const loadRuns = Effect.promise(() => import("./run.ts"))

const add = Command.make("add", { tenant }, ({ tenant }) => Effect.flatMap(loadRuns, (runs) => runs.add(tenant))).pipe(
  Command.withDescription(
    "Make a token and print it, once: only its hash is stored. A tenant may have several. Once there is a token, " +
      "servers need one from every client.",
  ),
  Command.withExamples([{ command: "porthole tokens add acme", description: "A token for the tenant acme" }]),
)

const list = Command.make("list", { json: Flags.json("Print the tokens as one JSON document") }, ({ json }) =>
  Effect.flatMap(loadRuns, (runs) => runs.list(json)),
).pipe(Command.withDescription("Name the tenants that have tokens, and each token's id; never a token"))

const remove = Command.make(
  "remove",
  { tenant, id: Flags.text("id", "id", "Only this one of its tokens, as `porthole tokens list` names it") },
  ({ id, tenant }) => Effect.flatMap(loadRuns, (runs) => runs.remove({ tenant, ...Flags.ifSome("id", id) })),
).pipe(
  Command.withDescription("Remove a tenant's tokens; servers refuse them 5 s later. Exit code 1 if there was none"),
  Command.withAlias("rm"),
)

export const tokens = Command.make("tokens").pipe(
  Command.withDescription(
    "Manage the tokens of `porthole serve`, in a file that only you can read, or on the Redis of PORTHOLE_REDIS_URL.",
  ),
  Command.withShortDescription("Manage the tokens of porthole serve"),
  Command.withSubcommands([add, list, remove]),
)
