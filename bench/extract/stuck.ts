/**
 * Measures what is left of readers that V8 can't stop, with threads and with processes:
 *
 *   node bench/extract/stuck.ts [--calls 6] [--size 2]
 *
 * Each call reads a document whose reader is within a native call when its time is over. The figures: the calls' time,
 * the most workers alive at the same time, and the processors in use once all calls have ended.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { type DocumentFormat, Extractor, Settings } from "@porthole/core"
import { DocumentExtractor } from "@porthole/extract"
import { Effect, Layer } from "effect"
import * as Child from "../harness/Child.ts"
import { printTable } from "../harness/Figures.ts"
import * as Options from "../harness/Options.ts"
import { usageOf } from "../harness/ProcessTree.ts"

const { calls, isolation, size } = Options.read({ calls: 6, size: 2, isolation: "" })

/** Reads the documents until all calls have ended. */
const readAll = (isolation: DocumentFormat.Isolation): Promise<unknown> => {
  const stuck: DocumentFormat.DocumentFormat = {
    name: "stuck",
    mediaTypes: ["application/x-stuck"],
    extensions: [],
    weight: 0.5,
    isBinary: false,
    module: new URL("./src/isolation/StuckReader.ts", import.meta.url),
    isolation,
  }
  const read = Effect.gen(function* () {
    const { extract } = yield* Extractor.Extractor
    const fetched = { url: "https://site.test/", contentType: "application/x-stuck", bytes: new Uint8Array(1) }
    const reading = Effect.result(extract({ ...fetched, mode: "markdown" }))
    return yield* Effect.all(
      Array.from({ length: calls }, () => reading),
      { concurrency: "unbounded" },
    )
  })
  const layer = Layer.provideMerge(
    DocumentExtractor.layer({ formats: [stuck], isolation, size }),
    Layer.orDie(Settings.layer({ extract_timeout: "2 s" })),
  )
  // The figures are taken before the reader ends, because its end also ends its workers.
  return new Promise((resolve) => {
    const reading = Effect.tap(read, (results) => Effect.sync(() => resolve(results.length)))
    void Effect.runPromise(Effect.scoped(Effect.provide(Effect.andThen(reading, Effect.never), layer)))
  })
}

/** The threads of a process and of its descendants that have used a second, besides its main thread. */
const busyThreads = (pid: number, isRoot = true): number => {
  const folder = `/proc/${pid}/task`
  if (!existsSync(folder)) return 0
  return readdirSync(folder).reduce((sum, task) => {
    const [stat, children] = ["stat", "children"].map((name) => textOf(`${folder}/${task}/${name}`))
    const ticks = Number(stat?.split(") ")[1]?.split(" ")[11] ?? 0)
    const isBusy = ticks >= 100 && !(isRoot && Number(task) === pid)
    const below = (children ?? "").split(" ").filter((child) => child !== "")
    return below.reduce((all, child) => all + busyThreads(Number(child), false), sum + (isBusy ? 1 : 0))
  }, 0)
}

/** Empty if the process has ended meanwhile. */
const textOf = (file: string): string => {
  try {
    return readFileSync(file, "latin1")
  } catch {
    return ""
  }
}

const measure = async (name: string): Promise<ReadonlyArray<string>> => {
  const args = ["--isolation", name, "--calls", String(calls), "--size", String(size)]
  const child = await Child.start(import.meta.filename, args)
  const begun = performance.now()
  const root = child.pid ?? 0
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, busyThreads(root))), 250)
  await Child.ask(child, "read")
  const took = (performance.now() - begun) / 1_000
  await sleep(5_000)
  const before = usageOf(root).processor
  await sleep(5_000)
  const inUse = (usageOf(root).processor - before) / 5_000
  clearInterval(timer)
  child.kill("SIGKILL")
  return [took.toFixed(1), String(most), inUse.toFixed(2)]
}

if (isolation === "thread" || isolation === "process") Child.ready(() => readAll(isolation))
else {
  const print = printTable("isolation | calls took, s | most busy workers | processors in use 5 s later")
  for (const name of ["thread", "process"]) print(name, ...(await measure(name)))
  process.exit(0)
}
