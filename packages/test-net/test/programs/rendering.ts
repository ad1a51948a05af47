/**
 * The real command over a site whose page is empty until a script has fetched its data: each face that renders, and the
 * doctor with and without a browser. After each run it counts what is left of the browser.
 */
import { execFile, execFileSync, spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { connect } from "../../../cli/test/support/mcpClient.ts"
import { packed } from "../../../cli/test/support/packed.ts"
import { folder, foldersLeft, processesLeft } from "../../../backend-browser/test/support/browser.ts"
import { World } from "../../src/index.ts"

/** One run of the command, and what it left. */
export interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** The paths that the site was asked for meanwhile. */
  readonly requests: ReadonlyArray<string>
  readonly left: number
}

/** What is run: by the command with settings or flags, by other faces, and the doctor's cases. */
export interface Runs {
  readonly off: Run
  readonly flag: Run
  readonly auto: Run
  readonly nowhere: Run
  readonly mcp: Run & { readonly hasParameter: boolean; readonly hasParameterIfOff: boolean }
  readonly serve: Run & { readonly metrics: string }
  readonly ready: Run
  readonly lost: Run
  readonly missing: Run
}

/** The program's output: the runs that its input names. */
export interface Report {
  readonly runs: Partial<Runs>
  readonly intruders: ReadonlyArray<string>
}

type Env = Readonly<Record<string, string>>

const address = "93.184.216.38"
const page = "http://app.test/"
const world = await World.start({ "app.test": [[address]] })

/** The page reads its data from the site, and tries the private side, too. */
const files: Readonly<Record<string, readonly [type: string, body: string]>> = {
  "/": ["text/html", "<!doctype html><title>Tides</title><div id=app></div><script src=/app.js></script>"],
  "/app.js": [
    "text/javascript",
    `fetch("http://10.9.0.5/secret").catch(() => {}); fetch("http://private.test/").catch(() => {})
    fetch("/data.json").then((answer) => answer.json()).then(({ words }) => {
      document.getElementById("app").innerHTML = "<article><h1>Tides</h1><p>" + words.join(" ") + "</p></article>"
    })`,
  ],
  "/data.json": [
    "application/json",
    JSON.stringify({ words: Array.from({ length: 40 }, (_, at) => `The tide of day ${at} came in late.`) }),
  ],
}

const requests: Array<string> = []
const site = createServer((request, response) => {
  const path = request.url ?? "/"
  requests.push(path)
  const [type, body] = files[path] ?? ["text/plain", "no"]
  response.writeHead(files[path] === undefined ? 404 : 200, { "content-type": type }).end(body)
})
await new Promise<void>((done) => void site.listen(80, address, done))

const left = (): number => processesLeft().length + foldersLeft().length
const common: Env = {
  TMPDIR: folder,
  PORTHOLE_EXTRACT_ISOLATION: "none",
  XDG_CACHE_HOME: "/nonexistent",
  XDG_CONFIG_HOME: "/nonexistent",
}

const watch = async <A extends object>(run: () => Promise<A>) => {
  const mark = requests.length
  const ran = await run()
  return { ...ran, requests: requests.slice(mark), left: left() }
}

/** Shorter than the minute after which an idle browser ends: a command that waits for it after its answer is killed. */
const longestEnd = 45_000

const command = (args: ReadonlyArray<string>, env: Env = {}): Promise<Run> =>
  watch(
    () =>
      new Promise<Pick<Run, "code" | "stdout" | "stderr">>((done) => {
        const child = execFile(
          process.execPath,
          [packed, ...args],
          { env: { ...process.env, ...common, ...env } },
          (_error, stdout, stderr) => {
            clearTimeout(timer)
            done({ code: child.exitCode, stdout, stderr })
          },
        )
        let timer: NodeJS.Timeout | undefined
        // clock: bounds the end, of which nothing but the wait for the browser takes this long
        child.stdout?.once("data", () => (timer = setTimeout(() => child.kill("SIGKILL"), longestEnd)))
      }),
  )

type Client = Awaited<ReturnType<typeof connect>>

const hasRender = async (client: Client): Promise<boolean> => {
  const { tools } = await client.listTools()
  return tools.some(({ inputSchema }) => "render" in (inputSchema.properties ?? {}))
}

const byMcp = async () => {
  const withoutBrowser = await connect(["mcp"], common, packed)
  const hasParameterIfOff = await hasRender(withoutBrowser)
  await withoutBrowser.close()
  const client = await connect(["mcp"], { ...common, PORTHOLE_RENDER: "auto" }, packed)
  const hasParameter = await hasRender(client)
  const answer = await client.callTool({ name: "web_fetch", arguments: { url: page, render: true } })
  await client.close()
  const code = answer.isError === true ? 1 : 0
  return { code, stdout: JSON.stringify(answer), stderr: "", hasParameter, hasParameterIfOff }
}

const base = "http://127.0.0.1:8710"

const byServe = async () => {
  const server = spawn(process.execPath, [packed, "serve", "--allow-tokenless"], {
    stdio: "ignore",
    env: { ...process.env, ...common, PORTHOLE_RENDER: "auto" },
  })
  const ended = new Promise<number | null>((done) => server.once("exit", done))
  const isUp = () =>
    fetch(`${base}/health`).then(
      () => true,
      () => false,
    )
  // clock: polls until the server listens
  while (!(await isUp())) await new Promise((done) => setTimeout(done, 100))
  const response = await fetch(`${base}/api/v1/fetch`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url: page, render: true }),
  })
  const stdout = await response.text()
  const metrics = await fetch(`${base}/metrics`).then((answer) => answer.text())
  server.kill("SIGTERM")
  return { code: await ended, stdout, stderr: "", metrics }
}

const doctor = (env: Env) => command(["doctor", "--json"], { PORTHOLE_RENDER: "auto", ...env })

const nothing: Env = { PORTHOLE_CHROMIUM: "/nonexistent/chromium" }
const findNothing = (): Promise<Run> => {
  // This mount namespace is the network's own: the machine keeps its browsers.
  for (const place of ["/usr/lib/chromium", "/usr/lib/chromium-browser", "/usr/lib64/chromium-browser", "/opt/google"])
    if (existsSync(place)) execFileSync("mount", ["-t", "tmpfs", "none", place])
  return doctor({})
}

/** In this order: the last one removes the browser. */
const runs: { readonly [Name in keyof Runs]: () => Promise<Runs[Name]> } = {
  off: () => command(["fetch", "--json", page]),
  flag: () => command(["fetch", "--json", "--render", "--explain", page]),
  auto: () => command(["fetch", "--json", page], { PORTHOLE_RENDER: "auto" }),
  nowhere: () => command(["fetch", "--json", "--render", page], nothing),
  mcp: () => watch(byMcp),
  serve: () => watch(byServe),
  ready: () => doctor({}),
  lost: () => doctor(nothing),
  missing: findNothing,
}

const names: ReadonlyArray<string> = JSON.parse(await text(process.stdin))
const ran: Record<string, unknown> = {}
for (const [name, run] of Object.entries(runs)) if (names.includes(name)) ran[name] = await run()
const report: Report = { runs: ran, intruders: world.intruders }
process.stdout.write(JSON.stringify(report), () => process.exit(0))
