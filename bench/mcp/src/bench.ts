/**
 * Measures the cost of a read over MCP: `porthole mcp` and `mcp-searxng`, processor time for each call and resident
 * memory of the process tree afterwards, as Markdown on standard output. The figures are medians of alternating rounds,
 * each with fresh servers.
 *
 *   node bench/mcp/src/bench.ts [--calls 400] [--concurrency 1,8] [--rounds 3] [--only NAME] [--isolations] [--cpu-prof DIR]
 *
 * With `--isolations` it compares our server reading in threads with one that reads in processes.
 *
 * Build first: `pnpm --filter @porthole/cli build`. It runs in its own network namespace, so it needs root and
 * `unshare`.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"

const folder = import.meta.dirname
const enter = join(folder, "../../../packages/test-net/src/enter.sh")
const { status } = spawnSync("bash", [enter, process.execPath, join(folder, "inside.ts"), ...process.argv.slice(2)], {
  stdio: "inherit",
})
process.exitCode = status ?? 1
