/** A program that a test runs as another user: it renders one page, and prints what the renderer found and made. */
import { Effect } from "effect"
import { Renderer } from "@porthole/core"
import { BrowserRenderer } from "../../src/index.ts"
import { requestOf } from "./browser.ts"

/** The program's output. */
export interface RenderedOnce {
  readonly uid: number | undefined
  readonly inspected: BrowserRenderer.Inspected
  readonly html: string
}

const program = Effect.gen(function* () {
  const inspected = yield* BrowserRenderer.inspect()
  const renderer = yield* Renderer.Renderer
  const { bytes } = yield* renderer.render(
    requestOf("<p></p><script>document.querySelector('p').append(6 * 7)</script>"),
  )
  return { uid: process.getuid?.(), inspected, html: Buffer.from(bytes).toString() } satisfies RenderedOnce
})

const made = await Effect.runPromise(Effect.provide(program, BrowserRenderer.layer()))
process.stdout.write(JSON.stringify(made))
