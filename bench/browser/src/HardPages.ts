/**
 * Pages that are hard to render to the end, each with its parts and the texts that it shows once it is done. A part of
 * several chunks comes with pauses between them.
 */
import type { IncomingHttpHeaders } from "node:http"
import { paragraphs } from "./Applications.ts"

/** An answer of the site. */
export interface Part {
  readonly type?: string
  readonly body: string | ReadonlyArray<string>
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds before the answer. */
  readonly delay?: number
}

/** A page: its document is the part `/`; its hosts are `<name>.hard.test` and, for frames, `frame-<name>.hard.test`. */
export interface HardPage {
  readonly name: string
  readonly title: string
  readonly texts: ReadonlyArray<string>
  readonly parts: Readonly<Record<string, Part>>
}

/** The part of a page; `undefined` if it has none there. */
export const partOf = (name: string, path: string, { origin }: IncomingHttpHeaders): Part | undefined => {
  const part = hardPages.find((page) => page.name === name.replace(/^frame-/, ""))?.parts[path]
  return part === undefined || origin === undefined
    ? part
    : { ...part, headers: { ...part.headers, "access-control-allow-origin": origin } }
}

// --- private --------------------------------------------------------------------------

const json = (value: unknown): Part => ({ type: "application/json", body: JSON.stringify(value) })
const js = (body: string): Part => ({ type: "text/javascript", body })

/** What the scripts share. */
const tools = `const get = async (url) => (await fetch(url)).json()
const wait = (ms) => new Promise((done) => setTimeout(done, ms))
const main = document.querySelector("main")
const add = (text, parent = main) => { const p = document.createElement("p"); p.textContent = text; parent.append(p) }`

const documentOf = (script: string, markup = ""): Part => ({
  body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tide log</title>
<header><nav><a href="/">Home</a> <a href="/about">About</a></nav></header>
<main><h1>Tide log</h1>${markup}</main><script type="module">${tools}
${script}</script></html>`,
})

/** A page of the paragraphs from one number up to another, whose parts are made from them. */
const page = (
  title: string,
  [from, to]: readonly [from: number, to: number],
  partsOf: (texts: ReadonlyArray<string>) => Readonly<Record<string, Part>>,
): HardPage => {
  const texts = paragraphs(from, to)
  return { name: title.toLowerCase().replaceAll(/\W+/g, "-"), title, texts, parts: partsOf(texts) }
}

/** One part for each text, by its number. */
const numbered = (texts: ReadonlyArray<string>, partOf: (text: string, at: number) => Part) =>
  Object.fromEntries(texts.map((text, at) => [`/data/${at}`, partOf(text, at)] as const))

const paragraphsOf = (texts: ReadonlyArray<string>): string => texts.map((text) => `<p>${text}</p>`).join("")

/** The pages. */
export const hardPages: ReadonlyArray<HardPage> = [
  page("Data after three seconds of timers", [0, 4], (texts) => ({
    "/": documentOf(`await wait(2900); (await get("/data")).forEach((text) => add(text))`),
    "/data": json(texts),
  })),
  page("Data of a slow server", [1, 5], (texts) => ({
    "/": documentOf(`(await get("/data")).forEach((text) => add(text))`),
    "/data": { ...json(texts), delay: 2_500 },
  })),
  page("A chain of ten answers", [0, 10], (texts) => ({
    "/": documentOf(`let next = "/data/0"
while (next) { const part = await get(next); add(part.text); next = part.next; await wait(120) }`),
    ...numbered(texts, (text, at) => ({
      ...json({ text, next: at + 1 < texts.length ? `/data/${at + 1}` : undefined }),
      delay: 80,
    })),
  })),
  page("A list that grows while it is scrolled", [2, 10], (texts) => ({
    "/": documentOf(
      `let at = 0
const watcher = new IntersectionObserver(async ([entry]) => {
  if (!entry.isIntersecting) return
  watcher.disconnect()
  const { text, isLast } = await get("/data/" + at++)
  const section = document.createElement("section"); section.style.minHeight = "700px"
  add(text, section); document.getElementById("end").before(section)
  if (!isLast) watcher.observe(document.getElementById("end"))
})
watcher.observe(document.getElementById("end"))`,
      '<div id="end" style="height: 1px"></div>',
    ),
    ...numbered(texts, (text, at) => json({ text, isLast: at + 1 === texts.length })),
  })),
  page("Shadow trees open and closed", [3, 8], ([open, closed, slotted, inner, declared]) => ({
    "/": documentOf(
      `customElements.define("tide-open", class extends HTMLElement { connectedCallback() {
  add(${JSON.stringify(open)}, this.attachShadow({ mode: "open" }));
this.shadowRoot.append(document.createElement("slot"))
} })
customElements.define("tide-closed", class extends HTMLElement { connectedCallback() {
  const root = this.attachShadow({ mode: "closed" }); add(${JSON.stringify(closed)}, root)
  const inside = document.createElement("div"); root.append(inside); add(${JSON.stringify(inner)},
inside.attachShadow({ mode: "closed" }))
} })`,
      `<tide-open><p>${slotted}</p></tide-open><tide-closed></tide-closed>
<div><template shadowrootmode="open"><p>${declared}</p></template></div>`,
    ),
  })),
  page("Frames of the page's origin", [4, 9], ([first, second, written, nested, late]) => ({
    "/": documentOf(
      `const frame = document.createElement("iframe"); frame.srcdoc = "<p>" + ${JSON.stringify(written)} + "</p>";
main.append(frame)
const blank = document.createElement("iframe"); main.append(blank)
await wait(600); add(${JSON.stringify(late)}, blank.contentDocument.body)`,
      `<p>${first}</p><iframe src="/frame"></iframe>`,
    ),
    "/frame": {
      body: `<p id="x"></p><iframe src="/inner"></iframe>
<script>fetch("/data").then((answer) => answer.json()).then((text) => x.append(text))</script>`,
    },
    "/inner": { body: `<p>${nested}</p>` },
    "/data": json(second),
  })),
  page("A frame of the same site", [5, 8], ([own, framed, late]) => ({
    "/": documentOf(
      `add(${JSON.stringify(own)})
const frame = document.createElement("iframe"); frame.src = "http://frame-" + location.host + "/framed";
main.append(frame)`,
    ),
    "/framed": {
      body: `<p>${framed}</p><p id="x"></p>
<script>fetch("/data").then((answer) => answer.json()).then((text) => x.append(text))</script>`,
    },
    "/data": json(late),
  })),
  page("An animation and a clock that never rest", [6, 9], (texts) => ({
    "/": documentOf(
      `const run = () => { box.style.left = Math.random() + "px";
clock.textContent = new Date().toLocaleTimeString(); requestAnimationFrame(run) }
run(); setInterval(() => { box.textContent = box.textContent === "ebb" ? "flood" : "ebb" }, 90)
await wait(900); for (const text of ${JSON.stringify(texts)}) { add(text); await wait(500) }`,
      `<style>@keyframes turn { to { transform: rotate(1turn) } } #box { animation: turn 1s infinite }</style>
<b id="box"></b> <i id="clock"></i>`,
    ),
  })),
  page("Sections that draw when they are seen", [7, 13], (texts) => ({
    "/": documentOf(
      `const texts = ${JSON.stringify(texts)}
for (const section of document.querySelectorAll("section"))
  section.addEventListener("contentvisibilityautostatechange", ({ skipped }) => {
    if (!skipped && section.children.length === 0) add(texts.shift(), section)
  })`,
      texts
        .map(() => '<section style="content-visibility: auto; contain-intrinsic-size: auto 900px"></section>')
        .join(""),
    ),
  })),
  page("Work of idle moments", [8, 15], (texts) => ({
    "/": documentOf(`const texts = ${JSON.stringify(texts)}
const step = () => { add(texts.shift()); if (texts.length > 0) setTimeout(() => requestIdleCallback(step), 150) }
requestIdleCallback(step)`),
  })),
  page("A stream of lines", [9, 16], (texts) => ({
    "/": documentOf(`const reader = (await fetch("/lines")).body.pipeThrough(new TextDecoderStream()).getReader()
let rest = ""
for (;;) {
  const { done, value = "" } = await reader.read()
  const lines = (rest + value).split("\\n"); rest = lines.pop()
  lines.forEach((line) => add(JSON.parse(line)))
  if (done) break
}`),
    "/lines": { type: "application/x-ndjson", body: texts.map((text) => `${JSON.stringify(text)}\n`) },
  })),
  page("A route behind the first one", [10, 14], (texts) => ({
    "/": documentOf(`const show = async () => {
  main.replaceChildren(); const [, name, id] = location.pathname.split("/")
  if (name === "") { add("Redirecting"); await wait(300); history.replaceState({}, "", "/log"); return show() }
  if (id === undefined) { history.pushState({}, "", "/log/7#newest"); dispatchEvent(new PopStateEvent("popstate"));
return }
  (await get("/data")).forEach((text) => add(text))
}
addEventListener("popstate", show); show()`),
    "/data": json(texts),
  })),
  page("Modules that import modules late", [11, 16], (texts) => ({
    "/": documentOf(
      `const { run } = await import("first"); await run(add)`,
      `<script type="importmap">{ "imports": { "first": "/data/0" } }</script>`,
    ),
    ...numbered(texts, (text, at) =>
      js(`export const run = async (add) => { add(${JSON.stringify(text)});
await new Promise((done) => setTimeout(done, 200))
${at + 1 < texts.length ? `const next = await import("/data/${at + 1}"); await next.run(add)` : ""} }`),
    ),
  })),
  page("A worker that reads the data", [12, 16], (texts) => ({
    "/": documentOf(
      `const worker = new Worker("/worker.js", { type: "module" }); worker.onmessage = ({ data }) => add(data);
worker.postMessage("begin")`,
    ),
    "/worker.js": js(`onmessage = async () => { for (const text of await (await fetch("/data")).json()) {
  postMessage(text); await new Promise((done) => setTimeout(done, 250)) } }`),
    "/data": json(texts),
  })),
  page("A virtual list", [0, 24], (texts) => ({
    "/": documentOf(
      `const texts = ${JSON.stringify(texts)}; const height = 240
list.style.height = texts.length * height + "px"
const draw = () => { const first = Math.max(0, Math.floor((scrollY - list.offsetTop) / height) - 1)
  const last = Math.ceil((scrollY + innerHeight) / height) + 1
  list.replaceChildren(...texts.slice(first, last).map((text, at) => { const p = document.createElement("p")
    p.style.cssText = "position: absolute; top: " + (first + at) * height + "px"; p.textContent = text; return p })) }
addEventListener("scroll", draw); addEventListener("resize", draw); draw()`,
      '<div id="list" style="position: relative"></div>',
    ),
  })),
  page("Text of the server, then its islands", [14, 20], ([first, second, ...islands]) => ({
    "/": documentOf(
      `for (const island of document.querySelectorAll("tide-island"))
  new IntersectionObserver(async ([entry], watcher) => { if (!entry.isIntersecting) return
    watcher.disconnect(); island.replaceChildren(); add(await get(island.dataset.from), island) }, {
rootMargin: "50px" }).observe(island)`,
      `${paragraphsOf([first ?? "", second ?? ""])}${islands
        .map(
          (_, at) =>
            `<tide-island data-from="/data/${at}" style="display: block; margin-top: 1500px"><p>…</p></tide-island>`,
        )
        .join("")}`,
    ),
    ...numbered(islands, json),
  })),
  page("Dialogs before the text", [15, 19], (texts) => ({
    "/": documentOf(
      `alert("Welcome"); const isFine = confirm("May we show you the log?"); prompt("Your name?")
box.showModal(); await wait(400); box.close(); box.remove()
await wait(200); (await get("/data")).forEach((text) => add(text))
onbeforeunload = (event) => event.preventDefault()`,
      "<dialog id=box><p>Please wait</p></dialog>",
    ),
    "/data": json(texts),
  })),
  page("A chain of observers of changes", [16, 24], (texts) => ({
    "/": documentOf(`const texts = ${JSON.stringify(texts)}
new MutationObserver(() => { if (texts.length > 0) setTimeout(() => add(texts.shift()), 350) }).observe(main, {
childList: true })
add(texts.shift())`),
  })),
  page("Frames that lead nowhere", [17, 21], (texts) => ({
    "/": documentOf(
      `for (const text of ${JSON.stringify(texts)}) { await wait(200); add(text) }`,
      `<iframe></iframe><iframe src="about:blank"></iframe><iframe src="http://nowhere.test/"></iframe>
<iframe src="http://10.9.0.5/ad"></iframe><iframe src="javascript:void 0"></iframe><iframe src="data:text/html,x">
</iframe>`,
    ),
  })),
  page("Data at the third asking", [18, 22], (texts) => ({
    "/": documentOf(`let asked = 0
const timer = setInterval(async () => { const state = await get("/state/" + ++asked); if (!state.isReady) return
  clearInterval(timer); (await get("/data")).forEach((text) => add(text)) }, 1000)`),
    "/state/1": json({ isReady: false }),
    "/state/2": json({ isReady: false }),
    "/state/3": json({ isReady: true }),
    "/data": json(texts),
  })),
]
