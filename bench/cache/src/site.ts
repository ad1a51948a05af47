/** The site: pages of 2 to some 80 KB, many small and few large, with validators. Its arguments are a number and a seed. */
import { Random } from "@porthole/test-net"
import * as Child from "../../harness/Child.ts"

const [, , , pages = "", seed = ""] = process.argv
const random = Random.make(Number(seed))
const lengths = Array.from(
  { length: Number(pages) },
  () => 2_000 + Math.round(78_000 * (random.int(1_000) / 1_000) ** 3),
)
const words = "the tide comes and goes twice a day because the moon and the sun pull at the sea "

const served = { pages: 0, unchanged: 0 }
const pageOf: Parameters<typeof Child.site>[0] = (path, headers) => {
  const length = lengths[Number(path.slice(1))]
  if (length === undefined) return undefined
  const isKnown = headers["if-none-match"] !== undefined
  served[isKnown ? "unchanged" : "pages"]++
  if (isKnown) return { status: 304, body: "" }
  const text = words.repeat(Math.ceil(length / words.length)).slice(0, length)
  return {
    body: `<title>${path}</title><article><h1>Page ${path}</h1><p>${text}</p></article>`,
    headers: { ETag: `"${path}"` },
  }
}
Child.site(pageOf, () => served)
