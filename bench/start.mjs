/**
 * Start-up of the packed command: spawn to the `initialize` answer of `porthole mcp`, and `--help`.
 *
 *   node bench/start.mjs [runs] [peer.js]
 *
 * `peer.js` is the program of another MCP server over stdio, by default mcp-searxng, whose starts alternate with ours.
 * Build first: `pnpm --filter @porthole/cli build`. The first, uncounted run of each fills Node's compile cache; the
 * last row switches that cache off.
 */
import { spawn } from "node:child_process"
import { basename } from "node:path"
import { performance } from "node:perf_hooks"
import { printTable, quantile } from "./harness/Figures.ts"
import { mcpSearxng, program } from "./harness/McpServers.ts"
import * as Rounds from "./harness/Rounds.ts"

const [runs = "10", peer = mcpSearxng.command[0]] = process.argv.slice(2)
const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "0" } }
const initialize = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`

/** Milliseconds until the child's first output, which must be the answer to `input` if there is one. */
const untilAnswer = ({ args, env = {}, input }) =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    const child = spawn(process.execPath, args, {
      stdio: ["pipe", "pipe", "ignore"],
      env: { ...process.env, ...env },
    })
    let first
    let text = ""
    child.on("error", reject)
    child.stdout.on("data", (chunk) => {
      first ??= performance.now() - started
      text += chunk
      if (input !== undefined && text.includes("\n")) child.stdin.end()
    })
    child.on("close", (code) => {
      const answered = input === undefined || text.includes('"serverInfo"')
      if (code === 0 && answered && first !== undefined) resolve(first)
      else reject(new Error(`exit ${code}: ${text.slice(0, 200)}`))
    })
    if (input !== undefined) child.stdin.write(input)
  })

const ours = { name: "mcp: spawn to initialize", args: [program, "mcp"], input: initialize }
const commands = [
  ours,
  { name: `peer: ${basename(peer)}`, args: [peer], input: initialize, env: mcpSearxng.environment },
  { name: "--help", args: [program, "--help"] },
  { ...ours, name: "mcp, without the compile cache", env: { NODE_DISABLE_COMPILE_CACHE: "1" } },
]
const times = await Rounds.alternate(commands, { rounds: Number(runs), warmUps: 1 }, untilAnswer)
const print = printTable("start | median, ms | from | to | ratio to the peer's")
for (const command of commands) {
  const all = times.get(command)
  const figures = [Rounds.figure(times, command, Number), quantile(all, 0), quantile(all, 1)].map(Math.round)
  print(command.name, ...figures, Rounds.ratio(times, [command, commands[1]], Number).toFixed(2))
}
