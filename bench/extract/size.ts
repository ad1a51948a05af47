/**
 * Measures how reading time grows with the size of a document: `node bench/extract/size.ts`. Each document is read
 * inline in a process of its own, with a deadline that no read reaches, at one size and at twice that size.
 */
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { Result } from "effect"
import * as Layers from "./src/isolation/Layers.ts"

const prose = "High water comes twice a day, and the harbour master writes its hours on a board by the quay, "
const part = (at: number): string =>
  `<h2 id=s${at}>Section ${at}</h2><p>${prose}<a href="/tides/${at}">so that</a> every boat knows when the bar can be crossed.</p>` +
  `<ul><li>Spring tides run <em>hardest</em>.<li>Neap tides run <code>least</code>.</ul><p>${prose.repeat(4)}</p>`
const article = (characters: number): string => {
  const parts: Array<string> = []
  for (let at = 0, length = 0; length < characters; at++) length += parts[parts.push(part(at)) - 1]?.length ?? 0
  return `<title>Tides</title><main><article>${parts.join("")}</article></main>`
}
const many = (count: number, of: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => of(at)).join("")

const documents: Readonly<Record<string, () => string>> = {
  "a page of 1 MB": () => article(1e6),
  "a page of 2 MB": () => article(2e6),
  "a page of 5 MB": () => article(5e6),
  "a page of 10 MB": () => article(10e6),
  "a page of 20 MB": () => article(20e6),
  "50,000 links": () => `<ul>${many(50_000, (at) => `<li><a href="/page/${at}">The page ${at}</a>`)}</ul>`,
  "100,000 links": () => `<ul>${many(100_000, (at) => `<li><a href="/page/${at}">The page ${at}</a>`)}</ul>`,
  "a table of 10,000 rows": () => `<table>${many(10_000, (at) => `<tr><td>${at}<td>a cell<td>another`)}</table>`,
  "a table of 20,000 rows": () => `<table>${many(20_000, (at) => `<tr><td>${at}<td>a cell<td>another`)}</table>`,
  "one text of 5 MB": () => `<p>${prose.repeat(54_000)}</p>`,
}

const requested = process.argv[2]
if (requested !== undefined) {
  const bytes = new TextEncoder().encode(documents[requested]?.() ?? "<p>word")
  const reported = await Layers.using(
    "inline",
    async (read) => {
      const begun = performance.now()
      const outcome = await read({ url: "https://site.test/", contentType: "text/html", bytes, mode: "markdown" })
      const ms = performance.now() - begun
      const peak = Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync("/proc/self/status", "latin1"))?.[1]) / 1_024
      return {
        megabytes: bytes.length / 1e6,
        ms,
        peak,
        result: Result.match(outcome, {
          onFailure: ({ error }) => error,
          onSuccess: ({ content, links, reduced = [] }) =>
            `${content.length} characters, ${links.length} links${reduced.length > 0 ? `, ${reduced.map(({ part }) => part).join(" and ")} reduced` : ""}`,
        }),
      }
    },
    { settings: { extract_timeout: "60 s" } },
  )
  console.log(JSON.stringify(reported))
} else {
  const measure = (name: string) =>
    JSON.parse(execFileSync(process.execPath, [import.meta.filename, name], { encoding: "utf8" }))
  const empty = measure("nothing")
  console.log(
    "| document | MB | ms | ms a MB | MiB above an empty process | result |\n| --- | --- | --- | --- | --- | --- |",
  )
  for (const name of Object.keys(documents)) {
    const { megabytes, ms, peak, result } = measure(name)
    console.log(
      `| ${name} | ${megabytes.toFixed(1)} | ${ms.toFixed(0)} | ${(ms / megabytes).toFixed(0)} | ${(peak - empty.peak).toFixed(0)} | ${result} |`,
    )
  }
}
