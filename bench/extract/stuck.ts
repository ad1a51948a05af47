/**
 * Measures what is left of readers that V8 can't stop, with threads and with processes:
 *
 *   node bench/extract/stuck.ts [--calls 6] [--size 2]
 *
 * Each call reads a document whose reader is within a native call when its time is over. The figures: the calls' time,
 * the most workers alive at the same time, and the processors in use once all calls have ended.
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { type DocumentFormat, Extractor, Settings } from "@porthole/core"
import { Reader } from "@porthole/extract"
import { Effect, Layer } from "effect"
import { usageOf } from "../mcp/src/ProcessTree.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { calls: { type: "string", default: "6" }, size: { type: "string", default: "2" } },
})
const isolation = (["thread", "process"] as const).find((name) => name === positionals[0])

/** Reads the documents, prints a line when all calls have ended, and stays. */
const readAll = (isolation: DocumentFormat.Isolation): Promise<void> => {
  const stuck: DocumentFormat.DocumentFormat = {
    name: "stuck",
    mediaTypes: ["application/x-stuck"],
    extensions: [],
    weight: 0.5,
    isBinary: false,
    reader: new URL("./src/isolation/StuckReader.ts", import.meta.url),
    isolation,
  }
  const read = Effect.gen(function* () {
    const { extract } = yield* Extractor.Extractor
    const fetched = { url: "https://site.test/", contentType: "application/x-stuck", bytes: new Uint8Array(1) }
    const calls = Array.from({ length: Number(values.calls) }, () =>
      Effect.result(extract({ ...fetched, mode: "markdown" })),
    )
    yield* Effect.all(calls, { concurrency: "unbounded" })
    // What the end of the process would end, too, is measured first.
    setInterval(() => {}, 1_000)
    process.send?.("ended")
    return yield* Effect.never
  })
  const layer = Layer.provideMerge(
    Reader.layer({ formats: [stuck], isolation, size: Number(values.size) }),
    Layer.orDie(Settings.layer({ extract_timeout: "2 s" })),
  )
  return Effect.runPromise(Effect.scoped(Effect.provide(read, layer)))
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

if (isolation !== undefined) await readAll(isolation)
else {
  process.stdout.write("| isolation | calls took, s | most busy workers | processors in use 5 s later |\n")
  process.stdout.write("| --- | ---: | ---: | ---: |\n")
  for (const name of ["thread", "process"]) {
    const begun = performance.now()
    const child = fork(import.meta.filename, [name, "--calls", values.calls, "--size", values.size])
    const root = child.pid ?? 0
    let most = 0
    const timer = setInterval(() => (most = Math.max(most, busyThreads(root))), 250)
    await once(child, "message")
    const took = (performance.now() - begun) / 1_000
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    const before = usageOf(root).processor
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    const inUse = (usageOf(root).processor - before) / 5_000
    clearInterval(timer)
    child.kill("SIGKILL")
    process.stdout.write(`| ${name} | ${took.toFixed(1)} | ${most} | ${inUse.toFixed(2)} |\n`)
  }
  process.exit(0)
}
