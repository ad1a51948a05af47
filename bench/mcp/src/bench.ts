/**
 * What a read over MCP costs: `porthole mcp` beside `mcp-searxng`, processor time a call and resident memory of the
 * process tree afterwards, as Markdown on standard output; medians of rounds that take turns, each with fresh servers.
 *
 *   node bench/mcp/src/bench.ts [--calls 400] [--concurrency 1,8] [--rounds 3] [--only NAME] [--cpu-prof DIR]
 *
 * Build first: `pnpm --filter @porthole/cli build`. It runs in a network of its own, so it needs root and `unshare`.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"

const folder = import.meta.dirname
const enter = join(folder, "../../../packages/test-net/src/enter.sh")
const { status } = spawnSync("bash", [enter, process.execPath, join(folder, "inside.ts"), ...process.argv.slice(2)], {
  stdio: "inherit",
})
process.exitCode = status ?? 1
