/**
 * Makes 200 calls over every face, and prints their answers: with `world`, in the small Internet with two providers,
 * recorded into `folder`; without, replayed from there, where there is no name server and no site.
 */
import { Conversation } from "@porthole/core"
import { createWebTools, ToolCalls, WebTools } from "@porthole/tools"
import { Effect, Layer, ManagedRuntime } from "effect"
import { execFile, spawn } from "node:child_process"
import { createServer } from "node:http"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { setTimeout } from "node:timers/promises"
import { gzipSync } from "node:zlib"
import { type Client, connect, connectTo } from "../../../cli/test/support/mcpClient.ts"
import { packed } from "../../../cli/test/support/packed.ts"
import { pdfOf } from "../../../extract-pdf/test/samplePdf.ts"
import { layer as recordingLayer } from "../../../recording/src/index.ts"
import { Sites, World } from "../../src/index.ts"

/** What is done. */
export interface Order {
  readonly folder: string
  readonly world: boolean
  /** Variables of the programs that are started, such as one that changes their time. */
  readonly environment: Readonly<Record<string, string>>
}

/** An answer and its call. */
export type Answer = readonly [call: string, answer: string]

type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>]

const { environment, folder, world }: Order = JSON.parse(await text(process.stdin))
const canary = "canary-7b2e55-key"
const file = (name: string): string => join(folder, `${name}.warc.gz`)
const mode = world ? "record" : "replay"
const authority = world ? { NODE_EXTRA_CA_CERTS: (await World.start()).authority } : {}
const variables = {
  ...authority,
  ...environment,
  SEARXNG_URL: "http://127.0.0.1:9100",
  PORTHOLE_TAVILY_URL: "http://127.0.0.1:9101",
  TAVILY_API_KEY: canary,
  PORTHOLE_PROVIDER: "searxng,tavily",
  PORTHOLE_ROBOTS: "true",
  PORTHOLE_MAX_REQUESTS_PER_MINUTE: "10000",
}
Object.assign(process.env, variables)

/** SearXNG, which fails for some queries, and the next provider, which echoes its key. */
const startProviders = () => {
  const row = (url: string, key: string) => ({
    title: `Whales of ${url}`,
    url: `http://public.test/${url}`,
    [key]: "Seen.",
  })
  createServer((request, response) => {
    const query = new URL(request.url ?? "/", "http://x/").searchParams.get("q") ?? ""
    if (query.includes("other")) response.writeHead(503).end()
    else response.end(JSON.stringify({ query, results: [row(encodeURIComponent(query), "content")] }))
  }).listen(9100, "127.0.0.1")
  createServer((request, response) =>
    response.end(JSON.stringify({ request_id: request.headers.authorization, results: [row("tavily", "content")] })),
  ).listen(9101, "127.0.0.1")
}
if (world) startProviders()

const raw = (type: string, body: string | Uint8Array, ...lines: ReadonlyArray<string>): string => {
  const bytes = Buffer.from(body)
  const head = ["HTTP/1.1 200 OK", `Content-Type: ${type}`, `Content-Length: ${bytes.length}`, ...lines]
  return `http://raw.test${Sites.rawPath(`${head.join("\r\n")}\r\nConnection: close\r\n\r\n${bytes.toString("latin1")}`)}`
}
const pdf = pdfOf([{ texts: [{ text: "High water at noon", y: 700 }], links: [] }], { title: "Tide tables" })
const html = `<title>Packed</title><article><h1>Packed</h1><p>${"The boat is safe in the harbour. ".repeat(20)}</p></article>`

/** A page that is empty until its script has fetched its words. */
const late = "The tide of day 39 came in late."
const data = raw("application/json", JSON.stringify(Array.from({ length: 40 }, (_, at) => late.replace("39", `${at}`))))
const script = raw(
  "text/javascript",
  `fetch("${data}").then((answer) => answer.json()).then((words) => {
    document.getElementById("app").innerHTML = "<article><h1>Tides</h1><p>" + words.join(" ") + "</p></article>"
  })`,
)
const rendered = raw(
  "text/html",
  `<!doctype html><title>Tides</title><div id=app></div><script src="${script}"></script>`,
)

/** Sixty calls of every kind, with URLs and queries of their own. */
const mixed = (name: string): ReadonlyArray<Call> => [
  ...Array.from({ length: 6 }, (_, at): Call => ["web_search", { query: `${name} ${at}` }]),
  ...[{ freshness_days: 3 }, { time_range: "week" }, { start_date: "2026-01-01" }, { freshness_days: 30 }].map(
    (dates): Call => ["web_search", { query: `${name} dated`, ...dates }],
  ),
  ["web_search", { query: `${name} other`, include_metadata: true }],
  ["web_search_and_fetch", { query: `${name} pages`, max_results: 2 }],
  ["web_fetch", { urls: [`http://public.test/${name}/a`, "http://public.test/missing", "http://10.9.0.5/"] }],
  ["web_fetch", { url: `http://public.test/${name}/asked`, query: "Which boats are there?" }],
  ["web_fetch", { url: `http://public.test/${name}/short`, max_length: 200 }],
  ...[
    `http://public.test/count/3?${name}`,
    `http://public.test/loop?${name}`,
    `http://public.test/${name}?to=http://10.9.0.5/`,
    `http://public.test/${name}?to=http://other.test/x`,
    `http://public.test/status/503?${name}`,
    `http://public.test/status/429?${name}`,
    `http://public.test/status/403?${name}`,
    `http://robots.test/closed/${name}`,
    `http://robots.test/open/${name}`,
    `https://public.test/${name}`,
    "https://expired.test/",
    "http://private.test/",
    "http://mixed.test/",
    "http://empty.test/",
    "http://nobody.test/",
    "http://127.0.0.1/",
    "ftp://public.test/",
    raw("application/pdf", pdf),
    raw("text/html", gzipSync(html), "Content-Encoding: gzip"),
    raw("application/octet-stream", "none"),
    raw("image/png", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")),
    `${raw("text/html", html)}&cut`,
    raw("text/markdown", "# Tides\n\nSee [the almanac](/almanac)."),
    raw("application/json", '{"high":12.5}'),
  ].map((url): Call => ["web_fetch", { url }]),
  ...Array.from({ length: 21 }, (_, at): Call => ["web_fetch", { url: `http://public.test/${name}/${at}` }]),
]

const inTurn = <A, B>(all: ReadonlyArray<A>, ask: (one: A) => Promise<B>): Promise<ReadonlyArray<B>> =>
  all.reduce<Promise<ReadonlyArray<B>>>(
    (before, one) => before.then((answers) => ask(one).then((answer) => [...answers, answer])),
    Promise.resolve([]),
  )

const named = (face: string, [tool, args]: Call): string => `${face} ${tool} ${JSON.stringify(args)}`

const byFacade = async (): Promise<ReadonlyArray<Answer>> => {
  const tools = createWebTools({
    recording: file("facade"),
    recordingMode: mode,
    docsSites: [{ name: "boats", baseUrl: "http://public.test/facade" }],
    tools: ["web_search", "web_fetch", "web_search_and_fetch", "web_quote", "docs_search", "docs_fetch"],
  })
  const calls: ReadonlyArray<Call> = [
    ...mixed("facade"),
    ["docs_search", { query: "boats" }],
    ["docs_fetch", { slug_or_url: "a" }],
    ["web_quote", { url: "http://public.test/facade/1", quote: "every boat that knows the tide" }],
    ["web_quote", { url: "http://public.test/facade/2", quote: "no such words" }],
  ]
  const answers = await inTurn(calls, async (call): Promise<Answer> => [
    named("facade", call),
    JSON.stringify(await tools.call(call[0], call[1])),
  ])
  await tools.dispose()
  return answers
}

const byLayers = async (): Promise<ReadonlyArray<Answer>> => {
  const runtime = ManagedRuntime.make(
    WebTools.layerNode().pipe(Layer.provideMerge(recordingLayer({ file: file("layers"), mode }))),
  )
  const calls = mixed("layers").filter(([tool, args]) => tool === "web_fetch" && "url" in args)
  const answers = await inTurn(calls.slice(0, 25), async (call): Promise<Answer> => {
    const ask = ToolCalls.fetch(call[1]).pipe(
      Effect.catch(({ wire }) => Effect.succeed(wire)),
      Effect.provideService(Conversation.Conversation, { id: "one", tenant: "default" }),
    )
    return [named("layers", call), JSON.stringify(await runtime.runPromise(ask))]
  })
  await runtime.dispose()
  return answers
}

const byClient = (face: string, client: Client, calls: ReadonlyArray<Call>): Promise<ReadonlyArray<Answer>> =>
  inTurn(calls, async (call): Promise<Answer> => {
    const { content, structuredContent } = await client.callTool({ name: call[0], arguments: call[1] })
    return [named(face, call), JSON.stringify({ content, structuredContent })]
  })

const byMcp = async (): Promise<ReadonlyArray<Answer>> => {
  const client = await connect(["mcp", `--${mode}`, file("mcp")], variables, packed)
  const answers = await byClient("mcp", client, mixed("mcp"))
  await client.close()
  return answers
}

const base = "http://127.0.0.1:8710"

const isUp = (): Promise<boolean> =>
  fetch(`${base}/health`).then(
    () => true,
    () => false,
  )

const byServe = async (): Promise<ReadonlyArray<Answer>> => {
  const server = spawn(process.execPath, [packed, "serve", "--allow-tokenless", `--${mode}`, `${folder}/serve/`], {
    stdio: "ignore",
    env: { ...process.env, XDG_CONFIG_HOME: join(folder, "settings") },
  })
  const ended = new Promise((done) => server.once("exit", done))
  while (!(await isUp())) await setTimeout(100) // clock: polls until it listens
  const client = await connectTo(`${base}/mcp`)
  const overMcp = await byClient("serve", client, mixed("serve").slice(0, 26))
  await client.close()
  const dropIns: ReadonlyArray<Call> = [
    ...["/v1/scrape", "/v2/scrape"].map((path): Call => [path, { url: `http://public.test${path}` }]),
    ...["/v1/search", "/v2/search"].map((path): Call => [path, { query: `whales of ${path}` }]),
    ["/search", { query: "whales of tavily" }],
    ["/extract", { urls: ["http://public.test/extract", "http://10.9.0.5/"] }],
    ["/api/v1/fetch", { url: "http://public.test/own" }],
    ["/api/v1/search", { query: "whales of ours" }],
    ["/v1/rerank", { query: "boats", documents: ["tides", "all boats"] }],
    ["/openwebui/search", { query: "whales of webui", count: 2 }],
  ]
  const overHttp = await inTurn(dropIns, async (call): Promise<Answer> => {
    const headers = { "content-type": "application/json" }
    const response = await fetch(base + call[0], { method: "POST", headers, body: JSON.stringify(call[1]) })
    return [named("serve", call), `${response.status} ${await response.text()}`]
  })
  server.kill("SIGTERM")
  await ended
  return [...overMcp, ...overHttp]
}

const byCommand = (): Promise<ReadonlyArray<Answer>> =>
  inTurn(
    [
      ["fetch", "http://public.test/command"],
      ["fetch", "http://public.test/missing", "--json"],
      ["search", "command whales", "--json"],
      ["search", "command whales", "--freshness-days", "9"],
      ["quote", "http://public.test/command/quoted", "every boat that knows the tide"],
      ["fetch", rendered, "--render", "--json"],
    ],
    (args) =>
      new Promise<Answer>((done) =>
        execFile(process.execPath, [packed, ...args, `--${mode}`, file("command")], (_, stdout) =>
          done([`command ${args.join(" ")}`, stdout]),
        ),
      ),
  )

const report: ReadonlyArray<Answer> = [
  ...(await byFacade()),
  ...(await byLayers()),
  ...(await byMcp()),
  ...(await byServe()),
  ...(await byCommand()),
]
process.stdout.write(JSON.stringify(report), () => process.exit(0))
