/**
 * How many tokens a model reads until the answer to a question is in them, through MCP servers, as Markdown on standard output:
 *
 *   node bench/passages/src/tokens.ts --corpus DIR [--misses]
 *
 * It runs in a network of its own, so it needs root and `unshare`. Twenty questions are drawn by a hash.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"

const folder = import.meta.dirname
const enter = join(folder, "../../../packages/test-net/src/enter.sh")
const program = [process.execPath, join(folder, "inside.ts"), ...process.argv.slice(2)]
const { status } = spawnSync("bash", [enter, ...program], { stdio: "inherit" })
process.exitCode = status ?? 1
