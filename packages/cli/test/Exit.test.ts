import { spawn } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { afterAll, assert, describe, it } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "porthole-exit-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** Code after which Node's own end of the process waits for a thread without end. */
const stuck = `process.exit = () => {
  writeSync(1, "exiting")
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}`
const noShell = `process.execve = process.abort
fs.accessSync = () => {
  throw new Error("no such file")
}
NodeModule.syncBuiltinESMExports()`

/** A program that ends with 3 after some code. */
const programOf = (before: string): string => {
  const program = join(mkdtempSync(join(folder, "program-")), "program.mjs")
  writeFileSync(
    program,
    `import fs, { writeSync } from "node:fs"
    import NodeModule from "node:module"
    import { flushAndExit } from ${JSON.stringify(import.meta.resolve("../src/Output.ts"))}
    ${before}
    process.stdout.write("text", () => flushAndExit(3))`,
  )
  return program
}

/** Starts a command, which may never end. */
const start = (command: string, ...args: ReadonlyArray<string>) => {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] })
  // clock: only a process that doesn't end reaches it
  const giveUp = setTimeout(() => child.kill("SIGKILL"), 300_000)
  const ended = new Promise<readonly [code: number | null, signal: NodeJS.Signals | null]>((resolve) =>
    child.once("exit", (...end) => resolve(end)),
  ).finally(() => clearTimeout(giveUp))
  return { child, ended }
}

describe.runIf(process.platform === "linux")("on Linux the process ends", () => {
  it("without a wait for other threads", async () => {
    assert.deepStrictEqual(await start(process.execPath, programOf(stuck)).ended, [3, null])
  })

  it("by Node where there is no shell", async () => {
    assert.deepStrictEqual(await start(process.execPath, programOf(noShell)).ended, [3, null])
  })

  it("by Node where a preload has something left to do", async () => {
    const { child, ended } = start(process.execPath, programOf('process.on("exit", () => writeSync(1, " sent"))'))
    assert.strictEqual(await text(child.stdout), "text sent")
    assert.deepStrictEqual(await ended, [3, null])
  })

  it("and its pipes block again, as other programs expect", async () => {
    const flags = "grep -h flags /proc/self/fdinfo/0 /proc/self/fdinfo/1"
    const program = programOf('process.stdin.on("data", () => {})')
    const { child, ended } = start("/bin/sh", "-c", `"$0" "$1"; ${flags}`, process.execPath, program)
    const printed = await text(child.stdout)
    assert.deepStrictEqual(await ended, [0, null])
    const modes = [...printed.matchAll(/flags:\s*(\d+)/g)].map(([, octal = ""]) => Number.parseInt(octal, 8) & 0o4000)
    assert.deepStrictEqual(modes, [0, 0])
  })

  it("with its compiled code written", async () => {
    const cache = join(folder, "compiled")
    const { ended } = start("/usr/bin/env", `NODE_COMPILE_CACHE=${cache}`, process.execPath, programOf(""))
    assert.deepStrictEqual(await ended, [3, null])
    assert.isNotEmpty(readdirSync(cache).flatMap((version) => readdirSync(join(cache, version))))
  })
})

it("a signal ends a process whose exit waits for a thread without end", async () => {
  const { child, ended } = start(process.execPath, programOf(`process.execve = undefined\n${stuck}`))
  child.stdout.on("data", (data) => {
    if (String(data).includes("exiting")) child.kill("SIGTERM")
  })
  assert.deepStrictEqual(await ended, [null, "SIGTERM"])
})
