/** The cost of one hazard, read through one layer in a process of its own. */
import { execFile } from "node:child_process"
import { program } from "./Program.ts"

export const layerNames = ["threads", "processes", "inline"] as const
export type LayerName = (typeof layerNames)[number]

/** The outcome. */
export interface Measured {
  /** `read`, the code of the error, or what was wrong. */
  readonly outcome: string
  readonly reduced: ReadonlyArray<string>
  /** Wall-clock time in ms. */
  readonly ms: number
  /** Processor time of all threads and processes, start included, in ms. */
  readonly processor: number
  /** The peak memory, in MiB. */
  readonly peak: number
}

/** Options of a hazard's reading, in ms. */
export interface Limits {
  /** The setting `extract_timeout`; its default unless given. */
  readonly timeout?: number
  /** The timeout after which the process is killed. */
  readonly patience: number
}

/** Reads a hazard in a process of its own. */
export const measure = async (
  layer: LayerName,
  name: string,
  { patience, timeout }: Limits = { patience: 30_000 },
): Promise<Measured> => {
  const args = [await program(), layer, name, ...(timeout === undefined ? [] : [String(timeout)])]
  return new Promise((resolve) => {
    execFile(process.execPath, args, { timeout: patience, killSignal: "SIGKILL" }, (error, out, err) => {
      if (error === null) return resolve(JSON.parse(out))
      const outcome = error.killed === true ? "hung" : `crashed: ${err.slice(-2_000)}`
      resolve({ outcome, reduced: [], ms: 0, processor: 0, peak: 0 })
    })
  })
}
