/** What grows faster than its text, measured by a child process, since a fault would never end. */
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { root } from "../expressions/Sources.ts"
import type { Measurement } from "./measure.ts"

/** The lines about growth; the last word of the process if it was killed. */
export const growing = (measurement: Measurement): ReadonlyArray<string> => {
  const { stderr, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, "measure.ts")], {
    cwd: root,
    encoding: "utf8",
    input: JSON.stringify(measurement),
    timeout: 540_000,
    killSignal: "SIGKILL",
    maxBuffer: 2 ** 26,
  })
  const lines = stdout.trim().split("\n")
  const isDone = lines.at(-1) === "done"
  return [
    ...lines.filter((line) => line.startsWith("grows ")),
    ...(isDone ? [] : [`no end: ${lines.at(-1)} ${stderr}`]),
  ]
}

/** More than there are of any kind. */
export const all = 1_000_000
