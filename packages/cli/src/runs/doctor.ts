/** What `porthole doctor` does. */
import type { Settings } from "@porthole/core"
import { Doctor } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as Json from "../Json.ts"
import { Output, type OutputClosed } from "../Output.ts"
import * as Progress from "../Progress.ts"
import * as Quit from "../Quit.ts"
import * as FindingsView from "../view/FindingsView.ts"
import { style } from "../view/View.ts"
import { withSettings } from "../withSettings.ts"

/** Looks at every provider, and tells what is found; none that could answer makes the exit code 1. */
export const examine = (options: {
  readonly json: boolean
  readonly offline: boolean
  readonly settings: Settings.SettingsInput
  readonly tenant?: string
}): Effect.Effect<void, Quit.Quit | OutputClosed, Output> =>
  withSettings(
    options.settings,
    () =>
      Effect.gen(function* () {
        const output = yield* Output
        const findings = yield* Progress.during("Asking the providers", Doctor.examine({ ask: !options.offline }))
        const told = options.json
          ? Json.line({ providers: findings })
          : FindingsView.of(style(output.colours))(findings).body
        yield* Quit.afterTelling(
          output.out(told),
          findings.some(({ configured, reachable, used }) =>
            options.offline ? configured && used : reachable === true,
          ),
        )
      }),
    options.tenant,
  )
