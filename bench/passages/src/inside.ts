/**
 * The run of `tokens.ts`, inside the network: this process holds a name server and a site with the documents; each MCP
 * server runs in its own.
 */
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { Dns, World } from "@porthole/test-net"
import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import { parseArgs } from "node:util"
import questions from "../questions.json" with { type: "json" }
import { plain } from "./Kind.ts"
import * as Pages from "./Pages.ts"
import { type Arguments, type Reader, readers } from "./Reader.ts"

const { values } = parseArgs({ options: { corpus: { type: "string" }, misses: { type: "boolean" } } })
if (values.corpus === undefined) {
  console.error("usage: tokens.ts --corpus DIR [--misses]")
  process.exit(2)
}

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex")
const drawn = questions.toSorted((a, b) => digestOf(a.question).localeCompare(digestOf(b.question))).slice(0, 20)
const pages = await Pages.read(
  values.corpus,
  drawn.map(({ page }) => page),
)

await Dns.start({ "public.test": [[World.publicA]] })
const site = createServer((request, response) => {
  const page = pages.get(drawn[Number(request.url?.slice(1))]?.page ?? "")
  if (page === undefined) return response.writeHead(404, { "content-type": "text/plain" }).end("Not found")
  const { bytes, contentType } = page.document
  const isText = contentType.startsWith("text/")
  return response.writeHead(200, { "content-type": `${contentType}${isText ? "; charset=utf-8" : ""}` }).end(bytes)
})
site.listen(80, World.publicA)
await once(site, "listening")

/** No agent makes more calls than this for one question. */
const maxCalls = 60

interface Outcome {
  readonly isFound: boolean
  readonly tokens: number
  readonly calls: number
}

/** The number of calls until the answer is in the text that was read. */
const readFor = async (
  client: Client,
  reader: Reader,
  url: string,
  requested: (typeof drawn)[number],
): Promise<Outcome> => {
  const answers: Array<string> = []
  let isFound = false
  let next: Arguments | undefined = reader.first(url, requested.question)
  while (next !== undefined && !isFound && answers.length < maxCalls) {
    const { content } = await client.callTool({ name: reader.tool, arguments: next })
    answers.push(textOf(content))
    isFound = plain(answers.map(reader.contentOf).join("")).includes(plain(requested.answer))
    next = reader.next(url, answers)
  }
  if (!isFound && values.misses === true)
    console.log(`${reader.name}\t${requested.page}\t${requested.question}\t${requested.answer}`)
  return { isFound, calls: answers.length, tokens: answers.reduce((sum, answer) => sum + encode(answer).length, 0) }
}

const textOf = (content: unknown): string =>
  Array.isArray(content) ? content.map((part: { readonly text?: string }) => part.text ?? "").join("\n") : ""

const median = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

console.log(`Documents: ${Array.from(pages.keys()).join(", ")}\n`)
console.log("| read through | answers found | tokens, median | mean | calls, mean | tokens of tools/list |")
console.log("| --- | ---: | ---: | ---: | ---: | ---: |")
for (const reader of readers) {
  const { PATH = "", HOME = "" } = process.env
  const client = new Client({ name: "bench", version: "0" })
  const env = { PATH, HOME, ...reader.environment }
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [...reader.command], env, stderr: "ignore" }),
  )
  const outcomes: Array<Outcome> = []
  for (const [at, requested] of drawn.entries()) {
    outcomes.push(await readFor(client, reader, `http://public.test/${at}`, requested))
  }
  const tokens = outcomes.map((outcome) => outcome.tokens)
  const mean = (of: ReadonlyArray<number>): number => of.reduce((a, b) => a + b, 0) / of.length
  const listed = encode(JSON.stringify((await client.listTools()).tools)).length
  const found = outcomes.filter(({ isFound }) => isFound).length
  const calls = mean(outcomes.map((outcome) => outcome.calls)).toFixed(1)
  console.log(`| ${[reader.name, found, median(tokens), mean(tokens).toFixed(0), calls, listed].join(" | ")} |`)
  await client.close()
}
process.exit(0)
