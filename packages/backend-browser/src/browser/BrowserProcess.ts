/**
 * The browser's process, its pipe, and its end. A shell of three lines keeps it: when this program closes its end of
 * the shell's input, or is killed, the shell ends the browser's process namespace and removes its files. So nothing is
 * left in either case, and no zombie falls to the first process of a container.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { spawn, type ChildProcess } from "node:child_process"
import { chown, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Duplex } from "node:stream"
import type { Pipe } from "../cdp/Connection.ts"
import type { Confinement } from "./Confinement.ts"
import { flagsOf, type Wall } from "./Flags.ts"
import type { FoundBrowser } from "./FindBrowser.ts"
import { Unready } from "./Unready.ts"

/** What to start, and how. */
export interface Options {
  readonly browser: FoundBrowser
  readonly confinement: Confinement
  readonly wall?: Wall | undefined
}

/** A running browser. */
export interface BrowserProcess {
  /** The process group that all of its processes are in. */
  readonly group: number
  readonly pipe: Pipe
}

/** Starts a browser; the end of the scope ends it, and waits until nothing of it is left. */
export const start = Effect.fnUntraced(function* ({
  browser,
  confinement,
  wall,
}: Options): Effect.fn.Return<BrowserProcess, Unready, Scope.Scope> {
  const folder = yield* makeFolder(confinement)
  const program = [...confinement.command, browser.path, ...flagsOf(browser, folder, wall)]
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => spawnKept(program, folder)),
    (child) => Effect.andThen(end(child), remove(folder)),
  )
  const [, , , input, output] = child.stdio
  if (child.pid === undefined || !(input instanceof Duplex) || !(output instanceof Duplex))
    return yield* new Unready({ missing: "The browser's process couldn't be started." })
  return { group: child.pid, pipe: pipeOf(input, output) }
})

// --- private --------------------------------------------------------------------------

/** The browser's own files: it writes little, because contexts keep everything in memory. */
const makeFolder = ({ user }: Confinement): Effect.Effect<string, Unready> =>
  Effect.tryPromise(() => mkdtemp(join(tmpdir(), "porthole-browser-"))).pipe(
    Effect.tap((folder) =>
      user === undefined ? Effect.void : Effect.tryPromise(() => chown(folder, user.uid, user.gid)),
    ),
    Effect.mapError(() => new Unready({ missing: `The browser's folder couldn't be made in ${tmpdir()}.` })),
  )

/**
 * `$p` is the command that makes the namespaces, and waits for its one child, the browser; that is the first process of
 * its namespace, so that the system ends all others with it. Without namespaces `$p` is the browser itself.
 */
const keeper = `
f=$1; shift
"$@" 2>/dev/null & p=$!
exec 3>&- 4>&-
read -r _
read -r c _ < /proc/$p/task/$p/children
kill -KILL \${c:-$p}
wait
rm -rf "$f"
`

const spawnKept = (program: ReadonlyArray<string>, folder: string): ChildProcess => {
  const child = spawn("sh", ["-c", keeper, "keeper", folder, ...program], {
    cwd: folder,
    detached: true,
    env: { PATH: process.env["PATH"], HOME: folder, TMPDIR: folder, LANG: "C.UTF-8" },
    stdio: ["pipe", "ignore", "ignore", "pipe", "pipe"],
    windowsHide: true,
  })
  for (const stream of [child, ...child.stdio]) stream?.on("error", () => {})
  return child
}

const pipeOf = (input: Duplex, output: Duplex): Pipe => ({
  write: (text) => void input.write(text),
  listen: ({ onBytes, onEnd }) => {
    output.on("data", onBytes).once("close", onEnd)
  },
})

/** The shell needs milliseconds; if it is stopped or gone, the group is killed. */
const patience = "5 seconds"

const end = (child: ChildProcess): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const done = (): void => resume(Effect.void)
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return done()
    child.once("exit", done)
    child.stdin?.end()
    return Effect.sync(() => child.off("exit", done))
  }).pipe(
    Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.sync(() => killGroup(child.pid)) }),
    Effect.andThen(Effect.sync(() => child.stdio.forEach((stream) => stream?.destroy()))),
  )

const killGroup = (group: number | undefined): void => {
  if (group !== undefined) Effect.runSync(Effect.ignore(Effect.try(() => process.kill(-group, "SIGKILL"))))
}

const remove = (folder: string): Effect.Effect<void> =>
  Effect.ignore(Effect.tryPromise(() => rm(folder, { recursive: true, force: true, maxRetries: 3 })))
