/**
 * The command `porthole` over the streams of this process: the only file, with `bin`, that reads the process's
 * arguments and environment.
 */
import * as NodePath from "@effect/platform-node/NodePath"
import * as NodeStdio from "@effect/platform-node/NodeStdio"
import * as NodeTerminal from "@effect/platform-node/NodeTerminal"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { layerProcess } from "./Output.ts"
import { run } from "./porthole.ts"
import * as Quit from "./Quit.ts"
import * as UnusedServices from "./UnusedServices.ts"

const args = process.argv.slice(2)
const { NO_COLOR, PAGER = process.platform === "win32" ? "" : "less", TERM } = process.env

/** An empty pager, or `cat`, means that the user wants none. */
const pager = TERM === "dumb" || ["", "cat"].includes(PAGER.trim()) ? undefined : PAGER

const services = Layer.mergeAll(
  layerProcess({ colours: !NO_COLOR && TERM !== "dumb", progress: TERM !== "dumb", pager }),
  NodePath.layer,
  NodeStdio.layer,
  NodeTerminal.layer,
  UnusedServices.layer,
  Layer.succeed(Logger.LogToStderr, true),
)

run(args).pipe(Effect.provide(services), Quit.main)
