/**
 * What the system takes from a process that reads documents. On Linux util-linux's `unshare` starts it in user, network
 * and process namespaces of its own (namespaces(7)): it has no network and sees no process that it could signal. Some
 * systems refuse that, such as Docker with its default seccomp profile; there only Node restricts it (`Lockdown.ts`).
 * For root, too, that takes a user namespace: without one, root's capabilities lead back into the network.
 */
import { Bound } from "@porthole/core"
import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import { access, constants } from "node:fs/promises"
import { delimiter, isAbsolute, join } from "node:path"

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

const onLinux: Effect.Effect<Confinement> = Effect.gen(function* () {
  const [setpriv, unshare, nothing] = yield* Effect.all([fileOf("setpriv"), fileOf("unshare"), fileOf("true")])
  /** Ends a process with the thread that started it, whatever it is doing. */
  const endWithParent = [setpriv, "--pdeathsig", "KILL"]
  const ending = (yield* refusalOf([...endWithParent, nothing])) === undefined ? endWithParent : []
  const command = [...ending, unshare, "--user", "--map-current-user", "--net", "--pid", "--fork", "--kill-child"]
  const refusal = (yield* refusalOf([...command, nothing])) ?? (yield* missingChildList)
  return refusal === undefined ? { command } : { command: ending, refusal }
})

/** The file of a command by this program's `PATH`, which the processes don't have; else the system looks for it. */
const fileOf = (name: string): Effect.Effect<string> => {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(isAbsolute)
  return folders.reduceRight(
    (others, folder) =>
      Effect.tryPromise(() => access(join(folder, name), constants.X_OK)).pipe(
        Effect.as(join(folder, name)),
        Effect.catch(() => others),
      ),
    Effect.succeed(name),
  )
}

/** A busy machine must not lose its confinement. */
const timeout = 20_000

/** Why a command can't be run; `undefined` if it can. */
const refusalOf = ([file = "", ...args]: ReadonlyArray<string>): Effect.Effect<string | undefined> =>
  Effect.callback((resume) => {
    const child = Bound.start("probes of a confinement", () =>
      execFile(file, args, { env: {}, timeout }, (error, _, stderr) => {
        const reason = error === null ? undefined : (stderr || error.message).trim().split("\n", 1)[0]
        resume(Effect.succeed(reason))
      }),
    )
    return Effect.sync(() => void child.kill("SIGKILL"))
  })

/** `ProcessWorker.ts` finds the process behind `unshare` in this file. */
const missingChildList: Effect.Effect<string | undefined> = Effect.suspend(() => {
  const file = `/proc/${process.pid}/task/${process.pid}/children`
  return Effect.tryPromise(() => access(file)).pipe(
    Effect.as(undefined),
    Effect.orElseSucceed(() => `${file} is missing`),
  )
})
