/**
 * Fetches each image of the input by the real layers, with its own tools, from a site in this program; the query of the
 * URL defines the site's answer.
 */
import { once } from "node:events"
import http from "node:http"
import { text } from "node:stream/consumers"
import { gzipSync } from "node:zlib"
import { SampleImages } from "@porthole/testing"
import { createWebTools } from "@porthole/tools"
import { World } from "../../src/index.ts"
import { type Visit, watch } from "./Visit.ts"

/** The outcome of an image fetch; `site` lists the requests to this program's own site, `answer.bytes` is base64. */
export interface ImageVisit extends Visit {
  readonly site: ReadonlyArray<string>
}

const address = "93.184.216.37"

const holdings: Readonly<Record<string, string | Uint8Array>> = {
  ...SampleImages.files,
  html: "<!doctype html><title>Harbour</title><p>no image",
  svg: SampleImages.svg,
  svgz: gzipSync(SampleImages.svg),
  // A real image followed by more bytes than the limit.
  large: Buffer.concat([SampleImages.files["image/png"], Buffer.alloc(3_000_000)]),
  bomb: gzipSync(Buffer.concat([SampleImages.files["image/png"], Buffer.alloc(30_000_000)])),
}

const flood = (response: http.ServerResponse): void => {
  response.write(SampleImages.files["image/png"])
  const push = () => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536))) continue
    response.once("drain", push)
  }
  push()
}

/** `?declared=TYPE&holds=NAME&status=N&to=URL&length=N&coding=NAME`; every key but `holds` may be missing. */
const answer = (query: URLSearchParams, response: http.ServerResponse): void => {
  const header = (name: string, key: string): Record<string, string> => {
    const value = query.get(key)
    return value === null ? {} : { [name]: value }
  }
  response.writeHead(Number(query.get("status") ?? 200), {
    ...header("Content-Type", "declared"),
    ...header("Content-Length", "length"),
    ...header("Content-Encoding", "coding"),
    ...header("Location", "to"),
  })
  const holds = query.get("holds") ?? ""
  if (holds === "endless") flood(response)
  else response.end(holdings[holds])
}

const requested: Array<string> = []
const site = http.createServer((request, response) => {
  const url = request.url ?? "/"
  requested.push(url)
  if (url === "/page") response.writeHead(200, { "Content-Type": "text/html" }).end("<p>A page of the same site.")
  else answer(new URL(url, "http://site/").searchParams, response)
})

const { urls }: { readonly urls: ReadonlyArray<string> } = JSON.parse(await text(process.stdin))
const world = await World.start({ "images.test": [[address]], "flip.test": [[address], ["10.9.0.5"]] })
await once(site.listen(80, address), "listening")

const visits: Array<ImageVisit> = []
for (const url of urls) {
  await using tools = createWebTools({ robots: false, extractIsolation: "none" })
  const before = requested.length
  // A page of the same host pins its addresses; the name server answers differently afterwards.
  if (url.startsWith("http://flip.test/")) await tools.webFetch({ url: "http://flip.test/page" })
  const visit = async () => {
    const image = await tools.fetchImage({ url })
    if ("error" in image) return { code: 1, answer: image }
    return { code: 0, answer: { ...image, bytes: Buffer.from(image.bytes).toString("base64") } }
  }
  visits.push({ ...(await watch(world, url, visit)), site: requested.slice(before) })
}
process.stdout.write(JSON.stringify(visits), () => process.exit(0))
