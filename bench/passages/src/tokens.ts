/**
 * Measures how many tokens a model reads through MCP servers until it has the answer to a question, as Markdown on
 * standard output:
 *
 *   node bench/passages/src/tokens.ts --corpus DIR [--questions 20] [--misses]
 *
 * It runs in its own network namespace, so it needs root and `unshare`: this process holds a name server and a site with
 * the documents; each MCP server runs in its own. A hash draws the questions.
 */
import { Dns, World } from "@porthole/test-net"
import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import { mean, median, printTable } from "../../harness/Figures.ts"
import * as McpServers from "../../harness/McpServers.ts"
import * as Options from "../../harness/Options.ts"
import * as OwnNetwork from "../../harness/OwnNetwork.ts"
import { plain } from "./Kind.ts"
import * as Pages from "./Pages.ts"
import * as Questions from "./Questions.ts"
import { type Arguments, type Reader, readers } from "./Reader.ts"

const options = Options.read({ corpus: "", questions: 20, misses: false }, "corpus")
await OwnNetwork.enter(import.meta.filename)

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex")
const drawn = Questions.read(options.corpus)
  .toSorted((a, b) => digestOf(a.question).localeCompare(digestOf(b.question)))
  .slice(0, options.questions)
const pages = await Pages.read(options.corpus, drawn)

await Dns.start({ "public.test": [[World.publicA]] })
const site = createServer((request, response) => {
  const page = pages.get(drawn[Number(request.url?.slice(1))]?.page ?? "")
  if (page === undefined) return response.writeHead(404, { "content-type": "text/plain" }).end("Not found")
  const { bytes, contentType } = page.document
  const isText = contentType.startsWith("text/")
  return response.writeHead(200, { "content-type": `${contentType}${isText ? "; charset=utf-8" : ""}` }).end(bytes)
})
await once(site.listen(80, World.publicA), "listening")

/** No agent makes more calls than this for one question. */
const maxCalls = 60

type Client = Awaited<ReturnType<typeof McpServers.connect>>["client"]

/** Calls until the answer is in the text that was read. */
const readFor = async (client: Client, reader: Reader, url: string, requested: Questions.Question) => {
  const answers: Array<string> = []
  let isFound = false
  let next: Arguments | undefined = reader.first(url, requested.question)
  while (next !== undefined && !isFound && answers.length < maxCalls) {
    answers.push((await McpServers.call(client, reader.server.tool, next)).text)
    const read = plain(answers.map(reader.contentOf).join(""))
    isFound = requested.answers.every((wanted) => read.includes(plain(wanted)))
    next = reader.next(url, answers)
  }
  if (!isFound && options.misses)
    console.log(`${reader.name}\t${requested.page}\t${requested.question}\t${requested.answers.join(" … ")}`)
  return { isFound, calls: answers.length, tokens: answers.reduce((sum, answer) => sum + encode(answer).length, 0) }
}

console.log(`Documents: ${Array.from(pages.keys()).join(", ")}\n`)
const print = printTable("read through | answers found | tokens, median | mean | calls, mean | tokens of tools/list")
for (const reader of readers) {
  const { client } = await McpServers.connect(reader.server)
  const outcomes: Array<Awaited<ReturnType<typeof readFor>>> = []
  for (const [at, requested] of drawn.entries()) {
    outcomes.push(await readFor(client, reader, `http://public.test/${at}`, requested))
  }
  const tokens = outcomes.map((outcome) => outcome.tokens)
  const listed = encode(JSON.stringify((await client.listTools()).tools)).length
  const found = outcomes.filter(({ isFound }) => isFound).length
  const calls = mean(outcomes.map((outcome) => outcome.calls)).toFixed(1)
  print(reader.name, found, Math.round(median(tokens)), mean(tokens).toFixed(0), calls, listed)
  await client.close()
}
process.exit(0)
