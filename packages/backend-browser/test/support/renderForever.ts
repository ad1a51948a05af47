/** A program that a test kills while its browser renders. */
import { Effect } from "effect"
import { Renderer } from "@porthole/core"
import { BrowserRenderer } from "../../src/index.ts"
import { requestOf } from "./browser.ts"

const program = Effect.gen(function* () {
  const renderer = yield* Renderer.Renderer
  yield* renderer.render(requestOf("<p>"))
  process.stdout.write("ready\n")
  yield* renderer.render(requestOf("<script>while (true);</script>"))
})

await Effect.runPromise(Effect.provide(program, BrowserRenderer.layer({ limits: { maxTime: "5 minutes" } })))
