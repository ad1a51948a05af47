/**
 * Measures how many tokens a model reads through MCP servers until it has the answer to a question, as Markdown on
 * standard output:
 *
 *   node bench/passages/src/tokens.ts --corpus DIR [--misses]
 *
 * It runs in its own network namespace, so it needs root and `unshare`. A hash draws twenty questions.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"

const folder = import.meta.dirname
const enter = join(folder, "../../../packages/test-net/src/enter.sh")
const program = [process.execPath, join(folder, "inside.ts"), ...process.argv.slice(2)]
const { status } = spawnSync("bash", [enter, ...program], { stdio: "inherit" })
process.exitCode = status ?? 1
