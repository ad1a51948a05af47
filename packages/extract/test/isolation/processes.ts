/** The processes of this machine, by Linux's `/proc`. */
import { readdirSync, readFileSync } from "node:fs"
import { Result } from "effect"

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
