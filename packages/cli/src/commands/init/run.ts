/** Runs `porthole init`. */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Prompt from "effect/cli/Prompt"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Path from "effect/Path"
import * as Result from "effect/Result"
import { existsSync, lstatSync, realpathSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import * as Client from "./Client.ts"
import * as ClientFile from "./ClientFile.ts"
import * as ServerEntry from "./ServerEntry.ts"
import { Output, type OutputClosed } from "../../Output.ts"
import * as Quit from "../../Quit.ts"
import * as Printable from "../../view/Printable.ts"

/** The command line's options. */
export interface Options {
  readonly client: Client.Name
  /** Another file than the client's. */
  readonly file?: string
  /** The project's file in the current folder instead of the user's. */
  readonly project: boolean
  /** Start this installation instead of the newest release from npm. */
  readonly local: boolean
  /** Only print the entry. */
  readonly print: boolean
  /** Write without a question. */
  readonly yes: boolean
}

/** Writes the entry into a client's settings, after naming the file and getting a person's agreement. */
export const write = Effect.fnUntraced(function* (
  options: Options,
): Effect.fn.Return<void, Quit.Quit | OutputClosed, Output | Path.Path | Prompt.Environment> {
  const output = yield* Output
  const client = Client.clients[options.client]
  const path = yield* pathOf(options, client)
  const entry: ServerEntry.Entry = {
    key: client.key,
    name: "porthole",
    values: Client.entryOf(
      client,
      options.local ? thisInstallation() : Client.fromNpm(process.platform),
      yield* environment,
    ),
    allowsComments: client.allowsComments,
  }
  yield* output.err(`porthole: The settings file of ${client.title} is ${Printable.line(path)}\n`)
  if (options.print) return yield* output.out(ServerEntry.textOf(entry))

  const refuse = (why: string) =>
    Quit.withMessage(Quit.codes.failed, `${path} ${why}. Nothing was changed; --print shows the entry.`)
  const project = options.project && options.file === undefined ? process.cwd() : undefined
  const before = yield* Effect.catchTag(ClientFile.read(path, project), "ClientFileError", ({ reason }) =>
    refuse(reason),
  )
  const after = ServerEntry.set(before.text ?? "", entry)
  if (Result.isFailure(after)) return yield* refuse(`can't be used: ${after.failure}`)
  if (after.success === before.text) return yield* output.err("porthole: The entry is there already.\n")
  if (!options.yes) yield* agree(output, ServerEntry.textOf(entry))
  const backup = yield* Effect.catchTag(ClientFile.replace(before, after.success), "ClientFileError", ({ reason }) =>
    refuse(reason),
  )
  const kept = backup === undefined ? "" : ` The backup is ${Printable.line(backup)}`
  yield* output.err(`porthole: Done. Restart ${client.title} to use it.${kept}\n`)
}, Effect.provide(NodeFileSystem.layer))

// --- private --------------------------------------------------------------------------

const pathOf = Effect.fnUntraced(function* (
  { file, project }: Options,
  client: Client.Client,
): Effect.fn.Return<string, Quit.Quit, Output> {
  if (file !== undefined) return file
  const folders = yield* Effect.orDie(
    Effect.all(
      Object.fromEntries(
        Client.folderVariables.map((name) => [name, Effect.map(Config.option(Config.String(name)), orAbsent)]),
      ),
    ),
  )
  const home = homedir()
  const machine = { platform: process.platform, home, folders, ...(project ? { project: process.cwd() } : {}) }
  return (
    Client.fileOf(client, machine) ??
    (yield* Quit.withMessage(Quit.codes.usage, `${client.title} has no project settings. Leave out --project.`))
  )
})

const orAbsent = (text: Option.Option<string>): string | undefined =>
  Option.getOrUndefined(Option.filter(text, (text) => text !== ""))

/** The address of a SearXNG, which this terminal knows and the client won't; one with a password stays out of files. */
const environment = Effect.map(Effect.orDie(Config.option(Config.String("SEARXNG_URL"))), (text) => {
  const address = orAbsent(text)
  const { password, username } = URL.parse(address ?? "") ?? {}
  return address === undefined || `${username}${password}` !== "" ? {} : { SEARXNG_URL: address }
})

/** The running program, by its own path: a client needs to find neither Node nor npx. */
const thisInstallation = (): Client.Launch => {
  const program = realpathSync(process.argv[1] ?? "")
  return { command: linkToNode(dirname(program), program) ?? process.execPath, args: [program, "mcp"] }
}

/**
 * The link to the running Node in a project above the folder, which stays when an update moves Node. The project must
 * have the program's owner: another user could change the link later.
 */
const linkToNode = (folder: string, program: string): string | undefined => {
  const link = join(folder, "node_modules", ".bin", "node")
  const isOwn = existsSync(link) && lstatSync(link).uid === lstatSync(program).uid
  if (isOwn && realpathSync(link) === realpathSync(process.execPath)) return link
  return dirname(folder) === folder ? undefined : linkToNode(dirname(folder), program)
}

/** Shows the entry and asks for agreement; a pipe can't answer. */
const agree = Effect.fnUntraced(function* (
  output: Output["Service"],
  entry: string,
): Effect.fn.Return<void, Quit.Quit, Output | Prompt.Environment> {
  if (!output.isInteractive)
    return yield* Quit.withMessage(
      Quit.codes.usage,
      "Nothing was changed: stdin isn't a terminal, so nobody can confirm. " +
        "Add --yes to write the entry, or --print to see it.",
    )
  yield* output.err(`\n${entry}\n`)
  const isAgreed = yield* Effect.catchTag(
    Prompt.run(Prompt.Confirm({ message: "Write this entry?", initial: true })),
    "QuitError",
    () => Effect.fail(new Quit.Quit({ code: 130 })),
  )
  if (!isAgreed) return yield* Quit.withMessage(Quit.codes.failed, "Nothing was changed.")
})
