/**
 * Reads damaged Office files in the isolated process: `node bench/office/fuzz.ts --corpus DIR [--count 2000] [--seed 1]`,
 * COUNT for each type of file in DIR. A fifth has other bytes anywhere, the others a damaged part in a whole archive.
 * After each 50, a whole document is read and must be as before. Fails if a read ends with anything but a document or a
 * typed error, a second after its deadline, or if a whole document is read in another way. Prints how many processes
 * read the documents of a type (one, if none died) and the most memory that one had, both from Linux's `/proc`.
 */
import { Extractor, Settings } from "@porthole/core"
import { DocumentExtractor } from "@porthole/extract"
import { Duration, Effect, Layer, ManagedRuntime, Result } from "effect"
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { open } from "../../packages/extract-office/src/container/Zip.ts"
import { message, notebook, office } from "../../packages/extract-office/src/index.ts"
import { zipOf } from "../../packages/extract-office/test/support.ts"
import { mutate, randomOf } from "../../packages/extract/test/hazards/Mutation.ts"
import { countsOf, printTable } from "../harness/Figures.ts"
import * as Options from "../harness/Options.ts"

const { corpus, count, seed } = Options.read({ corpus: "", count: 2_000, seed: 1 }, "corpus")

const deadline = 10_000
/** In MiB: a process that only starts readers has less. */
const smallProcess = 20
const types = ["docx", "xlsx", "pptx", "epub", "odt", "ods", "ipynb", "eml"]
const declared = new Map([
  ["ipynb", "application/x-ipynb+json"],
  ["eml", "message/rfc822"],
])

const layer = DocumentExtractor.layer({ formats: [...DocumentExtractor.formats, office, notebook, message] })
const settings = Layer.succeed(Settings.Settings, {
  ...Settings.Settings.defaultValue(),
  extract_timeout: Duration.millis(deadline),
})
const runtime = ManagedRuntime.make(Layer.provideMerge(layer, settings))

const read = (bytes: Uint8Array, type: string) =>
  runtime.runPromise(
    Extractor.Extractor.use(({ extract }) =>
      Effect.result(
        extract({
          url: `https://office.test/a.${type}`,
          contentType: declared.get(type) ?? "application/zip",
          bytes,
          mode: "markdown",
        }),
      ),
    ),
  )

/** An archive with one damaged part, or any file with damaged bytes. */
const damaged = (bytes: Uint8Array, other: Uint8Array, random: () => number): Uint8Array => {
  const zip = Result.getOrUndefined(open(bytes))
  if (zip === undefined || random() < 0.2) return mutate(bytes, other, random).bytes
  const names = Array.from(zip.entries.keys())
  const parts = names.filter((name) => /\.(?:xml|rels|x?html|opf|ncx)$/.test(name))
  const chosen = parts[Math.floor(random() * parts.length)]
  return zipOf(
    names.map((name) => {
      const content = Result.getOrUndefined(zip.read(name)) ?? new Uint8Array()
      return { name, content: name === chosen ? mutate(content, content, random).bytes : content }
    }),
  )
}

/** The processes below one (proc_pid_task(5)). */
const processesOf = (pid: number): ReadonlyArray<number> => {
  const path = `/proc/${pid}/task/${pid}/children`
  const children = existsSync(path) ? (readFileSync(path, "latin1").match(/\d+/g) ?? []).map(Number) : []
  return children.concat(children.flatMap(processesOf))
}

/** The most resident memory that a process has had, in MiB. */
const peakOf = (pid: number): number => {
  const path = `/proc/${pid}/status`
  const peak = existsSync(path) ? /^VmHWM:\s*(\d+)/m.exec(readFileSync(path, "latin1"))?.[1] : undefined
  return Math.round(Number(peak ?? 0) / 1_024)
}

let isBroken = false
const printRow = printTable("type | documents | outcome | times")
const slowest: Array<readonly [name: string, ms: number]> = []
for (const type of types) {
  const files = globSync(join(corpus, `**/*.${type}`)).filter((path) => readFileSync(path).length < 300_000)
  const all = files.map((path) => new Uint8Array(readFileSync(path)))
  const whole = all[0]
  if (whole === undefined) continue
  const before = JSON.stringify(await read(whole, type))
  const outcomes: Array<string> = []
  const peaks = new Map<number, number>()
  for (let at = 0; at < count; at++) {
    const random = randomOf(seed * 1_000_003 + at)
    const [one = whole, other = whole] = [all[at % all.length], all[Math.floor(random() * all.length)]]
    const bytes = damaged(one, other, random)
    const begun = performance.now()
    const outcome = await read(bytes, type).then(
      Result.match({ onFailure: ({ error, message }) => `${error}: ${message}`, onSuccess: () => "read" }),
      (cause) => `broken: ${String(cause).slice(0, 200)}`,
    )
    const ms = performance.now() - begun
    slowest.push([`${type} ${at} (${outcome})`, ms])
    outcomes.push(outcome)
    for (const pid of processesOf(process.pid)) peaks.set(pid, Math.max(peakOf(pid), peaks.get(pid) ?? 0))
    if (outcome.startsWith("broken") || ms > deadline + 1_000) isBroken = true
    if (at % 50 === 49 && JSON.stringify(await read(whole, type)) !== before) {
      outcomes.push("broken: the whole document is read in another way")
      isBroken = true
    }
  }
  for (const [outcome, times] of countsOf(outcomes)) printRow(type, files.length, outcome, times)
  printRow(type, files.length, "processes", Array.from(peaks.values()).filter((peak) => peak > smallProcess).length)
  printRow(type, files.length, "most MiB of a process", Math.max(0, ...peaks.values()))
}
console.log(`\nmemory of this process: ${Math.round(process.memoryUsage.rss() / 1_048_576)} MiB`)
const printSlow = printTable("slowest | ms")
for (const [name, ms] of slowest.toSorted(([, one], [, other]) => other - one).slice(0, 12))
  printSlow(name, Math.round(ms))
await runtime.dispose()
process.exit(isBroken ? 1 : 0)
