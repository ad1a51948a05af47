/**
 * A process that reads one hazard through one layer, and prints the outcome and its cost: `Child.ts LAYER NAME
 * [EXTRACT_TIMEOUT]`, in ms.
 */
import { Extractor, Settings } from "@porthole/core"
import { pdf } from "@porthole/extract-pdf"
import { Effect, Layer, Result } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { Reader } from "../../src/index.ts"
import { hazards } from "./Hazards.ts"
import { layerNames, type Measured } from "./Measured.ts"
import { nothing } from "./Nothing.ts"

const formats = [...Reader.formats, pdf]
const layers = {
  threads: Reader.layer({ formats }),
  processes: Reader.layer({ formats, isolation: "process" }),
  inline: Reader.layer({ formats, isolation: "none" }),
}

const [, , layerName = "", name = "", timeout] = process.argv
const settings = Settings.layer({ extract_timeout: timeout === undefined ? undefined : Number(timeout) })
const layer = layerNames.find((known) => known === layerName)
const hazard = [...nothing, ...hazards].find((known) => known.name === name)
if (layer === undefined || hazard === undefined) throw new Error(`there is no layer ${layerName} or hazard ${name}`)

/** The peak memory of a process, in MiB, by Linux's count. */
const peakOf = (pid: number | string): number => {
  const status = Result.getOrElse(
    Result.try(() => readFileSync(`/proc/${pid}/status`, "latin1")),
    () => "",
  )
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024
}

/**
 * The processor time of this process and of its children that have ended, in ms (proc_pid_stat(5), fields 14 to 17).
 */
const processorTime = (): number => {
  const stat = readFileSync("/proc/self/stat", "latin1")
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15)
  return fields.reduce((sum, field) => sum + Number(field) * 10, 0)
}

let childPeak = 0
const watch = setInterval(() => {
  for (const task of readdirSync("/proc/self/task")) {
    const children = Result.getOrElse(
      Result.try(() => readFileSync(`/proc/self/task/${task}/children`, "latin1")),
      () => "",
    )
    for (const pid of children.split(" ")) if (pid !== "") childPeak = Math.max(childPeak, peakOf(pid))
  }
}, 20)
watch.unref()

const content = hazard.document()
const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content
const fetched = { url: "https://site.test/", contentType: hazard.contentType, bytes, mode: "markdown" } as const
const begun = performance.now()
const read = Effect.gen(function* () {
  const { extract } = yield* Extractor.Extractor
  const result = yield* Effect.result(extract(fetched))
  // The cost until the answer counts; ending the layer doesn't.
  return { result, ms: performance.now() - begun, peak: peakOf("self") }
}).pipe(Effect.provide(Layer.provideMerge(layers[layer], Layer.orDie(settings))))
const { ms, peak, result } = await Effect.runPromise(read)
clearInterval(watch)
const measured: Measured = {
  outcome: Result.match(result, {
    onFailure: ({ error }) => error,
    onSuccess: ({ content }) => (content.includes(hazard.expected) ? "read" : `wrong: ${content.slice(0, 80)}`),
  }),
  reduced: Result.isSuccess(result) ? (result.success.reduced ?? []).map(({ part }) => part) : [],
  ms,
  processor: processorTime(),
  peak: peak + childPeak,
}
process.stdout.write(JSON.stringify(measured))
