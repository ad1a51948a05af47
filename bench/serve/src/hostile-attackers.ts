/** The attackers, in a thread of their own: their work isn't that of the ordinary clients. */
import { setTimeout as sleep } from "node:timers/promises"
import { parentPort, workerData } from "node:worker_threads"
import { type Attack, crowd, mixed, release } from "./Attacks.ts"
import type { Target } from "./Call.ts"

const { kind, names, target }: { kind: "mixed" | "crowd"; names: ReadonlyArray<string>; target: Target } = workerData
const stopping = new AbortController()
parentPort?.once("message", () => {
  stopping.abort()
  release()
})

/** Repeats an attack until the end; returns how often it was done. */
const repeat = async ({ once, parallel }: Attack) => {
  let times = 0
  const attacker = async () => {
    while (!stopping.signal.aborted) {
      await once(target, times++, stopping.signal).catch(() => {})
      await sleep(20)
    }
  }
  await Promise.all(Array.from({ length: parallel }, attacker))
  return times
}

const chosen = Object.entries({ mixed, crowd }[kind]).filter(([name]) => names.length === 0 || names.includes(name))
const done = await Promise.all(chosen.map(async ([name, attack]) => [name, await repeat(attack)] as const))
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has no origin
parentPort?.postMessage(Object.fromEntries(done))
