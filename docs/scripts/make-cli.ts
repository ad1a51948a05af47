/** Writes docs/reference/cli.md from the help of each command. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import type * as HelpDoc from "effect/cli/HelpDoc"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { layerProcess } from "../../packages/cli/src/Output.ts"
import { porthole } from "../../packages/cli/src/porthole.ts"
import * as Usage from "../../packages/cli/src/Usage.ts"
import { publish, table } from "./generated.ts"

/** All that a command needs to show its help. */
const services = Layer.mergeAll(
  NodeServices.layer,
  Usage.layerFlags,
  layerProcess({ colours: false, progress: false, pager: undefined }),
)

/** The help that `--help` would show. */
const helpOf = (path: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    let help: HelpDoc.HelpDoc | undefined
    const presenter = Layer.succeed(CliOutput.Presenter, {
      present: (event) =>
        Effect.sync(() => {
          if (event._tag === "Help") help = event.helpDoc
        }),
    })
    yield* Effect.provide(Command.runWith(porthole, { version: "" })([...path, "--help"]), presenter)
    return yield* Effect.fromNullishOr(help)
  })

/** The help of a command and of those below it. */
const helps = (
  path: ReadonlyArray<string>,
): Effect.Effect<ReadonlyArray<HelpDoc.HelpDoc>, unknown, Layer.Success<typeof services>> =>
  Effect.gen(function* () {
    const help = yield* helpOf(path)
    const below = (help.subcommands ?? []).flatMap(({ commands }) => commands)
    const nested = yield* Effect.forEach(below, ({ name }) => helps([...path, name]))
    return [help, ...nested.flat()]
  })

const described = (description: Option.Option<string>): string => Option.getOrElse(description, () => "")

const argument = ({ description, name, required, variadic }: HelpDoc.ArgDoc): ReadonlyArray<string> => [
  `\`${required ? name : `[${name}]`}${variadic ? "…" : ""}\``,
  described(description),
]

const flag = ({ aliases, description, name, type }: HelpDoc.FlagDoc): ReadonlyArray<string> => [
  [`\`--${name}${type === "boolean" ? "" : ` ${type}`}\``, ...aliases.map((alias) => `\`${alias}\``)].join(", "),
  withoutNames(described(description)),
]

/** A long list of names would widen every row of its table. */
const withoutNames = (description: string): string =>
  description.replace(
    /Accepts auto, or a list of [^;]{40,}, separated/,
    "Accepts a list of [names](../settings.md), separated",
  )

const isObject = ({ command }: HelpDoc.ExampleDoc): boolean => command.startsWith("{")

/** Examples in a block of code; JSON has no comments, so a description stands before its block. */
const fence = (language: "json" | "sh", examples: ReadonlyArray<HelpDoc.ExampleDoc>): string => {
  if (language === "json") {
    return examples
      .map(({ command, description = "" }) => `${description}:\n\n\`\`\`json\n${command}\n\`\`\``)
      .join("\n\n")
  }
  const lines = examples.map(({ command, description = "" }) => `# ${description}\n${command}`)
  return lines.length === 0 ? "" : `\`\`\`sh\n${lines.join("\n\n")}\n\`\`\``
}

const section = ({ args = [], commandPath = [], description, examples = [], flags, usage }: HelpDoc.HelpDoc): string =>
  [
    `## ${commandPath.join(" ")}`,
    description,
    `\`${usage}\``,
    ...(args.length + flags.length === 0
      ? []
      : [table(["argument or flag", "meaning"], [...args.map(argument), ...flags.map(flag)])]),
    ...(examples.length === 0
      ? []
      : [
          // A configuration is no command of a shell.
          fence("json", examples.filter(isObject)),
          fence(
            "sh",
            examples.filter((example) => !isObject(example)),
          ),
        ]),
  ].join("\n\n")

const [root, ...commands] = await Effect.runPromise(Effect.provide(helps([]), services))

const page = `# The command

This page lists the commands of \`porthole\` with their arguments, flags and exit codes. \`pnpm docs:pages\` makes it from the help that \`porthole COMMAND --help\`
prints.

Answers go to stdout, everything else to stderr. \`--json\` prints the object that a model would get, also for a failure.

| exit code | meaning |
| --- | --- |
| 0 | done; of several pages, at least one was read: the answer names the failure of each other one |
| 1 | a [typed failure](errors.md); a recording or a place to write to that can't be used; \`check\`: a URL is refused |
| 2 | wrong usage: an argument, a flag, a file to read or a [setting](../settings.md) that can't be used; the error \`invalid_request\` |
| 70 | a bug in Porthole |
| 130, 143 | interrupted, terminated |

${root === undefined ? "" : table(["flag of every command", "meaning"], (root.globalFlags ?? []).map(flag))}

${commands.map(section).join("\n\n")}
`

publish({ "docs/reference/cli.md": page })
