/**
 * Reads damaged Office files in the isolated process: `node bench/office/fuzz.ts --corpus DIR [--count 2000] [--seed 1]`,
 * COUNT for each type of file in DIR. A fifth has other bytes anywhere, the others a damaged part in a whole archive.
 * After each 50, a whole document is read and must be as before. Fails if a read ends with anything but a document or a
 * typed error, a second after its deadline, or if a whole document is read in another way.
 */
import { Extractor, Settings } from "@porthole/core"
import { DocumentExtractor } from "@porthole/extract"
import { Duration, Effect, Layer, ManagedRuntime, Result } from "effect"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { open } from "../../packages/extract-office/src/container/Zip.ts"
import { message, notebook, office } from "../../packages/extract-office/src/index.ts"
import { zipOf } from "../../packages/extract-office/test/support.ts"
import { mutate, randomOf } from "../../packages/extract/test/hazards/Mutation.ts"
import { countsOf, printTable } from "../harness/Figures.ts"
import * as Options from "../harness/Options.ts"

const { corpus, count, seed } = Options.read({ corpus: "", count: 2_000, seed: 1 }, "corpus")

const deadline = 10_000
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
  for (let at = 0; at < count; at++) {
    const random = randomOf(seed * 1_000_003 + at)
    const [one = whole, other = whole] = [all[at % all.length], all[Math.floor(random() * all.length)]]
    const bytes = damaged(one, other, random)
    const begun = performance.now()
    const outcome = await read(bytes, type).then(
      Result.match({ onFailure: ({ error }) => error as string, onSuccess: () => "read" }),
      (cause) => `broken: ${String(cause).slice(0, 200)}`,
    )
    const ms = performance.now() - begun
    slowest.push([`${type} ${at} (${outcome})`, ms])
    outcomes.push(outcome)
    if (outcome.startsWith("broken") || ms > deadline + 1_000) isBroken = true
    if (at % 50 === 49 && JSON.stringify(await read(whole, type)) !== before) {
      outcomes.push("broken: the whole document is read in another way")
      isBroken = true
    }
  }
  for (const [outcome, times] of countsOf(outcomes)) printRow(type, files.length, outcome, times)
}
console.log(`\nmemory of this process: ${Math.round(process.memoryUsage.rss() / 1_048_576)} MiB`)
const printSlow = printTable("slowest | ms")
for (const [name, ms] of slowest.toSorted(([, one], [, other]) => other - one).slice(0, 12))
  printSlow(name, Math.round(ms))
await runtime.dispose()
process.exit(isBroken ? 1 : 0)
