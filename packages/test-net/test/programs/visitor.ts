/**
 * Fetches its parent's URLs, with new tools for each URL, and reports the resources that they leave behind. URLs of one
 * message are fetched together: what they leave is of all of them.
 */
import { readdirSync, readlinkSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { Result } from "effect"
import { createWebTools } from "@porthole/tools"

/** One of the parent's orders. */
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
  /** Sockets left after the answers, and after the tools were disposed of: none, unless they stay for long. */
  readonly kept: number
  readonly left: number
  /** Resources that keep this process alive a while after the tools were disposed of. */
  readonly alive: ReadonlyArray<string>
}

const sockets = (): number =>
  readdirSync("/proc/self/fd").filter((fd) =>
    Result.getOrElse(
      Result.try(() => readlinkSync(`/proc/self/fd/${fd}`).startsWith("socket:")),
      () => false,
    ),
  ).length

/** Resources that keep the process alive besides the channel to the parent. */
const alive = (): ReadonlyArray<string> => process.getActiveResourcesInfo().filter((name) => name !== "PipeWrap")

/** Longest wait until nothing is left, in ms. */
const patience = 60_000

const until = async (isDone: () => boolean, longest: number): Promise<void> => {
  const end = performance.now() + longest // clock: bounds a hang
  while (!isDone() && performance.now() < end) await setTimeout(20) // clock: polls until nothing is left
}

const fetchOne = async ({ fetchTimeout, url }: Errand) => {
  const tools = createWebTools({ fetchTimeout, maxBodyBytes: 1_048_576, robots: false, extractIsolation: "none" })
  const start = performance.now() // clock: told, and no less than a deadline
  const started = process.cpuUsage() // clock: told
  const answer = await tools.webFetch({ url })
  const ms = Math.round(performance.now() - start) // clock: as above
  const { system, user } = process.cpuUsage(started) // clock: as above
  const cpu = Math.round((system + user) / 1_000)
  return { tools, outcome: { answer, ms, cpu, memory: Math.round(process.memoryUsage.rss() / 1_048_576) } }
}

const visit = async (errands: ReadonlyArray<Errand>): Promise<ReadonlyArray<Outcome>> => {
  const before = sockets()
  const fetched = await Promise.all(errands.map(fetchOne))
  if (!errands.some(({ mayKeepResources }) => mayKeepResources)) await until(() => sockets() === before, patience)
  const kept = sockets() - before
  await Promise.all(fetched.map(({ tools }) => tools.dispose()))
  await until(() => sockets() === before && alive().length === 0, patience)
  const left = { kept, left: sockets() - before, alive: alive() }
  return fetched.map(({ outcome }) => Object.assign(outcome, left))
}

process.on("message", (errands: ReadonlyArray<Errand>) => {
  void visit(errands).then((outcomes) => process.send?.(outcomes))
})
