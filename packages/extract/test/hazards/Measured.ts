/** What one hazard cost, read through one layer in a process of its own. */
import { execFile } from "node:child_process"
import { program } from "./Program.ts"

export const layerNames = ["threads", "processes", "inline"] as const
export type LayerName = (typeof layerNames)[number]

/** What came of it. */
export interface Measured {
  /** `read`, the code of the error, or what was wrong. */
  readonly outcome: string
  readonly reduced: ReadonlyArray<string>
  /** Time by the clock, in ms. */
  readonly ms: number
  /** Processor time of all threads and processes, start included, in ms. */
  readonly processor: number
  /** The most memory that was held, in MiB. */
  readonly peak: number
}

/** Reads a hazard in a process of its own, which is killed when it takes longer than 30 s. */
export const measure = async (layer: LayerName, name: string): Promise<Measured> => {
  const child = await program()
  return new Promise((resolve) => {
    execFile(process.execPath, [child, layer, name], { timeout: 30_000, killSignal: "SIGKILL" }, (error, out, err) => {
      if (error === null) return resolve(JSON.parse(out))
      const outcome = error.killed === true ? "hung" : `crashed: ${err.slice(-2_000)}`
      resolve({ outcome, reduced: [], ms: 0, processor: 0, peak: 0 })
    })
  })
}
