/**
 * Measures how reading time grows with the size of a document: `node bench/extract/size.ts [--only TEXT]`. Each document
 * is read inline in a process of its own, with a deadline that no read reaches, at one size and at twice that size.
 */
import { readFileSync } from "node:fs"
import { Result } from "effect"
import * as Child from "../harness/Child.ts"
import { printTable } from "../harness/Figures.ts"
import * as Options from "../harness/Options.ts"
import * as Layers from "./src/isolation/Layers.ts"

const { child, only } = Options.read({ only: "", child: false })

const prose = "High water comes twice a day, and the harbour master writes its hours on a board by the quay, "
const part = (at: number): string =>
  `<h2 id=s${at}>Section ${at}</h2><p>${prose}<a href="/tides/${at}">so that</a> every boat knows when the bar can be crossed.</p>` +
  `<ul><li>Spring tides run <em>hardest</em>.<li>Neap tides run <code>least</code>.</ul><p>${prose.repeat(4)}</p>`
const many = (count: number, of: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => of(at)).join("")
const article = (megabytes: number): string => {
  const parts = many(Math.ceil((megabytes * 1e6) / part(0).length), part)
  return `<title>Tides</title><main><article>${parts}</article></main>`
}
const links = (count: number) => `<ul>${many(count, (at) => `<li><a href="/page/${at}">The page ${at}</a>`)}</ul>`
const table = (rows: number) => `<table>${many(rows, (at) => `<tr><td>${at}<td>a cell<td>another`)}</table>`

const documents: Readonly<Record<string, () => string>> = {
  ...Object.fromEntries([1, 2, 5, 10, 20].map((size) => [`a page of ${size} MB`, () => article(size)])),
  "50,000 links": () => links(50_000),
  "100,000 links": () => links(100_000),
  "a table of 10,000 rows": () => table(10_000),
  "a table of 20,000 rows": () => table(20_000),
  "one text of 5 MB": () => `<p>${prose.repeat(54_000)}</p>`,
}

/** Reads a document in this process, or a word. */
const read = (name: string) => {
  const bytes = new TextEncoder().encode(documents[name]?.() ?? "<p>word")
  const reading = async (read: Layers.Read) => {
    const begun = performance.now()
    const outcome = await read({ url: "https://site.test/", contentType: "text/html", bytes, mode: "markdown" })
    const ms = performance.now() - begun
    const peak = Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync("/proc/self/status", "latin1"))?.[1]) / 1_024
    const result = Result.match(outcome, {
      onFailure: ({ error }) => error,
      onSuccess: ({ content, links, reduced = [] }) => {
        const parts = reduced.length > 0 ? `, ${reduced.map((one) => one.part).join(" and ")} reduced` : ""
        return `${content.length} characters, ${links.length} links${parts}`
      },
    })
    return { megabytes: bytes.length / 1e6, ms, peak, result }
  }
  return Layers.using("inline", reading, { settings: { extract_timeout: "60 s" } })
}

const measure = async (name: string): Promise<Awaited<ReturnType<typeof read>>> => {
  const process = await Child.start(import.meta.filename, ["--child"])
  const figures = await Child.ask(process, name)
  await Child.stop(process)
  return figures
}

if (child) Child.ready(read)
else {
  const empty = await measure("nothing")
  const print = printTable("document | MB | ms | ms a MB | MiB above an empty process | result")
  for (const name of Object.keys(documents).filter((one) => one.includes(only))) {
    const { megabytes, ms, peak, result } = await measure(name)
    print(
      name,
      megabytes.toFixed(1),
      ms.toFixed(0),
      (ms / megabytes).toFixed(0),
      (peak - empty.peak).toFixed(0),
      result,
    )
  }
}
