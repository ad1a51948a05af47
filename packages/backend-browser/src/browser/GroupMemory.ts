/**
 * The memory of a browser's processes on Linux, by their process group. A page can take gigabytes within seconds, so
 * it is read often. Other systems have no `/proc`: there nothing is read, and nothing bounded.
 */
import * as Effect from "effect/Effect"
import { readdir, readFile } from "node:fs/promises"

/** A process and its memory in bytes: what it shares with no file. */
export interface ProcessMemory {
  readonly pid: number
  readonly bytes: number
  readonly isRenderer: boolean
}

/** Makes a reader of one group's processes; what belongs to others is read once. */
export const reader = (group: number): Effect.Effect<ReadonlyArray<ProcessMemory>> => {
  let known = new Map<string, boolean>()
  return Effect.gen(function* () {
    const entries = yield* read(() => readdir("/proc"), [])
    const pids = entries.filter((entry) => /^\d+$/.test(entry))
    const own = yield* Effect.forEach(pids, (pid) =>
      Effect.map(isIn(group, pid, known), (isOwn) => [pid, isOwn] as const),
    )
    known = new Map(own)
    return yield* Effect.forEach(
      own.flatMap(([pid, isOwn]) => (isOwn ? [pid] : [])),
      memoryOf,
    )
  })
}

// --- private --------------------------------------------------------------------------

const read = <A>(from: () => Promise<A>, otherwise: A): Effect.Effect<A> =>
  Effect.orElseSucceed(Effect.tryPromise(from), () => otherwise)

/** The group is the fifth field of `/proc/PID/stat`; the second may contain spaces (proc_pid_stat(5)). */
const isIn = (group: number, pid: string, known: ReadonlyMap<string, boolean>): Effect.Effect<boolean> => {
  const before = known.get(pid)
  if (before !== undefined) return Effect.succeed(before)
  return Effect.map(
    read(() => readFile(`/proc/${pid}/stat`, "latin1"), ""),
    (stat) => Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2]) === group,
  )
}

const memoryOf = (pid: string): Effect.Effect<ProcessMemory> =>
  Effect.gen(function* () {
    const [status, command] = yield* Effect.all([
      read(() => readFile(`/proc/${pid}/status`, "latin1"), ""),
      read(() => readFile(`/proc/${pid}/cmdline`, "latin1"), ""),
    ])
    const kibibytes = ["RssAnon", "RssShmem"].reduce((sum, name) => sum + numberAfter(`${name}:`, status), 0)
    return { pid: Number(pid), bytes: kibibytes * 1_024, isRenderer: command.includes("--type=renderer") }
  })

const numberAfter = (name: string, text: string): number => {
  const at = text.indexOf(name)
  return at < 0 ? 0 : Number.parseInt(text.slice(at + name.length), 10) || 0
}
