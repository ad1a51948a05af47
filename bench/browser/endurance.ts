/**
 * Renders 200 pages in a row, every tenth of them a page that crashes, hangs or hogs, and looks for what is left of
 * the browser afterwards and after its program was killed:
 *
 *   node bench/browser/endurance.ts [--pages 200]
 *
 * Memory is that of the whole process tree between two pages, in MiB, shared with no file.
 */
import { readdirSync, readlinkSync, mkdtempSync, chmodSync, rmSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import * as Child from "../harness/Child.ts"
import { printTable } from "../harness/Figures.ts"
import * as Options from "../harness/Options.ts"
import { usageOf } from "../harness/ProcessTree.ts"
import type { Order, Outcome } from "./src/renderer.ts"

const { pages } = Options.read({ pages: 200 })

/** What its browsers leave lies here: their user is another one than this program's. */
const folder = mkdtempSync(join(tmpdir(), "porthole-endurance-"))
chmodSync(folder, 0o1777)
process.env["TMPDIR"] = folder
process.once("exit", () => rmSync(folder, { recursive: true, force: true }))

const textOf = (file: string): string => {
  try {
    return readFileSync(file, "latin1")
  } catch {
    return ""
  }
}

/** Processes of the browsers: their command or their environment names the folder. */
const processesLeft = (): number =>
  readdirSync("/proc").filter(
    (id) =>
      /^\d+$/.test(id) &&
      Number(id) !== process.pid &&
      ["cmdline", "environ"].some((file) => textOf(`/proc/${id}/${file}`).includes(`${folder}/`)),
  ).length

const filesLeft = (): number => readdirSync(folder).length

const handlesOf = (pid: number): ReadonlyArray<string> =>
  readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${name}`)]
    } catch {
      return []
    }
  })

const countsOf = (pid: number) => {
  const handles = handlesOf(pid)
  return { handles: handles.length, sockets: handles.filter((handle) => handle.startsWith("socket:")).length }
}

const program = join(import.meta.dirname, "src/renderer.ts")
const child = await Child.start(program)
const pid = child.pid ?? 0
const row = printTable("after | hostile | complete | told | wrong | memory | handles | sockets | processes | folders")
const seen = { hostile: 0, complete: 0, told: 0, wrong: 0 }

const printRow = (title: string, id: number | undefined): void => {
  const { handles, sockets } = id === undefined ? { handles: 0, sockets: 0 } : countsOf(id)
  const memory = id === undefined ? 0 : Math.round(usageOf(id).own)
  const { complete, hostile, told, wrong } = seen
  row(title, hostile, complete, told, wrong, memory, handles, sockets, processesLeft(), filesLeft())
}

printRow("the start", pid)
for (let page = 1; page <= pages; page++) {
  const isHostile = page % 10 === 0
  const order: Order = { kind: "render", hostile: isHostile ? page / 10 : undefined }
  const outcome: Outcome = await Child.ask(child, order, 120_000)
  if (isHostile) seen.hostile++
  seen[outcome]++
  if (page % Math.ceil(pages / 8) === 0) printRow(`${page} pages`, pid)
}
const end: Order = { kind: "end" }
await Child.ask(child, end)
printRow("the browser's end", pid)
await Child.stop(child)
printRow("the program's end", undefined)

for (const hostile of [undefined, 1, 2, 3]) {
  const killed = await Child.start(program)
  const order: Order = { kind: "render", hostile: undefined }
  await Child.ask(killed, order)
  const last: Order = { kind: "render", hostile }
  killed.send(last)
  await sleep(1_000)
  const before = processesLeft()
  const begun = performance.now()
  killed.kill("SIGKILL")
  while (processesLeft() + filesLeft() > 0 && performance.now() - begun < 30_000) await sleep(50)
  const took = Math.round(performance.now() - begun)
  console.log(
    `\nKilled with ${before} processes: ${processesLeft()} processes and ${filesLeft()} folders after ${took} ms.`,
  )
}
