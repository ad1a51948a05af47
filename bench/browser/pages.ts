/**
 * Reads pages that their scripts build, as a program does by `web_fetch` with `render: "always"`: 80 pages of
 * applications, whose words are compared with their data file, and pages that are hard to render to the end.
 *
 *   node bench/browser/pages.ts [--only NAME] [--show]
 *
 * The applications' packages are installed and the applications built first, if they aren't. It runs in its own network
 * namespace, so it needs root and `unshare`. `--only` reads the pages whose host holds a text; `--show` prints the text
 * of pages that come short.
 */
import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { loadavg } from "node:os"
import { join } from "node:path"
import { mean, median, printTable, quantile } from "../harness/Figures.ts"
import * as Options from "../harness/Options.ts"
import * as OwnNetwork from "../harness/OwnNetwork.ts"
import { frameworks, others, pagesOf } from "./src/Applications.ts"
import { hardPages } from "./src/HardPages.ts"
import * as Reading from "./src/Reading.ts"
import { f1, wordsOf } from "./src/Words.ts"

const options = Options.read({ only: "", show: false })
const folder = join(import.meta.dirname, "applications")
const built = join(folder, "node_modules/.cache/built")

/** Outside of the network that has no way out. */
const build = (): void => {
  const run = (...command: ReadonlyArray<string>) =>
    execFileSync("npx", ["-y", "pnpm@12", ...command], { cwd: folder, stdio: "inherit" })
  if (!existsSync(join(folder, "node_modules/esbuild")))
    run("install", "--ignore-workspace", "--frozen-lockfile", "--ignore-scripts")
  execFileSync(process.execPath, ["build.mjs", built], { cwd: folder, stdio: "inherit" })
}
if (!OwnNetwork.isInside()) build()
await OwnNetwork.enter(import.meta.filename)

const { read, stop } = await Reading.start(built)
const isChosen = (host: string): boolean => host.includes(options.only)

const show = (title: string, page: Reading.Read): void => {
  if (options.show) console.log(`\n${title}: ${page.message}\n${page.text}\n`)
}

const figuresOf = (pages: ReadonlyArray<Reading.Read>) => {
  const times = pages.map(({ milliseconds }) => milliseconds)
  return [
    Math.round(median(times)),
    Math.round(quantile(times, 0.95)),
    Math.round(median(pages.map(({ processor }) => processor))),
    Math.round(Math.max(...pages.map(({ memory }) => memory))),
  ] as const
}

interface Scored extends Reading.Read {
  readonly score: number
}

const readApplication = async (name: string, number: number): Promise<ReadonlyArray<Scored>> => {
  const scored: Array<Scored> = []
  for (const { kind, path, texts } of pagesOf(name, number)) {
    const page = await read(`http://${name}.test${path}`)
    const score = f1(page.text, texts.join(" "))
    scored.push({ ...page, score })
    if (score < 0.98) show(`${name} ${kind} ${score.toFixed(3)}`, page)
  }
  return scored
}

// The first page starts the browser.
await read(`http://${frameworks[0]}.test/first`)
console.log(`A load of ${loadavg()[0]?.toFixed(1)}. Times are in milliseconds, memory in MiB.\n`)
const head = "p50 | p95 | processor a page | memory"
const row = printTable(`application | pages | word F1 | lowest | ${head}`)
const printRow = (name: string, pages: ReadonlyArray<Scored>): void => {
  const scores = pages.map(({ score }) => score)
  if (pages.length > 0)
    row(name, pages.length, mean(scores).toFixed(3), Math.min(...scores).toFixed(3), ...figuresOf(pages))
}
for (const [group, names] of [
  ["seven frameworks", frameworks],
  ["three others", others],
] as const) {
  const all: Array<Scored> = []
  for (const [number, name] of names.entries()) {
    const pages = isChosen(`${name}.test`) ? await readApplication(name, number) : []
    printRow(name, pages)
    all.push(...pages)
  }
  printRow(group, all)
}

console.log("")
const hardRow = printTable("hard page | texts | of | ms | processor | memory")
const complete: Array<boolean> = []
const hard: Array<Reading.Read> = []
for (const { name, texts, title } of hardPages.filter(({ name }) => isChosen(`${name}.hard.test`))) {
  const page = await read(`http://${name}.hard.test/`)
  const words = wordsOf(page.text).join(" ")
  const found = texts.filter((text) => words.includes(wordsOf(text).join(" "))).length
  complete.push(found === texts.length)
  hard.push(page)
  const [ms, , processor, memory] = figuresOf([page])
  hardRow(title, found, texts.length, ms, processor, memory)
  if (found < texts.length) show(name, page)
}
if (hard.length > 0) {
  const [p50, p95, processor, memory] = figuresOf(hard)
  console.log(`\n${complete.filter(Boolean).length} of ${hard.length} are complete; p50 ${p50}, p95 ${p95} ms,`)
  console.log(`${processor} ms of processor time a page, at most ${memory} MiB.`)
}
await stop()
process.exit(0)
