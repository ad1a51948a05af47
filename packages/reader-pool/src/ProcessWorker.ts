/**
 * A child process. Its memory is its own, and a crash stays inside it. It has no environment, its output is discarded,
 * and Node's permission model lets it read the folders of its program only, and neither write nor start anything. The
 * system takes the network from it, where it can (`Confinement.ts`).
 */
import { Bound } from "@porthole/core"
import * as Effect from "effect/Effect"
import { fork, type ChildProcess } from "node:child_process"
import { readFile } from "node:fs/promises"
import * as Confinement from "./Confinement.ts"
import * as ProgramFolders from "./ProgramFolders.ts"
import { entry, makeRelay, type Start, type Usage, type Worker } from "./Worker.ts"

/** How processes are started. */
export interface Options {
  /** MiB of a process's JavaScript heap. */
  readonly heap: number
  /** The modules that processes may be asked to load. */
  readonly modules: ReadonlyArray<URL>
  /** Default: what this machine allows. */
  readonly confinement?: Confinement.Confinement
}

/** Finds out what processes need and what this machine takes from them; the result starts one. */
export const make = Effect.fnUntraced(function* ({ heap, modules, ...given }: Options): Effect.fn.Return<Start> {
  const [{ command }, folders] = yield* Effect.all(
    [
      given.confinement === undefined ? Confinement.find : Effect.succeed(given.confinement),
      ProgramFolders.of([entry, ...modules]),
    ],
    { concurrency: "unbounded" },
  )
  const [program = process.execPath, ...args] = [...command, process.execPath]
  const restrictions = ["--permission", ...withoutSqlite, ...folders.map((folder) => `--allow-fs-read=${folder}`)]
  const sizes = [`--max-old-space-size=${heap}`, `--max-semi-space-size=${young}`]
  return (preload) =>
    workerOf(
      Bound.start("reader workers", () =>
        fork(entry, [...preload], {
          env: {},
          execPath: program,
          execArgv: [...args, ...restrictions, ...sizes],
          serialization: "advanced",
          stdio: ["ignore", "ignore", "ignore", "ipc"],
          windowsHide: true,
        }),
      ),
      command.includes("--fork"),
    )
})

// --- private --------------------------------------------------------------------------

/** SQLite reads and writes any file, whatever the permissions say. */
const withoutSqlite = ["--no-experimental-sqlite"].filter((flag) => process.allowedNodeEnvironmentFlags.has(flag))

/** MiB of each half of the short-lived objects. The larger default takes memory and saves no time. */
const young = 8

/** `isForked`: whether the child's own child runs the program. */
const workerOf = (child: ChildProcess, isForked: boolean): Worker => {
  const hold = (isHeld: boolean): void => {
    for (const handle of [child, child.channel]) handle?.[isHeld ? "ref" : "unref"]()
  }
  const relay = makeRelay(hold)
  // The program holds its end of the channel until its memory is free, also where the child isn't the program.
  const ended = Promise.all(["exit", "disconnect"].map((event) => new Promise((resolve) => child.once(event, resolve))))
  child.on("message", relay.receive)
  child.on("error", relay.lose)
  child.on("exit", (code, signal) => relay.lose(new Error(`The process ended with ${signal ?? code}.`)))
  relay.listen(undefined)
  const pid = isForked ? childOf(child.pid ?? 0) : Effect.succeed(child.pid ?? 0)
  return {
    ...relay,
    send: (task) => void child.send(task, (error) => (error === null ? undefined : relay.lose(error))),
    usage: () => Effect.runPromise(Effect.flatMap(pid, usageOf)),
    end: () => {
      if (child.pid === undefined) return Promise.resolve()
      hold(true)
      child.kill("SIGKILL")
      return ended
    },
  }
}

/** The first child of a process on Linux (proc_pid_task(5)); 0 if there is none. */
const childOf = (pid: number): Effect.Effect<number> =>
  Effect.tryPromise(() => readFile(`/proc/${pid}/task/${pid}/children`, "latin1")).pipe(
    Effect.map((children) => Number.parseInt(children, 10) || 0),
    Effect.orElseSucceed(() => 0),
  )

/**
 * Linux's `/proc/PID/stat` (proc_pid_stat(5)): the processor time of all threads is in fields 14 and 15, in ticks of 10
 * ms, and the resident memory in field 24, in pages of 4 KiB. The second field may contain spaces. On other systems
 * both are unknown.
 */
const usageOf = (pid: number): Effect.Effect<Usage> =>
  Effect.tryPromise(() => readFile(`/proc/${pid}/stat`, "latin1")).pipe(
    Effect.map((stat) => {
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
      const [user, system, pages] = [Number(fields[11]), Number(fields[12]), Number(fields[21])]
      return { processorTime: (user + system) * 10, memory: (pages * 4) / 1_024 }
    }),
    Effect.orElseSucceed(() => ({ processorTime: 0, memory: 0 })),
  )
