/**
 * Measures renderings in the browser of this machine, one after the other, beside the start of that browser:
 *
 *   node bench/browser/bench.ts [--pages 30]
 *
 * Each page has an application that reads its data as JSON and draws it: a third of the pages at once, a third by a
 * chain of three answers, a third after a second of timers. The figures are milliseconds; the ratio says how long a
 * usual page takes in starts of the browser, which a loaded machine slows as well.
 */
import { Effect } from "effect"
import { Renderer, WebError } from "@porthole/core"
import { BrowserRenderer } from "../../packages/backend-browser/src/index.ts"
import { median, printTable, quantile } from "../harness/Figures.ts"
import * as Options from "../harness/Options.ts"
import { usageOf } from "../harness/ProcessTree.ts"

const { pages } = Options.read({ pages: 30 })

const origin = "https://site.test"
const words = Array.from({ length: 300 }, (_, at) => `Paragraph ${at} tells of the tide.`)

/** The ways in which applications get their data, by name. */
const kinds: ReadonlyArray<readonly [name: string, script: string]> = [
  ["data at once", "draw(await get(1))"],
  ["a chain of data", "await get(1); await get(2); draw(await get(3))"],
  ["data after a second", "await new Promise((done) => setTimeout(done, 1000)); draw(await get(1))"],
]

const appOf = (script: string): string =>
  `const get = async (at) => (await fetch("/data?" + at)).json()
  const draw = (words) => { for (const word of words) { const p = document.createElement("p"); p.textContent = word
    document.querySelector("main").append(p) } }
  ${script}`

const answerOf = (url: string, script: string): readonly [type: string, body: string] =>
  url === `${origin}/app.js` ? ["text/javascript", appOf(script)] : ["application/json", JSON.stringify(words)]

const requestOf = (script: string): Renderer.RenderRequest => ({
  document: {
    url: `${origin}/`,
    status: 200,
    contentType: "text/html",
    bytes: Buffer.from("<!doctype html><title>Tides</title><main></main><script type=module src=/app.js></script>"),
  },
  fetchPart: ({ url }) => {
    const [type, body] = answerOf(url, script)
    return Effect.succeed({ status: 200, headers: { "content-type": type }, setCookies: [], bytes: Buffer.from(body) })
  },
})

/** The milliseconds of a rendering; it fails if the page isn't complete. */
const measured = Effect.fnUntraced(function* (script: string) {
  const renderer = yield* Renderer.Renderer
  const begun = performance.now()
  const { bytes } = yield* renderer.render(requestOf(script))
  const ms = performance.now() - begun
  if (!Buffer.from(bytes).includes(words.at(-1) ?? "")) return yield* WebError.fail({ error: "extraction_failed" })
  return ms
})

const bench = Effect.gen(function* () {
  const start = yield* measured("draw(await get(1))")
  const before = usageOf(process.pid)
  const times = new Map<string, Array<number>>(kinds.map(([name]) => [name, []]))
  for (let at = 0; at < pages; at++) {
    const [name, script] = kinds[at % kinds.length] ?? ["", ""]
    times.get(name)?.push(yield* measured(script))
  }
  const after = usageOf(process.pid)
  const row = printTable("pages | p50 | p95 | ratio to the first")
  const all = Array.from(times.values()).flat()
  for (const [name, own] of [...times, ["all", all] as const])
    row(name, Math.round(median(own)), Math.round(quantile(own, 0.95)), median(own) / start)
  const processor = Math.round((after.processor - before.processor) / all.length)
  console.log(`\nThe first, with the browser's start: ${Math.round(start)} ms.`)
  console.log(`A page: ${processor} ms of processor time. Afterwards: ${Math.round(after.resident)} MiB.`)
})

await Effect.runPromise(Effect.provide(bench, BrowserRenderer.layer()))
