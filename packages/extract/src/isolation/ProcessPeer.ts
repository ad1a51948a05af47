/** A child process: its memory has a bound of its own, and what goes wrong in it stays there. */
import { fork } from "node:child_process"
import { once } from "node:events"
import { readFile } from "node:fs/promises"
import * as PeerState from "./PeerState.ts"
import { entry, type Peer } from "./Peer.ts"

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
  const state = PeerState.make((isHeld) => {
    for (const handle of [child, child.channel]) {
      if (isHeld) handle?.ref()
      else handle?.unref()
    }
  })
  child.on("message", state.take)
  child.on("error", state.lose)
  child.on("exit", (code, signal) => state.lose(new Error(`The process ended with ${signal ?? code}.`)))
  return {
    ...state,
    send: (task) => void child.send(task, (error) => (error === null ? undefined : state.lose(error))),
    processorTime: () => processorTimeOf(child.pid ?? 0),
    // V8 holds it to its own bound.
    heap: () => Promise.resolve(0),
    end: () => {
      if (state.isLost()) return Promise.resolve()
      const ended = once(child, "exit")
      child.ref()
      child.kill("SIGKILL")
      return ended
    },
  }
}

// --- private --------------------------------------------------------------------------

/** That of its main thread, which does the reading: fields 14 and 15 of Linux's stat, in ticks of 10 ms (proc_pid_stat(5)); the second field may hold spaces. */
const processorTimeOf = (pid: number): Promise<number> =>
  readFile(`/proc/${pid}/task/${pid}/stat`, "latin1").then(
    (stat) => {
      const [user = "0", system = "0"] = stat
        .slice(stat.lastIndexOf(")") + 2)
        .split(" ")
        .slice(11, 13)
      return (Number(user) + Number(system)) * 10
    },
    () => 0,
  )
