/** Starts of `porthole mcp`, until it has answered `initialize` and `tools/list`. */
import * as McpServers from "../../harness/McpServers.ts"
import { usageOf } from "../../harness/ProcessTree.ts"
import * as Rounds from "../../harness/Rounds.ts"
import { serverOf, type Trees, type Side, sides } from "./Trees.ts"

/** Milliseconds until the answers: the time, and the processor time of the process tree, in steps of 10. */
export interface Start {
  readonly time: number
  readonly processor: number
}

/** Starts both in turns; the first, uncounted start of each fills Node's compile cache. */
export const measure = (trees: Trees, length: Rounds.Length): Promise<Rounds.Outcomes<Side, Start>> =>
  Rounds.alternate(sides, { ...length, warmUps: 1 }, async (side) => {
    const begun = performance.now()
    const { client, pid } = await McpServers.connect(serverOf(trees, side))
    await client.listTools()
    const time = performance.now() - begun
    const { processor } = usageOf(pid)
    await client.close()
    return { time, processor }
  })
