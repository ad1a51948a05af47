/**
 * What the system takes from the browser. On Linux util-linux's `unshare` starts it in a network namespace of its own,
 * which has no device that is up, and in a process namespace, whose end takes every process of it along. For root,
 * whom Chromium's sandbox refuses, `setpriv` gives it another user. Without a network namespace (Docker's default
 * seccomp profile and Ubuntu's AppArmor refuse one) nothing is rendered on Linux; other systems have none.
 */
import { Bound } from "@porthole/core"
import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import { Unready } from "./Unready.ts"

/** How a browser is confined on this machine. */
export interface Confinement {
  /** The command that starts a program in it; empty where the wall stands alone. */
  readonly command: ReadonlyArray<string>
  /** Who runs the browser, if it isn't the user of this process. */
  readonly user?: User
}

/** A user and a group of the system. */
export interface User {
  readonly uid: number
  readonly gid: number
}

/** How to confine. */
export interface Options {
  /** Who runs the browser if this process runs as root; `nobody` by default. */
  readonly user?: User | undefined
  /** Whether the wall alone is enough on systems that have no network namespaces; on Linux it never is. */
  readonly allowWithoutNamespace?: boolean | undefined
}

/** Tries what this machine allows, which takes some 10 ms. */
export const find = (options: Options = {}): Effect.Effect<Confinement, Unready> =>
  Effect.suspend(() => {
    if (process.platform === "linux") return process.getuid?.() === 0 ? forRoot(options.user ?? nobody) : forUser
    if (options.allowWithoutNamespace === true) return Effect.succeed({ command: [] })
    return new Unready({
      missing: [
        `${process.platform} has no network namespaces: the browser's own flags would be all that keeps it from your`,
        "network. That takes an explicit setting.",
      ].join(" "),
    })
  })

// --- private --------------------------------------------------------------------------

const nobody: User = { uid: 65_534, gid: 65_534 }

const namespaces = ["--net", "--pid", "--fork", "--kill-child"]

const forUser: Effect.Effect<Confinement, Unready> = Effect.suspend(() =>
  tried({ command: ["unshare", "--user", "--map-current-user", ...namespaces] }),
)

const forRoot = (user: User): Effect.Effect<Confinement, Unready> => {
  const ids = [`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"]
  const powers = ["--no-new-privs", "--inh-caps=-all", "--bounding-set=-all", "--pdeathsig", "KILL"]
  if (user.uid === 0) return new Unready({ missing: "The browser can't run as root. Name another user." })
  return tried({ command: ["unshare", ...namespaces, "setpriv", ...ids, ...powers], user })
}

const tried = (confinement: Confinement): Effect.Effect<Confinement, Unready> =>
  Effect.flatMap(refusalOf([...confinement.command, "true"]), (refusal) =>
    refusal === undefined
      ? Effect.succeed(confinement)
      : new Unready({
          missing: [
            `This machine gives a browser no network namespace of its own (${refusal}), so nothing is rendered.`,
            "Docker needs a seccomp profile that allows `unshare`, Ubuntu an AppArmor profile with `userns`.",
          ].join(" "),
        }),
  )

/** A busy machine must not lose its renderer. */
const timeout = 20_000

/** Why a command can't be run, in one line; `undefined` if it can. */
const refusalOf = ([file = "", ...args]: ReadonlyArray<string>): Effect.Effect<string | undefined> =>
  Effect.callback((resume) => {
    const child = Bound.start("probes of a confinement", () =>
      execFile(file, args, { timeout }, (error, _, stderr) => {
        const reason = error === null ? undefined : (stderr || error.message).trim().split("\n", 1)[0]
        resume(Effect.succeed(reason))
      }),
    )
    return Effect.sync(() => void child.kill("SIGKILL"))
  })
