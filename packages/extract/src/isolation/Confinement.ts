/**
 * What the system takes from a process that reads documents. On Linux util-linux's `unshare` starts it in user, network
 * and process namespaces of its own (namespaces(7)): it has no network and sees no process that it could signal. Some
 * systems refuse that, such as Docker with its default seccomp profile; there only Node restricts it (`Lockdown.ts`).
 */
import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import { access } from "node:fs/promises"

/** How processes are confined on this machine. */
export interface Confinement {
  /** The command that starts a program in it. */
  readonly command: ReadonlyArray<string>
  /** Why they have no namespaces of their own, in one line; absent if they have. */
  readonly refusal?: string
}

/** Tries what this machine allows, which takes some 10 ms. */
export const find: Effect.Effect<Confinement> = Effect.suspend(() =>
  process.platform === "linux" ? onLinux : Effect.succeed({ command: [], refusal: `they need Linux` }),
)

// --- private --------------------------------------------------------------------------

/** Ends a process with the thread that started it, whatever it is doing. */
const endWithParent = ["setpriv", "--pdeathsig", "KILL"]
const namespaces = ["--net", "--pid", "--fork", "--kill-child"]
const asUser = ["unshare", "--user", "--map-current-user", ...namespaces]
/** Root needs no user namespace, which some systems refuse to everyone. */
const asRoot = ["unshare", ...namespaces]

const onLinux: Effect.Effect<Confinement> = Effect.gen(function* () {
  const ending = (yield* refusalOf(endWithParent)) === undefined ? endWithParent : []
  const refusal = (yield* refusalOf([...ending, ...asUser])) ?? (yield* lackOfChildren)
  if (refusal === undefined) return { command: [...ending, ...asUser] }
  const works = process.getuid?.() === 0 && (yield* refusalOf([...ending, ...asRoot])) === undefined
  if (works && (yield* lackOfChildren) === undefined) return { command: [...ending, ...asRoot] }
  return { command: ending, refusal }
})

/** A busy machine must not lose its confinement. */
const timeout = 20_000

/** Why a command can't start a program; `undefined` if it can. */
const refusalOf = ([file = "", ...args]: ReadonlyArray<string>): Effect.Effect<string | undefined> =>
  Effect.callback((resume) => {
    const child = execFile(file, [...args, "true"], { env: {}, timeout }, (error, _, stderr) => {
      const reason = error === null ? undefined : (stderr || error.message).trim().split("\n", 1)[0]
      resume(Effect.succeed(reason))
    })
    return Effect.sync(() => void child.kill("SIGKILL"))
  })

/** `ProcessWorker.ts` finds the process behind `unshare` in this file. */
const lackOfChildren: Effect.Effect<string | undefined> = Effect.suspend(() => {
  const file = `/proc/${process.pid}/task/${process.pid}/children`
  return Effect.tryPromise(() => access(file)).pipe(
    Effect.as(undefined),
    Effect.orElseSucceed(() => `${file} is missing`),
  )
})
