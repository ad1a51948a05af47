/**
 * A process that reads hazards through one layer, and prints the outcome and the cost of each: `Child.ts LAYER
 * [EXTRACT_TIMEOUT]`, in ms. Each line of stdin is a hazard's name, each line of stdout its result.
 */
import { Extractor, Settings } from "@porthole/core"
import { pdf } from "@porthole/extract-pdf"
import { Duration, Effect, Layer, ManagedRuntime, Result } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { DocumentExtractor } from "../../src/index.ts"
import { ReadabilityExtractor } from "../../src/readability.ts"
import { descendantsOf } from "../../../reader-pool/test/processes.ts"
import { hazards } from "./Hazards.ts"
import { allNames, type Measured } from "./Measured.ts"
import { nothing } from "./Nothing.ts"

const [, , layerName = "", timeout] = process.argv

const formats = [...DocumentExtractor.formats, pdf]
// Where no timeout matters, neither does when a limit of memory is looked at.
const memory = Number(timeout) > 60_000 ? 1_024 : undefined
const layers = {
  threads: DocumentExtractor.layer({ formats, isolation: "thread", memory }),
  processes: DocumentExtractor.layer({ formats, isolation: "process", memory }),
  inline: DocumentExtractor.layer({ formats, isolation: "none" }),
  "readability in threads": ReadabilityExtractor.layer({ isolation: "thread" }),
  "readability in processes": ReadabilityExtractor.layer({ isolation: "process" }),
}

const { defaultValue } = Settings.Settings
// A longer timeout than settings allow.
const settings = Layer.succeed(
  Settings.Settings,
  timeout === undefined ? defaultValue() : { ...defaultValue(), extract_timeout: Duration.millis(Number(timeout)) },
)
const layer = allNames.find((known) => known === layerName)
if (layer === undefined) throw new Error(`there is no layer ${layerName}`)
const runtime = ManagedRuntime.make(Layer.provideMerge(layers[layer], settings))

/** The content of a file of proc(5), or nothing if its process has ended. */
const contentOf = (file: string): string =>
  Result.getOrElse(
    Result.try(() => readFileSync(file, "latin1")),
    () => "",
  )

/** A reader's process is started by programs that confine it. */
const children = (): ReadonlyArray<string> => descendantsOf(process.pid).map(String)

/** The peak memory of a process, in MiB, by Linux's count. */
const peakOf = (pid: string): number =>
  Number(/^VmHWM:\s+(\d+)/m.exec(contentOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1_024

/** Collects garbage, and makes Linux count peaks from now on (proc(5), `clear_refs`). */
const resetPeaks = (): void => {
  globalThis.gc?.()
  for (const pid of ["self", ...children()]) Result.try(() => writeFileSync(`/proc/${pid}/clear_refs`, "5"))
}

/** The processor time of this process and of its children, in ms (proc_pid_stat(5), fields 14 to 17). */
const processorTime = (): number => {
  const fields = ["self", ...children()].flatMap((pid) => {
    const stat = contentOf(`/proc/${pid}/stat`)
    return stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 15)
  })
  return fields.reduce((sum, field) => sum + Number(field) * 10, 0)
}

let childPeak = 0
const watchChildren = (): void => {
  for (const pid of children()) childPeak = Math.max(childPeak, peakOf(pid))
}
// clock: samples the memory of processes, which a process that has ended doesn't show
setInterval(watchChildren, 20).unref()

const read = async (name: string, processorBefore: number): Promise<Measured> => {
  const hazard = [...nothing, ...hazards].find((known) => known.name === name)
  if (hazard === undefined) throw new Error(`there is no hazard ${name}`)
  const content = hazard.document()
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content
  const fetched = { url: "https://site.test/", contentType: hazard.contentType, bytes, mode: "markdown" } as const
  // clock: reported by `pnpm hazards`; no test reads it
  const begun = performance.now()
  childPeak = 0
  const result = await runtime.runPromise(Effect.result(Extractor.Extractor.use(({ extract }) => extract(fetched))))
  // clock: as above
  const ms = performance.now() - begun
  watchChildren()
  return {
    outcome: Result.match(result, {
      onFailure: ({ error }) => error,
      onSuccess: ({ content }) => (content.includes(hazard.expected) ? "read" : `wrong: ${content.slice(0, 80)}`),
    }),
    reduced: Result.isSuccess(result) ? (result.success.reduced ?? []).map(({ part }) => part) : [],
    ms,
    processor: processorTime() - processorBefore,
    peak: peakOf("self") + childPeak,
  }
}

// The start of this process counts for the first one.
let processorBefore = 0
for await (const name of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await read(name, processorBefore)))
  resetPeaks()
  processorBefore = processorTime()
}
await runtime.dispose()
