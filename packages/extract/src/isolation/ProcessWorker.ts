/** A child process. Its memory is its own, and a crash stays inside it. */
import * as Effect from "effect/Effect"
import { fork } from "node:child_process"
import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { entry, makeRelay, type Start, type Usage } from "./Worker.ts"

/**
 * Starts a process with at most `heap` MiB of JavaScript heap. It has no environment, and its output is discarded.
 * Node's permission model lets it read files, because its program is in files, but neither write them nor start
 * anything.
 */
export const start =
  (heap: number): Start =>
  (preload) => {
    const child = fork(entry, [...preload], {
      env: {},
      execArgv: ["--permission", "--allow-fs-read=*", `--max-old-space-size=${heap}`, `--max-semi-space-size=${young}`],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    })
    const relay = makeRelay((isHeld) => {
      for (const handle of [child, child.channel]) handle?.[isHeld ? "ref" : "unref"]()
    })
    child.on("message", relay.receive)
    child.on("error", relay.lose)
    child.on("exit", (code, signal) => relay.lose(new Error(`The process ended with ${signal ?? code}.`)))
    relay.listen(undefined)
    return {
      ...relay,
      send: (task) => void child.send(task, (error) => (error === null ? undefined : relay.lose(error))),
      usage: () => Effect.runPromise(usageOf(child.pid ?? 0)),
      end: () => {
        if (relay.isLost()) return Promise.resolve()
        const ended = once(child, "exit")
        child.ref()
        child.kill("SIGKILL")
        return ended
      },
    }
  }

// --- private --------------------------------------------------------------------------

/** MiB of each half of the short-lived objects. The larger default takes memory and saves no time. */
const young = 8

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
