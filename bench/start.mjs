/**
 * Start-up of the packed command: spawn to the `initialize` answer of `porthole mcp`, and `--help`.
 *
 *   node bench/start.mjs [runs]
 *
 * Build first: `pnpm --filter @porthole/cli build`. The first, uncounted run of each fills Node's compile cache; the
 * last row switches that cache off.
 */
import { spawn } from "node:child_process"
import { performance } from "node:perf_hooks"
import { fileURLToPath } from "node:url"

const bin = fileURLToPath(new URL("../packages/cli/dist/porthole.js", import.meta.url))
const runs = Number(process.argv[2] ?? 10)

const initialize = `${JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "0" } },
})}\n`

/** Milliseconds until the child's first output, which must be the answer where `input` is given. */
const untilAnswer = (args, input, env) =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    const child = spawn(process.execPath, [bin, ...args], { stdio: ["pipe", "pipe", "inherit"], env })
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

const report = async (name, args, input, env = process.env) => {
  await untilAnswer(args, input, env)
  const times = []
  for (let run = 0; run < runs; run++) times.push(await untilAnswer(args, input, env))
  times.sort((a, b) => a - b)
  const at = (share) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))])
  process.stdout.write(`${name.padEnd(34)} median ${at(0.5)} ms   min ${at(0)} ms   max ${at(1)} ms   n ${runs}\n`)
}

await report("mcp: spawn to initialize", ["mcp"], initialize)
await report("--help", ["--help"])
await report("mcp, without the compile cache", ["mcp"], initialize, { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" })
