/** Prints the seed of the samples, and every 15 s how far the run is: a long silence looks like a hang. */
import type { Reporter, Vitest } from "vitest/node"
import { seed, seedVariable } from "./Sample.ts"

/** In ms. */
const interval = 15_000

let timer: NodeJS.Timeout | undefined
let files = { done: 0, all: 0 }

const tell = (text: string): void => void process.stderr.write(`${text}\n`)

export const signsOfLife: Reporter = {
  onInit: (_: Vitest) => tell(`Samples are drawn by ${seedVariable}=${seed}.`),
  onTestRunStart: (specifications) => {
    // clock: printed, never judged
    const start = performance.now()
    files = { done: 0, all: specifications.length }
    timer = setInterval(() => {
      // clock: printed, never judged
      const seconds = Math.round((performance.now() - start) / 1_000)
      tell(`${files.done} of ${files.all} files after ${seconds} s`)
    }, interval).unref()
  },
  onTestModuleEnd: () => void files.done++,
  onTestRunEnd: () => clearInterval(timer),
}
