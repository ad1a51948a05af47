/** Tests what is said of a browser that doesn't start: its own words, or the system's. clock: real, since processes are. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import * as Browser from "../../src/browser/Browser.ts"

const folder = mkdtempSync(join(tmpdir(), "porthole-no-browser-"))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true }))

/** A program in the place of a browser. */
const program = (name: string, lines: string, mode = 0o755): string => {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${lines}\n`)
  chmodSync(path, mode)
  return path
}

/** The command that takes root's rights, so that the system refuses this user, too, what it refuses others. */
const command = process.getuid?.() === 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []

const missingOf = (path: string) =>
  Browser.start({ browser: { path, isShell: true }, confinement: { command }, maxMemory: 1e9 }).pipe(
    Effect.scoped,
    Effect.flip,
    Effect.map(({ missing }) => missing),
  )

/** A program in a folder that its user may not enter. */
const behindClosedFolder = (): string => {
  mkdirSync(join(folder, "closed"))
  const path = program("closed/browser", "exit 0")
  chmodSync(join(folder, "closed"), 0o000)
  return path
}

describe("a browser that doesn't start", () => {
  it.live.each([
    ["says why", () => program("says", "echo No usable sandbox! >&2; exit 1"), /answer: No usable sandbox!\. Its user/],
    [
      "says what was fatal among other words",
      () =>
        program(
          "talks",
          "printf 'a warning\\n[1:1:FATAL:zygote.cc(9)] No \\033[1musable sandbox.\\n#0 0x5\\n' >&2; exit 1",
        ),
      /answer: \[1:1:FATAL:zygote\.cc\(9\)\] No \[1musable sandbox\. Its user/,
    ],
    ["says nothing", () => program("silent", "exit 1"), /ended without an answer\. Its user/],
    [
      "says much",
      () => program("endless", "head -c 9000000 /dev/zero | tr '\\0' x >&2; exit 1"),
      /: x{300}\. Its user/,
    ],
    ["isn't there", () => join(folder, "absent"), /absent.*: (?:No such file or directory|not found)\. Its user/],
    ["may not be executed", () => program("unmarked", "exit 0", 0o644), /unmarked.*: Permission denied\. Its user/],
    ["its user can't reach", behindClosedFolder, /closed.*: Permission denied\. Its user/],
  ] as const)("and %s is told", ([, make, expected]) =>
    Effect.gen(function* () {
      assert.match(yield* missingOf(make()), expected)
    }),
  )

  it.live("because the system starts no process is told by its reason", () =>
    Effect.gen(function* () {
      const { PATH = "" } = process.env
      yield* Effect.acquireRelease(
        Effect.sync(() => (process.env["PATH"] = "/nonexistent")),
        () => Effect.sync(() => (process.env["PATH"] = PATH)),
      )
      assert.match(yield* missingOf(program("unstarted", "exit 0")), /started: spawn sh ENOENT\. It needs `sh`, and/)
    }),
  )
})
