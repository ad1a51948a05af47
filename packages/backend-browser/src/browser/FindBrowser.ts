/** Finds the user's browser: the headless shell of Chromium rather than Chromium or Chrome. It is never downloaded. */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { access, constants, stat } from "node:fs/promises"
import { basename, isAbsolute } from "node:path"
import { Unready } from "./Unready.ts"

/** A browser's program. */
export interface FoundBrowser {
  readonly path: string
  /** Whether it is the headless shell, which takes half the memory. */
  readonly isShell: boolean
}

/** Finds the browser at `path`, by default the first of the usual places. */
export const findBrowser = (path?: string): Effect.Effect<FoundBrowser, Unready> =>
  path === undefined ? firstOf(usualPlaces[process.platform] ?? []) : given(path)

// --- private --------------------------------------------------------------------------

/** Debian's commands are scripts that load extensions and further flags; behind each is the program itself. */
const programs: Readonly<Record<string, string>> = {
  "/usr/bin/chromium-headless-shell": "/usr/lib/chromium/chromium-headless-shell",
  "/usr/bin/chromium": "/usr/lib/chromium/chromium",
  "/usr/bin/google-chrome": "/opt/google/chrome/chrome",
  "/usr/bin/google-chrome-stable": "/opt/google/chrome/chrome",
}

const usualPlaces: Readonly<Partial<Record<NodeJS.Platform, ReadonlyArray<string>>>> = {
  linux: [
    "/usr/lib/chromium/chromium-headless-shell",
    "/usr/lib64/chromium-browser/headless_shell",
    "/usr/lib/chromium/chromium",
    "/usr/lib/chromium-browser/chromium-browser",
    "/usr/lib64/chromium-browser/chromium-browser",
    "/opt/google/chrome/chrome",
  ],
  darwin: [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ],
  win32: [
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
  ],
}

const advice =
  "Install Debian's `chromium-headless-shell`, or Chromium, and set PORTHOLE_CHROMIUM to the path of its program."

const given = (path: string): Effect.Effect<FoundBrowser, Unready> => {
  if (!isAbsolute(path)) return new Unready({ missing: `The browser's path isn't absolute. ${advice}` })
  return Effect.flatMap(refusalOf(path), (refusal) =>
    refusal === undefined
      ? Effect.succeed(foundAt(programs[path] ?? path))
      : new Unready({ missing: `${refusal} ${advice}` }),
  )
}

const firstOf = ([path, ...others]: ReadonlyArray<string>): Effect.Effect<FoundBrowser, Unready> =>
  path === undefined
    ? new Unready({ missing: `No browser was found. ${advice}` })
    : Effect.flatMap(refusalOf(path), (refusal) =>
        refusal === undefined ? Effect.succeed(foundAt(path)) : firstOf(others),
      )

const foundAt = (path: string): FoundBrowser => ({ path, isShell: /headless[-_]shell/.test(basename(path)) })

/** Why there is no program at a path, in a sentence; `undefined` if there is one. */
const refusalOf = (path: string): Effect.Effect<string | undefined> =>
  Effect.tryPromise(() => stat(path)).pipe(
    Effect.flatMap((found) =>
      found.isFile()
        ? Effect.as(
            Effect.tryPromise(() => access(path, constants.X_OK)),
            undefined,
          )
        : Effect.succeed(`${path} isn't a file.`),
    ),
    Effect.catch(({ cause }) => Effect.succeed(reasonOf(path, cause))),
  )

const reasonOf = (path: string, cause: unknown): string => {
  const code = Predicate.hasProperty(cause, "code") ? cause.code : undefined
  if (code !== "EACCES" && code !== "EPERM") return `There is no program at ${path}.`
  return `${path} can't be executed: its mode, a folder above it, or a mount with noexec forbids it.`
}
