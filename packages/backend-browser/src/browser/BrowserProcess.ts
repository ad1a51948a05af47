/**
 * The browser's process, its pipe, and its end. A shell of three lines keeps it: when this program closes its end of
 * the shell's input, or is killed, the shell ends the browser's process namespace and removes its files. So nothing is
 * left in either case, and no zombie falls to the first process of a container.
 */
import { Bound } from "@porthole/core"
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
  /** The line in which it said why it ended; empty if it said nothing. It waits for the end, but not for long. */
  readonly complaint: Effect.Effect<string>
}

/** Starts a browser; the end of the scope ends it, and waits until nothing of it is left. */
export const start = Effect.fnUntraced(function* ({
  browser,
  confinement,
  wall,
}: Options): Effect.fn.Return<BrowserProcess, Unready, Scope.Scope> {
  const folder = yield* makeFolder(confinement)
  const program = [...confinement.command, browser.path, ...flagsOf(browser, folder, wall)]
  const { child, failure } = yield* Effect.acquireRelease(
    Effect.sync(() => spawnKept(program, folder)),
    ({ child }) => Effect.andThen(end(child), remove(folder)),
  )
  const [, , , input, output] = streamsOf(child)
  if (child.pid === undefined || !(input instanceof Duplex) || !(output instanceof Duplex))
    return yield* unstarted(yield* failure)
  return { group: child.pid, pipe: pipeOf(input, output), complaint: complaintOf(child) }
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
 * its namespace, so that the system ends all others with it. Without namespaces `$p` is the browser itself. What the
 * browser writes for people goes to this program, which reads its beginning and drops the rest.
 * The browser gives way to this program (POSIX `nice`): pages of one tenant must not slow the others' calls down.
 */
const keeper = `
f=$1; shift
nice -n 10 "$@" & p=$!
exec 2>&- 3>&- 4>&-
read -r _
read -r c _ < /proc/$p/task/$p/children
kill -KILL \${c:-$p}
wait
rm -rf "$f"
`

const streamsOf = ({ stdio }: { readonly stdio: ChildProcess["stdio"] | undefined }) => stdio ?? []

interface Kept {
  readonly child: ChildProcess
  /** Why there is no process. */
  readonly failure: Effect.Effect<string>
}

const spawnKept = (program: ReadonlyArray<string>, folder: string): Kept => {
  const child = Bound.start("browser processes", () =>
    spawn("sh", ["-c", keeper, "keeper", folder, ...program], {
      cwd: folder,
      detached: true,
      env: { PATH: process.env["PATH"], HOME: folder, TMPDIR: folder, LANG: "C.UTF-8" },
      stdio: ["pipe", "ignore", "pipe", "pipe", "pipe"],
      windowsHide: true,
    }),
  )
  // Without a file descriptor left there are no streams, whatever their type says.
  for (const stream of [child, ...streamsOf(child)]) stream?.on("error", () => {})
  const failure = new Promise<string>((resolve) => child.once("error", ({ message }) => resolve(message)))
  return { child, failure: Effect.promise(() => failure) }
}

const unstarted = (failure: string): Unready =>
  new Unready({
    missing: [
      `The browser's process couldn't be started: ${failure}.`,
      "It needs `sh`, and a `/dev/null` that this user may write.",
    ].join(" "),
  })

const maxComplaints = 4_096
const maxComplaint = 300

const complaintOf = ({ stderr }: ChildProcess): Effect.Effect<string> => {
  let text = ""
  stderr?.setEncoding("utf8").on("data", (more: string) => {
    if (text.length < maxComplaints) text += more
  })
  const end = Effect.callback<void>((resume) => {
    if (stderr === null || stderr.readableEnded || stderr.closed) return resume(Effect.void)
    stderr.once("close", () => resume(Effect.void))
  })
  return end.pipe(Effect.timeoutOption("1 second"), Effect.andThen(Effect.sync(() => worstLine(text))))
}

/** What ended a browser, or else its first words. */
const worstLine = (text: string): string => {
  const lines = text.split(/[\r\n]+/).map((line) => line.replace(/[^\x21-\x7e]+/g, " ").trim())
  const line = lines.find((line) => line.includes("FATAL")) ?? lines.find((line) => line !== "") ?? ""
  return line.slice(0, maxComplaint).replace(/\.$/, "")
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
    Effect.andThen(Effect.sync(() => streamsOf(child).forEach((stream) => stream?.destroy()))),
  )

const killGroup = (group: number | undefined): void => {
  if (group !== undefined) Effect.runSync(Effect.ignore(Effect.try(() => process.kill(-group, "SIGKILL"))))
}

const remove = (folder: string): Effect.Effect<void> =>
  Effect.ignore(Effect.tryPromise(() => rm(folder, { recursive: true, force: true, maxRetries: 3 })))
