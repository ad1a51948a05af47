/**
 * Measures the cost of a fetch: our transport and other clients, requests per second, latency, CPU and memory as ratios
 * to bare `undici.request`, as Markdown on standard output.
 *
 *   node bench/transport/src/bench.ts [--rounds 15] [--ms 300] [--sizes 1,50,1024] [--concurrency 1,16,64]
 *     [--clients NAME,…] [--cpu-prof DIR]
 *
 * It runs in its own network namespace without a route out, so it needs root and `unshare`. Sizes are in KB.
 * `--cpu-prof` keeps a CPU profile of every client's process.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"

const folder = import.meta.dirname
const enter = join(folder, "../../../packages/test-net/src/enter.sh")
const { status } = spawnSync("bash", [enter, process.execPath, join(folder, "inside.ts"), ...process.argv.slice(2)], {
  stdio: "inherit",
})
process.exitCode = status ?? 1
