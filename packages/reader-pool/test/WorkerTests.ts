/** Tests of a worker's process: what it shows, and when it ends. clock: real, since processes are. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import * as Confinement from "../src/Confinement.ts"
import * as ProcessWorker from "../src/ProcessWorker.ts"
import { bytesOf, fetchedOf } from "../../extract/test/support.ts"
import { argumentsOf, descendantsOf, pause, until } from "./processes.ts"

/** Where the system confines no process. */
export const byNode: Confinement.Confinement = { command: [], refusal: "a test" }

/** What restricts a worker's process. */
export const restrictions: ReadonlyArray<{
  readonly by: string
  readonly options: Pick<ProcessWorker.Options, "confinement">
}> = [
  { by: "Node", options: { confinement: byNode } },
  { by: "what this machine has", options: {} },
]

/** Declares that a process shows what it uses. */
export const usageTests = (rows: typeof restrictions): void =>
  it.live.each([...rows])("shows what it uses, restricted by $by", ({ options }) =>
    Effect.gen(function* () {
      if (process.platform !== "linux") return
      const module = pathToFileURL(join(import.meta.dirname, "busyFormat.ts"))
      const worker = (yield* ProcessWorker.make({ heap: 256, modules: [module], ...options }))([])
      const { promise: begun, resolve } = Promise.withResolvers<void>()
      worker.listen({ begun: resolve, answered: () => {}, lost: () => {} })
      worker.send({ module: module.href, fetched: fetchedOf(bytesOf("x")), timeout: 3_600_000, isTraced: false })
      yield* Effect.promise(() => begun)
      const before = yield* Effect.promise(() => worker.usage())
      assert.isAbove(before.memory, 25)
      for (let used = before; used.processorTime < before.processorTime + 100;) {
        yield* pause
        used = yield* Effect.promise(() => worker.usage())
      }
      yield* Effect.promise(() => worker.end())
      assert.deepStrictEqual(yield* Effect.promise(() => worker.usage()), { processorTime: 0, memory: 0 })
    }),
  )

/** Programs that start a worker's process, by the arguments of `parent.ts`. */
export const parents: ReadonlyArray<{ readonly one: string; readonly args: ReadonlyArray<string> }> = [
  { one: "is idle", args: ["idle"] },
  { one: "is idle, where only Node restricts it", args: ["idle", "node"] },
  { one: "never stops reading", args: ["busy"] },
]

/** Declares that a process ends with its parent. */
export const parentTests = (rows: typeof parents): void =>
  it.live.each([...rows])("ends with its parent, also if that is killed: one that $one", ({ args }) =>
    Effect.gen(function* () {
      const { command } = yield* Confinement.find
      if (command.length === 0 && args.includes("busy")) {
        console.warn("No setpriv here, so the test of a busy process whose parent is killed is skipped.")
        return
      }
      const parent = spawn(process.execPath, [join(import.meta.dirname, "parent.ts"), ...args])
      yield* Effect.promise(() => once(parent.stdout, "data"))
      const started = descendantsOf(parent.pid ?? 0)
      assert.isAbove(started.length, 0)
      parent.kill("SIGKILL")
      yield* until(() => started.every((pid) => argumentsOf(pid) === ""))
    }),
  )
