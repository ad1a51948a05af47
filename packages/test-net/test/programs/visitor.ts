/** Fetches its parent's URLs, with new tools for each URL, and reports the resources that each fetch leaves behind. */
import { readdirSync, readlinkSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { Result } from "effect"
import { createWebTools } from "@porthole/tools"

/** The parent's order. */
export interface Errand {
  readonly url: string
  readonly fetchTimeout: `${number} s`
  /** Whether the fetch may keep resources for a few seconds. */
  readonly mayKeepResources: boolean
}

/** The child's reply. */
export interface Outcome {
  readonly answer: Readonly<Record<string, unknown>>
  readonly ms: number
  /** Processor time of this process until the answer, in ms, and its resident memory then, in MiB. */
  readonly cpu: number
  readonly memory: number
  /** Sockets left after the answer (a second later, if none may be left), and after the tools were disposed of. */
  readonly kept: number
  readonly left: number
  /** Resources that keep this process alive a while after the tools were disposed of. */
  readonly alive: ReadonlyArray<string>
}

/** Longest wait until nothing is left, in ms. */
const patience = 8_000

const sockets = (): number =>
  readdirSync("/proc/self/fd").filter((fd) =>
    Result.getOrElse(
      Result.try(() => readlinkSync(`/proc/self/fd/${fd}`).startsWith("socket:")),
      () => false,
    ),
  ).length

/** Resources that keep the process alive besides the channel to the parent. */
const alive = (): ReadonlyArray<string> => process.getActiveResourcesInfo().filter((name) => name !== "PipeWrap")

const until = async (isDone: () => boolean, longest: number): Promise<void> => {
  for (let waited = 0; !isDone() && waited < longest; waited += 20) await setTimeout(20)
}

const visit = async ({ fetchTimeout, mayKeepResources, url }: Errand): Promise<Outcome> => {
  const before = sockets()
  const tools = createWebTools({ fetchTimeout, maxBodyBytes: 1_048_576, robots: false, extractIsolation: "none" })
  const start = performance.now()
  const started = process.cpuUsage()
  const answer = await tools.webFetch({ url })
  const ms = Math.round(performance.now() - start)
  const { system, user } = process.cpuUsage(started)
  const cpu = Math.round((system + user) / 1_000)
  const memory = Math.round(process.memoryUsage.rss() / 1_048_576)
  if (!mayKeepResources) await until(() => sockets() === before, 1_000)
  const kept = sockets() - before
  await tools.dispose()
  await until(() => sockets() === before && alive().length === 0, patience)
  return { answer, ms, cpu, memory, kept, left: sockets() - before, alive: alive() }
}

process.on("message", (errand: Errand) => {
  void visit(errand).then((outcome) => process.send?.(outcome))
})
