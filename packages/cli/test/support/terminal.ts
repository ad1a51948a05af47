/** The packed command on a terminal: `script` of util-linux makes one. */
import { spawn, spawnSync } from "node:child_process"
import { packed } from "./packed.ts"
import { environment } from "./porthole.ts"

/** Whether the terminal tests are skipped here; the test run prints it. */
export const isMissing = (): boolean => {
  const isThere = spawnSync("script", ["-qec", "stty size", "/dev/null"], { input: "" }).status === 0
  // oxlint-disable-next-line no-console -- a skipped test must not go unnoticed
  if (!isThere) console.warn("SKIPPED: the tests of a terminal: `script` of util-linux isn't installed.")
  return !isThere
}

export interface Terminal {
  readonly columns?: number
  readonly rows?: number
  readonly env?: Readonly<Record<string, string>>
  /** The user's input after the command's question. */
  readonly types?: string
}

/** The reader's isolation doesn't matter here, and a thread starts as slowly as a process. */
const settings = { TERM: "xterm", SHELL: "/bin/sh", PORTHOLE_EXTRACT_ISOLATION: "none" }

/** Runs the command; returns its exit code and the terminal's output, with line feeds only. */
export const onTerminal = (
  args: ReadonlyArray<string>,
  { columns = 60, env = {}, rows = 12, types }: Terminal = {},
): Promise<{ readonly code: number | null; readonly shown: string }> => {
  const quoted = [process.execPath, packed, ...args].map((word) => `'${word}'`).join(" ")
  const child = spawn("script", ["-qec", `stty cols ${columns} rows ${rows}; ${quoted}`, "/dev/null"], {
    env: environment({ ...settings, ...env }),
  })
  let shown = ""
  let hasTyped = types === undefined
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text
    if (!hasTyped && shown.includes("?")) {
      hasTyped = true
      child.stdin.write(types ?? "")
    }
  })
  return new Promise((done) => {
    child.once("close", (code) => done({ code, shown: shown.replaceAll("\r\n", "\n") }))
  })
}
