/** The command over a web on loopback: `node child.ts PORT ARGUMENT…`. */
import * as NodePath from "@effect/platform-node/NodePath"
import * as NodeStdio from "@effect/platform-node/NodeStdio"
import * as NodeTerminal from "@effect/platform-node/NodeTerminal"
import { Effect, Layer } from "effect"
import { layerProcess } from "../../../src/Output.ts"
import { run } from "../../../src/porthole.ts"
import * as Quit from "../../../src/Quit.ts"
import * as UnusedServices from "../../../src/UnusedServices.ts"
import * as Loopback from "./Loopback.ts"

const [port, ...args] = process.argv.slice(2)
run(args).pipe(
  Effect.provide(
    Layer.mergeAll(
      layerProcess({ colours: false, progress: false, pager: undefined }),
      NodePath.layer,
      NodeStdio.layer,
      NodeTerminal.layer,
      UnusedServices.layer,
      Loopback.layer(Number(port)),
    ),
  ),
  Quit.main,
)
