/** `porthole recording`: its subcommands, arguments and help. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Flags from "../../Flags.ts"

const loadRuns = Effect.promise(() => import("./run.ts"))

const file = Flags.file("file").pipe(Argument.withDescription("The WARC file"))
const json = Flags.json("Print the answer as one JSON document")

const list = Command.make("list", { file, json }, (options) =>
  Effect.flatMap(loadRuns, ({ list }) => list(options)),
).pipe(Command.withDescription("List the records of a recording: date, type, size, target."))

const verify = Command.make("verify", { file, json }, (options) =>
  Effect.flatMap(loadRuns, ({ verify }) => verify(options)),
).pipe(
  Command.withDescription(
    "Check that a recording is whole and that its records have the digests that they name. Exit code 1 if not.",
  ),
)

const show = Command.make(
  "show",
  {
    file,
    id: Argument.String("id").pipe(Argument.withDescription("The id of the record, as an answer names it")),
    json,
  },
  (options) => Effect.flatMap(loadRuns, ({ show }) => show(options)),
).pipe(Command.withDescription("Print a record: its fields, and its content if that is text."))

const sign = Command.make("sign", { file }, ({ file }) => Effect.flatMap(loadRuns, ({ sign }) => sign(file))).pipe(
  Command.withDescription(
    "Sign a recording with the key of `porthole identity`. It shows that the key's owner had these bytes then.",
  ),
)

export const recording = Command.make("recording").pipe(
  Command.withDescription("Look into a recording, which --record makes and --replay answers from."),
  Command.withShortDescription("Look into a recording"),
  Command.withSubcommands([list, show, verify, sign]),
  Command.withExamples([
    { command: "porthole recording list run.warc.gz", description: "What a file holds" },
    { command: "porthole recording verify run.warc.gz", description: "Whether it is whole, and by whom it is signed" },
  ]),
)
