/**
 * Reads over MCP. Both servers run at once, and read the same articles in turns, a batch each; after some batches fresh
 * servers follow, because two runs of one program differ more than two of its batches.
 */
import * as McpServers from "../../harness/McpServers.ts"
import { usageOf } from "../../harness/ProcessTree.ts"
import * as Rounds from "../../harness/Rounds.ts"
import { serverOf, type Trees, type Side, sides } from "./Trees.ts"

/** A batch of reads by one server. */
export interface Batch {
  /** Processor time of the process tree for a read, in milliseconds. */
  readonly processor: number
  /** Time for a read, in milliseconds. */
  readonly time: number
  /** The most memory of the process tree so far, in MiB, each page of it counted once, and once a process. */
  readonly proportional: number
  readonly resident: number
}

/** The first batch of each pair of servers, the others, and the last. */
export interface Batches {
  readonly first: Rounds.Outcomes<Side, Batch>
  readonly later: Rounds.Outcomes<Side, Batch>
  readonly last: Rounds.Outcomes<Side, Batch>
}

/** Reads the articles of `http://public.test`, one at a time. */
export const measure = async (trees: Trees, { servers, batches, calls, ms }: Options): Promise<Batches> => {
  const pairs: Array<Rounds.Outcomes<Side, Batch>> = []
  for (let pair = 0; pair < servers; pair++) {
    const open = { this: await start(trees, "this"), base: await start(trees, "base") }
    pairs.push(
      await Rounds.alternate(sides, { rounds: batches, least: 2, ms: ms / servers }, (side, round) =>
        open[side].read(round * calls, calls),
      ),
    )
    for (const side of sides) await open[side].stop()
  }
  const joined = (part: (batches: ReadonlyArray<Batch>) => ReadonlyArray<Batch>) =>
    new Map(sides.map((side) => [side, pairs.flatMap((pair) => part(pair.get(side) ?? []))]))
  return {
    first: joined((all) => all.slice(0, 1)),
    later: joined((all) => all.slice(1)),
    last: joined((all) => all.slice(-1)),
  }
}

/** Pairs of servers, batches of each server, calls of each batch, and milliseconds of all. */
export interface Options {
  readonly ms: number
  readonly servers: number
  readonly batches: number
  readonly calls: number
}

// --- private --------------------------------------------------------------------------

const start = async (trees: Trees, side: Side) => {
  const { client, pid } = await McpServers.connect(serverOf(trees, side))
  const most = { proportional: 0, resident: 0 }
  const sample = (): number => {
    const { processor, proportional, resident } = usageOf(pid)
    most.proportional = Math.max(most.proportional, proportional)
    most.resident = Math.max(most.resident, resident)
    return processor
  }
  const read = async (from: number, calls: number): Promise<Batch> => {
    const before = sample()
    const timer = setInterval(sample, 100)
    const begun = performance.now()
    for (let number = from; number < from + calls; number++) await readOne(client, number)
    const time = (performance.now() - begun) / calls
    clearInterval(timer)
    return { processor: (sample() - before) / calls, time, ...most }
  }
  return { read, stop: () => client.close() }
}

/** An answer without the article's text fails the measure. */
const readOne = async (client: McpServers.Client, number: number): Promise<void> => {
  const url = `http://public.test/${number}`
  const { isError, text } = await McpServers.call(client, McpServers.porthole.tool, { url })
  if (isError || text.length < 5_000) throw new Error(`article ${number}: ${text.slice(0, 300)}`)
}
