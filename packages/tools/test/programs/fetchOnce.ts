/** A script as a user writes it: tools, one fetch (of the first argument, with the Redis of the second), no `dispose()`. */
import { Doubles } from "@porthole/testing"
import * as Layer from "effect/Layer"
import { createWebTools } from "../../src/index.ts"

const tools = createWebTools({
  // Its modules are loaded by the fetch, which takes long on a busy machine.
  fetchTimeout: "120 s",
  extractTimeout: "60 s",
  redisUrl: process.argv[3],
  layers: Layer.merge(
    Doubles.resolver({ "site.test": ["93.184.216.34"] }),
    Doubles.dialer(() => ({
      status: 200,
      headers: { "content-type": "text/html" },
      body: "<title>Tides</title><p>High",
    })),
  ),
})
const page = await tools.webFetch({ url: process.argv[2] ?? "" })
console.log("error" in page ? page.error : page.title)
