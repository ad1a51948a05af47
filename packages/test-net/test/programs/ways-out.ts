/**
 * Goes every way out of a page in the browser of this machine, with the guards that the input names, and prints what
 * the canaries heard. Packets are counted by the system, in the browser's own network namespace where it has one.
 */
import { Duration, Effect } from "effect"
import { type Renderer, WebError } from "@porthole/core"
import { execFileSync } from "node:child_process"
import { createSocket } from "node:dgram"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { createServer as createTcpServer } from "node:net"
import { text } from "node:stream/consumers"
import * as Browser from "../../../backend-browser/src/browser/Browser.ts"
import * as Confinement from "../../../backend-browser/src/browser/Confinement.ts"
import { findBrowser } from "../../../backend-browser/src/browser/FindBrowser.ts"
import { wall } from "../../../backend-browser/src/browser/Flags.ts"
import * as GroupMemory from "../../../backend-browser/src/browser/GroupMemory.ts"
import * as Rendering from "../../../backend-browser/src/Rendering.ts"
import { Dns } from "../../src/index.ts"
import * as WaysOut from "../WaysOut.ts"

/** The guards that stand. */
export interface Guards {
  readonly namespace: boolean
  readonly proxy: boolean
  readonly resolver: boolean
  readonly protocols: boolean
  readonly interception: boolean
}

/** The guards, the rows to go, and what a run goes on for: a busy machine may need a second round. */
export interface Input {
  readonly guards: Guards
  /** All rows, unless these are named, as `way in place`. */
  readonly only?: ReadonlyArray<string>
  readonly until: { readonly heard: number; readonly gone: number }
}

/** What came out. */
export interface Heard {
  /** The rows, as `way in place`, that a canary heard of. */
  readonly rows: ReadonlyArray<string>
  readonly packets: number
  /** Rows whose script was run, by the pages' own count. */
  readonly gone: number
}

const { guards, only, until }: Input = JSON.parse(await text(process.stdin))
const rows = WaysOut.rows.filter((row) => only?.includes(WaysOut.nameOf(row)) ?? true)

/** Everything is at least as private as the page, which Chromium asks for. */
const origin = "http://127.0.0.1"

const heard = new Set<string>()
const note = (row: WaysOut.Row | undefined): void => {
  if (row !== undefined) heard.add(WaysOut.nameOf(row))
}

/** Pages of at most this many ways: a browser opens few connections at once. */
const chunk = 24
const pages = (["document", "frame", "worker", "shared worker", "nested worker"] as const).flatMap((place) => {
  const own = rows.filter((row) => row.place === place)
  return Array.from({ length: Math.ceil(own.length / chunk) }, (_, at) => ({
    place,
    rows: own.slice(at * chunk, (at + 1) * chunk),
  }))
})

const starts: Readonly<Record<WaysOut.Place, (at: number) => string>> = {
  document: (at) => `<script src=/ways.js?${at}></script>`,
  frame: (at) => `<iframe src=/frame?${at}></iframe>`,
  worker: (at) => `<script>new Worker('/ways.js?${at}')</script>`,
  "shared worker": (at) => `<script>new SharedWorker('/ways.js?${at}')</script>`,
  "nested worker": (at) => `<script>new Worker('/nested.js?${at}')</script>`,
}

/** The pages whose script was run. */
const gone = new Set<number>()

const goneRows = (): number => [...gone].reduce((sum, at) => sum + (pages[at]?.rows.length ?? 0), 0)

/** What the page's own site answers. */
const holding = (url: string): readonly [type: string, body: string] | undefined => {
  const [path = "", query = ""] = url.split("?")
  const at = Number(query)
  const page = pages[at]
  if (page === undefined) return undefined
  if (path === "/") return ["text/html", `<!doctype html><head></head><body><p>Page</p>${starts[page.place](at)}`]
  if (path === "/frame") return ["text/html", `<!doctype html><head></head><body>${starts.document(at)}`]
  if (path === "/nested.js") return ["text/javascript", `new Worker('/ways.js?${at}')`]
  if (path !== "/ways.js") return undefined
  gone.add(at)
  return ["text/javascript", WaysOut.scriptOf(page.rows)]
}

const byHost = new Map(rows.map((row) => [row.host.replace(/^\[|\]$/g, ""), row]))

const listen = async (): Promise<void> => {
  for (const network of WaysOut.networks) execFileSync("ip", ["route", "add", "local", network, "dev", "lo"])
  execFileSync("ip", ["route", "add", "224.0.0.0/4", "dev", "lo"])
  const hear = (address: string | undefined) => note(byHost.get((address ?? "").replace(/^::ffff:/, "")))
  const site = createServer((request, response) => {
    const [type, body] = (request.socket.localAddress === "::ffff:127.0.0.1" && holding(request.url ?? "")) || []
    response.writeHead(type === undefined ? 404 : 200, { "content-type": type ?? "text/plain" }).end(body)
  })
  site.on("connection", (socket) => hear(socket.localAddress))
  await new Promise<void>((done) => void site.listen(80, "::", done))
  const secure = createTcpServer((socket) => {
    hear(socket.localAddress)
    socket.on("error", () => {}).end()
  })
  await new Promise<void>((done) => void secure.listen(443, "::", done))
  for (const row of rows.filter(({ script, udpPort }) => script.includes(`:${udpPort}`))) {
    const socket = createSocket("udp6")
    socket.on("message", () => note(row))
    await new Promise<void>((done) => void socket.bind(row.udpPort, "::", done))
  }
}

/** Packets of a network namespace so far, in both directions. */
const packetsOf = (pid: number | "self", only = ""): number =>
  readFileSync(`/proc/${pid}/net/dev`, "utf8")
    .split("\n")
    .filter((line) => line.includes(":") && line.includes(only))
    .map((line) =>
      line
        .slice(line.indexOf(":") + 1)
        .trim()
        .split(/\s+/),
    )
    .reduce((sum, fields) => sum + Number(fields[1]) + Number(fields[9]), 0)

const refused = (url: string): Renderer.RenderRequest => ({
  document: {
    url,
    status: 200,
    contentType: "text/html",
    bytes: Buffer.from(holding(url.slice(origin.length))?.[1] ?? ""),
  },
  fetchPart: (part) => {
    const found = part.url.startsWith(origin) ? holding(part.url.slice(origin.length)) : undefined
    return found === undefined
      ? WebError.fail({ error: "blocked_url" })
      : Effect.succeed({
          status: 200,
          headers: { "content-type": found[0] },
          setCookies: [],
          bytes: Buffer.from(found[1]),
        })
  },
})

/** A page without interception: it comes from the site itself. */
const visit = Effect.fnUntraced(function* ({ connection, router }: Browser.Browser, url: string) {
  const made = yield* connection.send("Target.createBrowserContext", {})
  const { browserContextId } = made as { readonly browserContextId: string }
  router.add({
    contextId: browserContextId,
    onPage: ({ sessionId }) => connection.post("Page.navigate", { url }, sessionId),
    onWorker: () => {},
    onPaused: () => {},
    onEvent: () => {},
    onMessage: () => {},
  })
  yield* connection.send("Target.createTarget", { url: "about:blank", browserContextId })
  // clock: the page's own ways, which tell no end; another round follows if too few were heard
  yield* Effect.sleep("4 seconds")
  // clock: bounds a hang of the browser
  yield* Effect.ignore(
    Effect.timeout(connection.send("Target.disposeBrowserContext", { browserContextId }), "9 seconds"),
  )
})

/** More than a busy machine needs. */
const rounds = 8

const isEnough = (): boolean => heard.size >= until.heard && goneRows() >= until.gone

const limits = { maxRequests: 1_000, maxBytes: 1e8, maxTime: Duration.seconds(20) }

const program = Effect.gen(function* () {
  const confinement = yield* Confinement.find()
  const command = confinement.command.filter((word) => guards.namespace || word !== "--net")
  const browser = yield* Browser.start({
    browser: yield* findBrowser(),
    confinement: { ...confinement, command },
    maxMemory: 4e9,
    intercepts: guards.interception,
    wall: {
      proxy: guards.proxy ? wall.proxy : [],
      resolver: guards.resolver ? wall.resolver : [],
      protocols: guards.protocols ? wall.protocols : ["--autoplay-policy=no-user-gesture-required"],
    },
  })
  const processes = yield* GroupMemory.reader(browser.group)
  const own = guards.namespace ? (processes.at(-1)?.pid ?? "self") : "self"
  const before = [packetsOf(own), packetsOf("self", "lo:")] as const
  const one = (_: unknown, at: number) =>
    guards.interception
      ? Effect.ignore(Rendering.render(browser, refused(`${origin}/?${at}`), limits))
      : visit(browser, `${origin}/?${at}`)
  for (let round = 0; round < rounds && (round === 0 || !isEnough()); round++) {
    yield* Effect.forEach(pages, one, { concurrency: 2 })
  }
  return packetsOf(own, guards.namespace ? "" : "lo:") - (guards.namespace ? before[0] : before[1])
}).pipe(Effect.scoped)

await listen()
const names = await Dns.start(Object.fromEntries(rows.map(({ dnsName }) => [dnsName, [["127.0.0.1"]]])))
const packets = await Effect.runPromise(program)
for (const row of rows) if (names.queries.some((query) => query.startsWith(`${row.dnsName} `))) note(row)
const result: Heard = { rows: Array.from(heard).toSorted(), packets, gone: goneRows() }
process.stdout.write(JSON.stringify(result), () => process.exit(0))
