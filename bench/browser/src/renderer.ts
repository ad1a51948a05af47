/** The program under endurance: it renders a page at each order, and ends the browser at the last one. */
import { Duration, Effect, Exit, Layer, Result, Scope } from "effect"
import { Deadline, Renderer, WebError } from "@porthole/core"
import { BrowserRenderer } from "../../../packages/backend-browser/src/index.ts"
import * as Child from "../../harness/Child.ts"
import { paragraphs } from "./Applications.ts"

/** A usual page, or a hostile one by its number. */
export type Order = { readonly kind: "render"; readonly hostile: number | undefined } | { readonly kind: "end" }

/** A usual page is complete; a hostile one shows what stands, or an error tells of it. */
export type Outcome = "complete" | "told" | "wrong"

/** Each is rendered for some seconds. */
const hostilePages: ReadonlyArray<string> = [
  "<script>while (true);</script>",
  "<script>const a = []; for (;;) a.push(new Uint8Array(4e6).fill(1))</script>",
  `<script>const u = URL.createObjectURL(new Blob(['while (true);']))
for (let i = 0; i < 200; i++) new Worker(u)</script>`,
  "<script>for (let i = 0; i < 10000; i++) fetch('/x' + i).catch(() => {})</script>",
  "<script>location = 'chrome://crash'; let s = 'x'; for (;;) s += s</script>",
  "<script>for (;;) { alert(1); open('/pop') }</script>",
  "<script>let e = document.body; for (;;) { const c = document.createElement('b'); e.append(c); e = c }</script>",
  `<script>const add = () => document.body.append(document.createElement('p'))
setInterval(() => { for (let i = 0; i < 5000; i++) add() }, 1)</script>`,
  "<meta http-equiv=refresh content='0;url=/'>",
  "<script>setTimeout(() => { for (;;) new WebSocket('wss://site.test/') }, 500)</script>",
]

const texts = paragraphs(0, 12)

const parts: Readonly<Record<string, readonly [type: string, body: string]>> = {
  "/app.js": [
    "text/javascript",
    `for (const text of await (await fetch("/data")).json()) {
    const p = document.createElement("p"); p.append(text); document.body.append(p) }`,
  ],
  "/data": ["application/json", JSON.stringify(texts)],
}

const requestOf = (html: string): Renderer.RenderRequest => ({
  document: { url: "https://site.test/", status: 200, contentType: "text/html", bytes: Buffer.from(html) },
  fetchPart: ({ url }) => {
    const part = parts[new URL(url).pathname]
    if (part === undefined) return Effect.fail(WebError.unreachable())
    const [type, body] = part
    return Effect.succeed({ status: 200, headers: { "content-type": type }, setCookies: [], bytes: Buffer.from(body) })
  },
})

const scope = Effect.runSync(Scope.make())
const services = await Effect.runPromise(Layer.buildWithScope(BrowserRenderer.layer(), scope))

const render = async (hostile: number | undefined): Promise<Outcome> => {
  const html =
    hostile === undefined
      ? "<p></p><script type=module src=/app.js></script>"
      : hostilePages[hostile % hostilePages.length]
  const rendered = Effect.flatMap(Renderer.Renderer, (renderer) => renderer.render(requestOf(html ?? "")))
  const seconds = Duration.seconds(hostile === undefined ? 60 : 6)
  const outcome = await Effect.runPromise(
    Effect.provideContext(Effect.result(Deadline.withNearer(rendered, seconds)), services),
  )
  if (hostile !== undefined) return "told"
  if (Result.isFailure(outcome)) return "wrong"
  const text = Buffer.from(outcome.success.bytes).toString()
  return texts.every((one) => text.includes(one)) && !outcome.success.isPartial ? "complete" : "wrong"
}

const end = async (): Promise<Outcome> => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  return "complete"
}

Child.ready((order: Order) => (order.kind === "end" ? end() : render(order.hostile)))
