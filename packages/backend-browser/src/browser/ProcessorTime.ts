/**
 * The processor time of the thread in which a browser does what its pages share: it answers commands there, too. Linux
 * reports it, where it lists the children of a process, among which the browser is found. Elsewhere a tenth of the time
 * that passes stands for it, the share of a busy machine.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { access, readFile } from "node:fs/promises"

/** Makes a reader of the milliseconds that the browser of a process group has used; a test swaps the list `own`. */
export const reader = Effect.fnUntraced(function* (
  group: number,
  own = "/proc/thread-self/children",
): Effect.fn.Return<Effect.Effect<number>> {
  const listsChildren = yield* Effect.isSuccess(Effect.tryPromise(() => access(own)))
  if (!listsChildren) return Effect.map(Clock.currentTimeMillis, (now) => now / 10)
  return Effect.flatMap(yield* Effect.cached(browserBelow(group)), timeOf)
})

// --- private --------------------------------------------------------------------------

const read = (path: string): Effect.Effect<string> =>
  Effect.orElseSucceed(
    Effect.tryPromise(() => readFile(path, "latin1")),
    () => "",
  )

/** The keeper's shell and the command that makes the namespaces have one child each; the browser's have a type. */
const browserBelow = (pid: number): Effect.Effect<number> =>
  Effect.gen(function* () {
    const [, child] = /^(\d+) /.exec(yield* read(`/proc/${pid}/task/${pid}/children`)) ?? []
    if (child === undefined || (yield* read(`/proc/${child}/cmdline`)).includes("--type=")) return pid
    return yield* browserBelow(Number(child))
  })

/** Of a process's threads the first has its number. Fields 14 and 15 are ticks of 10 ms (proc_pid_stat(5)). */
const timeOf = (pid: number): Effect.Effect<number> =>
  Effect.map(read(`/proc/${pid}/task/${pid}/stat`), (stat) => {
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10
  })
