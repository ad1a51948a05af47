/** The command `porthole` with its subcommands, run over the provided streams. */
import { VERSION } from "@porthole/core"
import * as CliError from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Advice from "./Advice.ts"
import { batch } from "./commands/batch/batch.ts"
import { check } from "./commands/check/check.ts"
import { docs } from "./commands/docs/docs.ts"
import { doctor } from "./commands/doctor/doctor.ts"
import { extract } from "./commands/extract/extract.ts"
import { fetch } from "./commands/web/fetch.ts"
import { identity } from "./commands/identity/identity.ts"
import { init } from "./commands/init/init.ts"
import { keys } from "./commands/keys/keys.ts"
import { crawl } from "./commands/site/crawl.ts"
import { map } from "./commands/site/map.ts"
import { mcp } from "./commands/mcp/mcp.ts"
import { quote } from "./commands/web/quote.ts"
import { search, searchAndFetch } from "./commands/web/search.ts"
import { recording } from "./commands/recording/recording.ts"
import { serve } from "./commands/serve/serve.ts"
import { worker } from "./commands/worker/worker.ts"
import { tokens } from "./commands/tokens/tokens.ts"
import { NoPager } from "./Flags.ts"
import type { Output } from "./Output.ts"
import * as Quit from "./Quit.ts"
import * as Usage from "./Usage.ts"

const commands = [
  search,
  fetch,
  batch,
  searchAndFetch,
  quote,
  map,
  crawl,
  check,
  extract,
  docs,
  doctor,
  keys,
  init,
  mcp,
  serve,
  worker,
  tokens,
  identity,
  recording,
] as const

export const porthole = Command.make("porthole").pipe(
  Command.withDescription(
    "Web search and fetch for people, pipes and MCP clients; private addresses stay out of reach.",
  ),
  Command.withSubcommands(commands),
  Command.withGlobalFlags([NoPager]),
)

/** Runs the command with these arguments. Every end except a bug is a success or a {@link Quit.Quit}. */
export const run = (args: ReadonlyArray<string>): Effect.Effect<void, Quit.Quit, Output | Command.Environment> =>
  Effect.andThen(refuseTwoRecordings(args), Command.runWith(porthole, { version: VERSION })(parsable(args))).pipe(
    Effect.catchTag("OutputClosed", ({ isFault }) =>
      isFault ? Quit.withMessage(Quit.codes.failed, "stdout can't be written.") : Effect.void,
    ),
    Effect.catchIf(CliError.isCliError, () => Effect.fail(new Quit.Quit({ code: Quit.codes.usage }))),
    Effect.provide([Usage.layer(args), Advice.layer]),
  )

/** Arguments as the parser takes them: some may be written in a shorter way. */
export const parsable = (args: ReadonlyArray<string>): ReadonlyArray<string> =>
  withReason(withDocsFor(withHelpFlag(args)))

// --- private --------------------------------------------------------------------------

/** A run is recorded or replayed: with both flags one of them would be ignored. */
const refuseTwoRecordings = (args: ReadonlyArray<string>): Effect.Effect<void, Quit.Quit, Output> => {
  const flags = args.includes("--") ? args.slice(0, args.indexOf("--")) : args
  const isNamed = (name: string) => flags.some((arg) => arg === name || arg.startsWith(`${name}=`))
  return isNamed("--record") && isNamed("--replay")
    ? Quit.withMessage(
        Quit.codes.usage,
        "Give --record or --replay, not both. `--replay FILE --replay-misses live` records what the file lacks.",
      )
    : Effect.void
}

/** `help fetch` asks for `fetch --help`, as with other commands of this kind. With an unknown name it is that name. */
const withHelpFlag = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [first, name = "-", ...others] = args
  if (first !== "help") return args
  return name.startsWith("-") || commands.some((one) => one.name === name)
    ? [...args.slice(1), "--help"]
    : [name, ...others]
}

/** `mcp --docs-for` without a folder stands for the client's roots, which an empty name says. */
const withDocsFor = (args: ReadonlyArray<string>): ReadonlyArray<string> =>
  args[0] === "mcp"
    ? args.map((arg, at) => (arg === "--docs-for" && (args[at + 1] ?? "-").startsWith("-") ? "--docs-for=" : arg))
    : args

/** `batch --retry-failed` without a reason means all of them. A word that follows is a reason, not a file. */
const withReason = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const at = args.indexOf("--retry-failed")
  if (args[0] !== "batch" || at === -1) return args
  return /^[a-z]+(?:_[a-z0-9]+)*$/.test(args[at + 1] ?? "") ? args : args.with(at, "--retry-failed=all")
}
