/** The processes of this machine, by Linux's `/proc`. */
import { readdirSync, readFileSync } from "node:fs"
import { Effect, Result } from "effect"

const textOf = (file: string): string =>
  Result.getOrElse(
    Result.try(() => readFileSync(file, "latin1")),
    () => "",
  )

/** Those that a process started, and what these started; the last one of a chain runs the program. */
export const descendantsOf = (pid: number): ReadonlyArray<number> => {
  const threads = Result.getOrElse(
    Result.try(() => readdirSync(`/proc/${pid}/task`)),
    () => [],
  )
  const children = threads.flatMap((thread) =>
    textOf(`/proc/${pid}/task/${thread}/children`).split(" ").filter(Boolean),
  )
  return children.flatMap((child) => [Number(child)].concat(descendantsOf(Number(child))))
}

/** The arguments of a process; empty if it has ended. */
export const argumentsOf = (pid: number): string => textOf(`/proc/${pid}/cmdline`)

// clock: between two looks at a process
export const pause = Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 20)))

/** Waits until something is so: on a busy machine that takes seconds. */
export const until = (isSo: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() => (isSo() ? Effect.void : Effect.andThen(pause, until(isSo))))
