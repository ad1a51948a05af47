/** `porthole mcp` without flags. MCP clients start it this way and wait for it, so it loads no command line parser. */
import * as NodeStdio from "@effect/platform-node/NodeStdio"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Advice from "./Advice.ts"
import { layerProcess } from "./Output.ts"
import * as Quit from "./Quit.ts"
import { serve } from "./commands/mcp/run.ts"

serve({}).pipe(
  Effect.provide([
    Advice.layer,
    NodeStdio.layer,
    layerProcess({ colours: false, progress: false, pager: undefined }),
    Layer.succeed(Logger.LogToStderr, true),
  ]),
  Quit.main,
)
