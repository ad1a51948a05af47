/** A child process: its memory has a bound of its own, and what goes wrong in it stays there. */
import { fork } from "node:child_process"
import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { type Listener, type Peer, entry, ready } from "./Peer.ts"

/**
 * Starts a process whose heap has at most so many MiB. It has no environment, what it writes goes nowhere, and Node lets
 * it read files, which its program is in, but neither write one nor start anything (Node's permission model).
 */
export const start = (heap: number): Peer => {
  const child = fork(entry, [], {
    env: {},
    execArgv: ["--permission", "--allow-fs-read=*", `--max-old-space-size=${heap}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  })
  let listener: Listener | undefined
  let loss: { readonly cause: unknown } | undefined
  const { promise: isReady, resolve: settle } = Promise.withResolvers<void>()
  const lose = (cause: unknown): void => {
    loss ??= { cause }
    settle()
    listener?.lost(loss.cause)
  }
  child.on("message", (answer: unknown) => (answer === ready ? settle() : listener?.answered(answer)))
  child.on("error", lose)
  child.on("exit", (code, signal) => lose(new Error(`The process ended with ${signal ?? code}.`)))
  unref()
  return {
    send: (task) => void child.send(task, (error) => (error === null ? undefined : lose(error))),
    isReady,
    isLost: () => loss !== undefined,
    await: (next) => {
      listener = next
      if (next === undefined) unref()
      else {
        child.ref()
        child.channel?.ref()
      }
      if (loss !== undefined) next?.lost(loss.cause)
    },
    processorTime: () => processorTimeOf(child.pid ?? 0),
    end: () => {
      if (loss !== undefined) return Promise.resolve()
      const ended = once(child, "exit")
      child.ref()
      child.kill("SIGKILL")
      return ended
    },
  }

  function unref(): void {
    child.unref()
    child.channel?.unref()
  }
}

// --- private --------------------------------------------------------------------------

/** Fields 14 and 15 of Linux's `/proc/PID/stat`, in ticks of 10 ms (proc_pid_stat(5)); the second field may hold spaces. */
const processorTimeOf = (pid: number): Promise<number> =>
  readFile(`/proc/${pid}/stat`, "latin1").then(
    (stat) => {
      const [user = "0", system = "0"] = stat
        .slice(stat.lastIndexOf(")") + 2)
        .split(" ")
        .slice(11, 13)
      return (Number(user) + Number(system)) * 10
    },
    () => 0,
  )
