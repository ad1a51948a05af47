/** A script as a user writes it: for each URL after the Redis of the first argument tools, one fetch, no `dispose()`. */
import { Doubles } from "@porthole/testing"
import * as Layer from "effect/Layer"
import { createWebTools } from "../../src/index.ts"

const [redisUrl, ...urls] = process.argv.slice(2)

for (const url of urls) {
  const tools = createWebTools({
    // Its modules are loaded by the fetch, which takes long on a busy machine.
    fetchTimeout: "120 s",
    extractTimeout: "60 s",
    ...(redisUrl === "" ? {} : { redisUrl }),
    layers: Layer.merge(
      Doubles.resolver({ "site.test": ["93.184.216.34"] }),
      Doubles.dialer(() => ({
        status: 200,
        headers: { "content-type": "text/html" },
        body: "<title>Tides</title><p>High",
      })),
    ),
  })
  const page = await tools.webFetch({ url })
  console.log("error" in page ? page.error : page.title)
}
