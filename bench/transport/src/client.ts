/** The process of one client: loads it, reports that it is ready, and runs each round that it receives. */
import type { Client } from "./Clients.ts"
import * as Round from "./Round.ts"

const { get }: Client = await import(`./clients/${process.argv[2]}.ts`)

process.on("message", async (order: Round.Order) => process.send?.(await Round.run(get, order)))
process.on("disconnect", () => process.exit(0))
process.send?.("ready")
