/**
 * Help and wrong usage. Requested help goes to stdout; wrong usage is a sentence on stderr and never mixes with
 * answers, except that under `--json` a flag's bad value is also reported on stdout, as the tools' `invalid_request`.
 */
import { Arguments } from "@porthole/core"
import { ProviderName } from "@porthole/tools/providers"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Match from "effect/Match"
import * as Json from "./Json.ts"
import { Output, type OutputClosed } from "./Output.ts"
import * as HelpLayout from "./view/HelpLayout.ts"
import * as Printable from "./view/Printable.ts"

/** How this command prints help, versions and wrong usage, with {@link layerFlags}. */
export const layer = (args: ReadonlyArray<string>): Layer.Layer<never, never, Output> =>
  Layer.merge(
    Layer.effect(
      CliOutput.Presenter,
      Effect.map(Output, (output) => {
        const show = present(output, args)
        return { present: (event) => Effect.ignore(show(event)) }
      }),
    ),
    layerFlags,
  )

/** The flags of every command. */
export const layerFlags: Layer.Layer<never> = CliConfig.layer({
  builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions, GlobalFlag.LogLevel],
})

// --- private --------------------------------------------------------------------------

const present = (
  output: Output["Service"],
  args: ReadonlyArray<string>,
): ((event: CliOutput.Presenter.Event) => Effect.Effect<void, OutputClosed>) => {
  const formatter = CliOutput.defaultFormatter({ colors: output.colours, globalFlags: "summary" })
  return Match.valueTags({
    Version: ({ name, version }) => output.out(`${name} ${version}\n`),
    Help: ({ helpDoc, reason }) => {
      const text = formatter.formatHelpDoc(helpDoc)
      const help = `${output.columns === undefined ? text : HelpLayout.of(output.columns, text)}\n`
      return reason === "Requested" ? output.out(help) : output.err(help)
    },
    InvalidInvocation: Effect.fnUntraced(function* ({ commandPath, errors, helpDoc }) {
      const redact = commandPath.includes("keys") ? withoutKeys(args) : (message: string) => message
      const messages = new Set(errors.map((error) => Printable.text(redact(error.message))))
      yield* output.err(Array.from(messages, (message) => `porthole: ${message}\n`).join(""))
      yield* output.err(`\nUsage: ${helpDoc.usage}\nMore:  ${commandPath.join(" ")} --help\n`)
      const wrong = errors.find((error) => error instanceof CliError.InvalidValue)
      if (args.includes("--json") && wrong !== undefined) yield* output.out(Json.line(wireOf(wrong)))
    }),
  })
}

/** A misplaced argument of `porthole keys` may be the key itself, and terminal output is kept in logs. */
const withoutKeys =
  (args: ReadonlyArray<string>) =>
  (message: string): string =>
    args.reduce((text, arg) => (ProviderName.isProviderName(arg) ? text : text.replaceAll(`"${arg}"`, "…")), message)

const wireOf = (error: CliError.InvalidValue) => {
  const parameter = error.option.replaceAll("-", "_")
  const expected = error.expected
    .replace(/^expected:?\s+/i, "")
    .replaceAll(" | ", ", ")
    .replaceAll('"', "")
  return Arguments.invalid(parameter, `${parameter}: expected ${expected}.`).wire
}
