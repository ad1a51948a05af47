/**
 * The command `porthole`, put together: the only file, with `bin`, that looks at the arguments and
 * the environment of the process.
 */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { VERSION } from "@porthole/core"
import * as CliError from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { layerProcess } from "./Output.ts"
import { porthole } from "./porthole.ts"
import * as Quit from "./Quit.ts"
import * as Usage from "./Usage.ts"

const args = process.argv.slice(2)
const { NO_COLOR, PAGER = process.platform === "win32" ? "" : "less", TERM } = process.env

/** An empty one, or `cat`, says that the user wants none. */
const pager = TERM === "dumb" || /^\s*(?:cat)?\s*$/.test(PAGER) ? undefined : PAGER

const services = Usage.layer(args).pipe(
  Layer.provideMerge(layerProcess({ colours: !NO_COLOR && TERM !== "dumb", progress: TERM !== "dumb", pager })),
  Layer.merge(NodeServices.layer),
  Layer.merge(Layer.succeed(Logger.LogToStderr, true)),
)

Command.runWith(porthole, { version: VERSION })(args).pipe(
  Effect.catchTag("OutputClosed", ({ isFault }) =>
    isFault ? Quit.withMessage(Quit.codes.failed, "stdout can't be written.") : Effect.void,
  ),
  Effect.catchIf(CliError.isCliError, () => Effect.fail(new Quit.Quit({ code: Quit.codes.usage }))),
  Effect.provide(services),
  Quit.main,
)
