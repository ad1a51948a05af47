/**
 * The end of a server that is stuck. JavaScript can't handle a signal while the main thread is stuck, and Node doesn't
 * end before its threads, some of whose native calls can't be stopped. So a thread of its own watches, in shared
 * memory, a heartbeat of the main thread and the announcement of the end. If the end isn't reached within {@link
 * grace}, or no beat comes for as long, it ends the process by SIGKILL, and on Linux its child processes.
 *
 * The thread counts its own ticks, and for the heartbeat only those that came in time. So a suspended machine, SIGSTOP
 * and a lack of processor time don't count as stuck, as long as they also hold up this thread. It can't tell what a
 * main thread waits for that has no beat while this thread runs: a wait for a blocked disk counts, and so does a main
 * thread that alone gets no processor time. Under a debugger it does nothing.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Inspector from "node:inspector"
import { postMessageToThread, Worker } from "node:worker_threads"
import { Bound } from "@porthole/core"

/**
 * How long the end of the process may take from its announcement, and how long no beat may come. The thread looks once
 * a second, so it acts up to a second later.
 */
export const grace = Duration.seconds(10)

/**
 * Runs a server under the watchdog, whose thread starts after `delay`, or at the announcement of the end. The server
 * announces its end, as SIGTERM and SIGINT do. Afterwards the process may exit: no thread is stuck.
 */
export const watch = <A, E, R>(
  delay: Duration.Input,
  server: (announceEnd: Effect.Effect<void>) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const shared = new Int32Array(new SharedArrayBuffer(Object.keys(cells).length * Int32Array.BYTES_PER_ELEMENT))
    let isWatched = false
    const start = () => {
      if (!isWatched) startThread(shared)
      isWatched = true
    }
    const announce = () => {
      Atomics.store(shared, cells.isEnding, 1)
      start()
    }
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, announce)
    const threads = trackThreads()
    beat(shared)
    setInterval(beat, tick, shared).unref()
    setTimeout(start, Duration.toMillis(Duration.fromInputUnsafe(delay))).unref()
    const announceEnd = Effect.sync(announce)
    return Effect.ensuring(server(announceEnd), Effect.andThen(announceEnd, untilAnswered(threads)))
  })

// --- private --------------------------------------------------------------------------

/** Milliseconds between two beats, and between two looks at them. */
const tick = 1_000

/** The numbers in the shared memory. */
const cells = { beats: 0, isEnding: 1, isDebugged: 2 } as const

const beat = (shared: Int32Array): void => {
  Atomics.add(shared, cells.beats, 1)
  Atomics.store(shared, cells.isDebugged, Inspector.url() === undefined ? 0 : 1)
}

/** The ids of the threads of this process, including those that preloads have started before. */
const trackThreads = (): ReadonlySet<number> => {
  const threads = new Set<number>()
  process.on("worker", (thread) => {
    const { threadId } = thread
    if (threads.size === 0) for (let earlier = 1; earlier < threadId; earlier++) threads.add(earlier)
    threads.add(threadId)
    thread.once("exit", () => threads.delete(threadId))
  })
  return threads
}

/**
 * Waits while a thread is stuck. `process.exit` ends the threads one after the other, and so the watchdog perhaps
 * before it waits for a stuck one.
 */
const untilAnswered = (threads: ReadonlySet<number>): Effect.Effect<void> =>
  Effect.forEach(threads, isStuck, { concurrency: "unbounded" }).pipe(
    Effect.repeat({ until: (stuck) => !stuck.includes(true), schedule: Schedule.spaced("100 millis") }),
    Effect.asVoid,
  )

/** A thread that isn't stuck answers at once that it expects no message, as does one that has ended. */
const isStuck = (thread: number): Effect.Effect<boolean> =>
  Effect.promise(() =>
    postMessageToThread(thread, undefined, 500).then(
      () => false,
      (cause: NodeJS.ErrnoException) => cause.code === "ERR_WORKER_MESSAGING_TIMEOUT",
    ),
  )

/**
 * `(module (import "wasi_snapshot_preview1" "proc_exit" (func (param i32))) (memory (export "memory") 1) (func (export
 * "_start") i32.const 137 call 0))`
 */
const exitModule = Buffer.from(
  "AGFzbQEAAAABCAJgAX8AYAAAAiQBFndhc2lfc25hcHNob3RfcHJldmlldzEJcHJvY19leGl0AAADAgEBBQMBAAEHEwIGbWVtb3J5" +
    "AgAGX3N0YXJ0AAEKCQEHAEGJARAACw==",
  "base64",
)

/** The thread has neither our environment nor our preloads. A thread that fails is replaced. */
const startThread = (shared: Int32Array): void => {
  const limit = Math.floor(Duration.toMillis(grace) / tick)
  const workerData = { shared, cells, tick, limit, exitModule, pid: process.pid }
  const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 }
  const thread = Bound.start(
    "main thread",
    () => new Worker(program, { eval: true, env: {}, execArgv: [], workerData, resourceLimits }),
  )
  thread.once("error", () => setTimeout(startThread, tick, shared).unref())
  thread.unref()
}

/**
 * The program of the thread; as text it needs no file beside the packed command. Nobody may read stderr, so writing to
 * it must not delay the end. Linux ignores SIGKILL from a process with the id 1, as in a container, to itself: there
 * the thread calls `exit` of the C library, by the only way that Node has, a module of WebAssembly that calls WASI's
 * `proc_exit` with the code that a shell shows for SIGKILL.
 */
const program = `
const { readdirSync, readFileSync, write } = require("node:fs")
const { cells, exitModule, limit, pid, shared, tick } = require("node:worker_threads").workerData
let [beats, still, ending, before] = [0, 0, 0, performance.now()]

const children = () => {
  try {
    const listOf = (task) => readFileSync("/proc/self/task/" + task + "/children", "latin1").split(" ")
    return readdirSync("/proc/self/task").flatMap(listOf).filter((child) => child !== "")
  } catch {
    return []
  }
}
const kill = (id) => {
  try {
    process.kill(Number(id), "SIGKILL")
  } catch {}
}
const endSelf = () => {
  kill(pid)
  const { WASI } = require("node:wasi")
  const wasi = new WASI({ version: "preview1", returnOnExit: false })
  wasi.start(new WebAssembly.Instance(new WebAssembly.Module(exitModule), wasi.getImportObject()))
}
const end = (reason) => {
  clearInterval(timer)
  children().forEach(kill)
  write(2, "porthole: " + reason + ", so it was ended by SIGKILL.\\n", endSelf)
  setTimeout(endSelf, 500)
}
const look = () => {
  const isInTime = performance.now() - before < 1.5 * tick
  before = performance.now()
  if (Atomics.load(shared, cells.isDebugged) === 1) return (still = ending = 0)
  if (Atomics.load(shared, cells.isEnding) === 1) ending += 1
  const last = beats
  beats = Atomics.load(shared, cells.beats)
  if (beats !== last) still = 0
  else if (isInTime) still += 1
  // The first look came less than a whole tick after the announcement.
  if (ending > limit) end("The process didn't end within " + (limit * tick) / 1_000 + " s")
  else if (still >= limit) end("The process was stuck for " + (limit * tick) / 1_000 + " s")
}
const timer = setInterval(look, tick)
`
