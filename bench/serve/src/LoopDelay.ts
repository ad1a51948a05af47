/** A preload of the server under test: writes the longest delay of its event loop in each second to a file. */
import { appendFileSync } from "node:fs"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { isMainThread } from "node:worker_threads"

const file = process.env["LOOP_DELAYS"]
if (isMainThread && file !== undefined && process.argv.includes("serve")) {
  const histogram = monitorEventLoopDelay({ resolution: 5 })
  histogram.enable()
  setInterval(() => {
    appendFileSync(file, `${Date.now()} ${Math.round(histogram.max / 1e6)}\n`)
    histogram.reset()
  }, 1_000).unref()
}
