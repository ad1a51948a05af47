/**
 * Start-up of the packed command: spawn to the `initialize` answer of `porthole mcp`, and `--help`.
 *
 *   node bench/start.mjs [runs] [peer.js]
 *
 * `peer.js` is the program of another MCP server over stdio, whose starts alternate with ours.
 * Build first: `pnpm --filter @porthole/cli build`. The first, uncounted run of each fills Node's compile cache; the
 * last row switches that cache off.
 */
import { spawn } from "node:child_process"
import { basename } from "node:path"
import { performance } from "node:perf_hooks"
import { fileURLToPath } from "node:url"

const bin = fileURLToPath(new URL("../packages/cli/dist/porthole.js", import.meta.url))
const runs = Number(process.argv[2] ?? 10)
const peer = process.argv[3]

const initialize = `${JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "0" } },
})}\n`

/** Milliseconds until the child's first output, which must be the answer to `input` if there is one. */
const untilAnswer = ({ args, env = process.env, input, program = bin }) =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    const child = spawn(process.execPath, [program, ...args], { stdio: ["pipe", "pipe", "inherit"], env })
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

/** Starts the commands in turns and prints the times of each. */
const report = async (commands) => {
  const measured = commands.map((command) => ({ command, times: [] }))
  for (const { command } of measured) await untilAnswer(command)
  for (let run = 0; run < runs; run++) {
    for (const { command, times } of measured) times.push(await untilAnswer(command))
  }
  for (const { command, times } of measured) {
    times.sort((a, b) => a - b)
    const at = (share) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))])
    const figures = `median ${at(0.5)} ms   min ${at(0)} ms   max ${at(1)} ms   n ${runs}`
    process.stdout.write(`${command.name.padEnd(34)} ${figures}\n`)
  }
}

const uncached = { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" }

await report([
  { name: "mcp: spawn to initialize", args: ["mcp"], input: initialize },
  ...(peer === undefined ? [] : [{ name: `peer: ${basename(peer)}`, args: [], input: initialize, program: peer }]),
  { name: "--help", args: ["--help"] },
  { name: "mcp, without the compile cache", args: ["mcp"], input: initialize, env: uncached },
])
