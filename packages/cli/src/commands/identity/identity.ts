/** `porthole identity`: its subcommands, arguments and help. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

const name = Argument.String("key").pipe(Argument.withDescription("The key's `kid` in the directory"))

const loadRuns = Effect.promise(() => import("./run.ts"))

const add = Command.make("add", {}, () => Effect.flatMap(loadRuns, (runs) => runs.add())).pipe(
  Command.withDescription(
    "Make a key and print the directory of all public keys. The first key signs; another one only after `use`, so " +
      "that sites know it before.",
  ),
  Command.withExamples([
    {
      command: "porthole identity add > http-message-signatures-directory",
      description: "Make the first key, and the file for /.well-known/ on your site",
    },
  ]),
)

const directory = Command.make("directory", {}, () => Effect.flatMap(loadRuns, (runs) => runs.directory())).pipe(
  Command.withDescription("Print the directory of the public keys, the signing one first"),
)

const use = Command.make("use", { name }, ({ name }) => Effect.flatMap(loadRuns, (runs) => runs.use(name))).pipe(
  Command.withDescription("Sign with this key from now on, also in running servers"),
)

const remove = Command.make("remove", { name }, ({ name }) =>
  Effect.flatMap(loadRuns, (runs) => runs.remove(name)),
).pipe(Command.withDescription("Remove a key; then publish the directory again"), Command.withAlias("rm"))

export const identity = Command.make("identity").pipe(
  Command.withDescription(
    "Manage the keys that prove to sites who sends a request (Web Bot Auth), in a file that only you can read " +
      "(PORTHOLE_SIGNATURE_KEYS). PORTHOLE_SIGNATURE_AGENT turns signing on.",
  ),
  Command.withShortDescription("Manage the keys that sign requests"),
  Command.withSubcommands([add, directory, use, remove]),
)
