/** A program that a test runs as another user: it renders numbered pages, and prints what the renderer found and made. */
import { Effect } from "effect"
import { Renderer } from "@porthole/core"
import { BrowserRenderer } from "../../src/index.ts"
import { foldersLeft, patient, processesLeft, requestOf } from "./browser.ts"
import { numberedPages } from "./numberedPages.ts"

/** The program's output. */
export interface RenderedAll {
  readonly uid: number | undefined
  readonly inspected: BrowserRenderer.Inspected
  /** In the order of the pages. */
  readonly documents: ReadonlyArray<string>
  /** Processes and folders after the renderer's end. */
  readonly left: ReadonlyArray<string>
}

const program = Effect.gen(function* () {
  const renderer = yield* Renderer.Renderer
  const render = ({ html, site }: ReturnType<typeof numberedPages>[number]) => renderer.render(requestOf(html, site))
  const pages = numberedPages(Number(process.argv[2]))
  const rendered = yield* Effect.forEach(pages, render, { concurrency: 2 })
  return rendered.map(({ bytes }) => Buffer.from(bytes).toString())
})

const inspected = await Effect.runPromise(BrowserRenderer.inspect())
const documents = await Effect.runPromise(Effect.provide(program, patient))
const left = [...processesLeft(), ...foldersLeft()]
process.stdout.write(JSON.stringify({ uid: process.getuid?.(), inspected, documents, left } satisfies RenderedAll))
