/** The program that each bundler bundles: prints a search, a page, a PDF, a page with the setting of a Redis, and whether it is shared. */
import { createWebTools } from "@porthole/tools"
import { Doubles } from "@porthole/testing"
import { Layer } from "effect"
import { pdf } from "./tidesPdf.mjs"

const main = async () => {
  const [searxngUrl, redisUrl] = process.argv.slice(2)
  const layers = Layer.merge(
    Doubles.resolver({ "tides.test": ["93.184.216.34"] }),
    Doubles.dialer(({ hop }) =>
      String(hop.url).endsWith("/pdf")
        ? { status: 200, headers: { "content-type": "application/pdf" }, body: pdf }
        : { status: 200, headers: { "content-type": "text/html" }, body: "<p>High <b>water</b>" },
    ),
  )
  const said = ({ content_md, hits, message }) => message ?? content_md ?? hits[0].title
  const searching = createWebTools({ searxngUrl, provider: "searxng" })
  const reading = createWebTools({ layers, robots: false })
  const [shared, other] = [0, 1].map(() => createWebTools({ layers, robots: false, redisUrl }))
  const answers = [
    await searching.webSearch({ query: "tides" }),
    await reading.webFetch({ url: "http://tides.test/" }),
    await reading.webFetch({ url: "http://tides.test/pdf" }),
    await shared.webFetch({ url: "http://tides.test/" }),
  ]
  const { cached } = await other.webFetch({ url: "http://tides.test/" })
  console.log(JSON.stringify([...answers.map(said), cached === true ? "shared" : "alone"]))
  await Promise.all([searching, reading, shared, other].map((tools) => tools.dispose()))
}

void main()
