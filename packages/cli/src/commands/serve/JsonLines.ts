/** Under `log_format` `json`, the lines of a server's command on stderr are entries of its log: an object a line. */
import { SettingSet } from "@porthole/core"
import { ServerLog, ServerSettings } from "@porthole/serve"
import * as Effect from "effect/Effect"
import { Output } from "../../Output.ts"

/** Runs a server's command; warnings about settings and the reason of its end are in the log's format, too. */
export const run = <A, E, R>(command: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Output> =>
  Effect.flatMap(isJson, (isJson) =>
    isJson
      ? Effect.updateService(command, Output, (output) => ({
          ...output,
          err: (text: string) => log(Effect.logWarning(text.replace(/^porthole: /, "").trimEnd())),
        }))
      : command,
  )

// --- private --------------------------------------------------------------------------

/** The format is known before the other settings, of which one may be wrong. */
const format = SettingSet.make({ log_format: ServerSettings.table.fields.log_format })

const isJson: Effect.Effect<boolean> = Effect.match(SettingSet.decode(format, {}), {
  onFailure: () => false,
  onSuccess: ({ log_format }) => log_format === "json",
})

const log = (entry: Effect.Effect<void>): Effect.Effect<void> =>
  entry.pipe(
    Effect.provide(ServerLog.layer),
    Effect.provideService(ServerSettings.ServerSettings, { ...ServerSettings.table.defaults, log_format: "json" }),
  )
