/** Reads pages one after the other, as a program without a job does: `node plain.ts PORT URL…`. */
import { createWebTools } from "@porthole/tools"
import * as Loopback from "../../../packages/cli/test/support/manyPages/Loopback.ts"

const [port, ...urls] = process.argv.slice(2)

await using tools = createWebTools({ layers: Loopback.layer(Number(port)) })
for (const url of urls) await tools.webFetch({ url, max_length: 1_000_000 })
