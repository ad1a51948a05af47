/** Runs `porthole doctor`. */
import { ComponentCheck, OperatorCommands, ProviderCheck } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as Json from "../../Json.ts"
import { Output, type OutputClosed } from "../../Output.ts"
import * as Progress from "../../Progress.ts"
import * as Quit from "../../Quit.ts"
import * as FindingsView from "../../view/FindingsView.ts"
import { style } from "../../view/View.ts"
import type * as Settings from "../../settings.ts"
import { withSettings } from "../../withSettings.ts"

/**
 * Checks every provider and prints the findings; the exit code is 1 if no provider could answer, or a component doesn't
 * work.
 */
export const examine = (options: {
  readonly json: boolean
  readonly offline: boolean
  readonly settings: Settings.Input
  readonly tenant?: string
}): Effect.Effect<void, Quit.Quit | OutputClosed, Output> =>
  withSettings(
    options.settings,
    () =>
      Effect.gen(function* () {
        const output = yield* Output
        const probes = !options.offline
        const [findings, parts] = yield* Progress.showWhile(
          "Checking the providers",
          Effect.all([ProviderCheck.examine({ probes }), ComponentCheck.examine({ probes })], {
            concurrency: "unbounded",
          }),
        )
        const answers = findings.some(({ configured, reachable, used }) =>
          probes ? reachable === true : configured && used,
        )
        const printed = options.json
          ? Json.line({ providers: findings, parts })
          : FindingsView.of(style(output.colours, output.columns))(findings, parts).body
        const isGood = answers && parts.every(({ works }) => works !== false)
        yield* Quit.afterOutput(output.out(printed), isGood ? Quit.codes.done : Quit.codes.failed)
      }).pipe(Effect.provideServiceEffect(OperatorCommands, commandsForItself)),
    options.tenant,
  )

// --- private --------------------------------------------------------------------------

/** The commands that its own sentences may name: not itself. */
const commandsForItself = Effect.map(OperatorCommands, ({ storeKey }) => (storeKey === undefined ? {} : { storeKey }))
