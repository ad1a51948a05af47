/**
 * Runs blocks of shell commands by bash, one block after the other, with the ports and names that the docs use: a
 * SearXNG, a collector, a Redis, and sites.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { gzipSync } from "node:zlib"
import { World } from "../../src/index.ts"
import { packed } from "../../../cli/test/support/packed.ts"

/** A command line and the content of its standard input. */
export interface Command {
  readonly text: string
  readonly input: string
}

/** The end of a command: stdout and stderr in the order of writing, then the file that it wrote. A server has no code. */
export interface Finished {
  readonly code: number | undefined
  readonly output: string
}

/**
 * The folders of all blocks' compiled code, so that only the first command compiles it, and of their documentation, so
 * that a block can ask what an earlier one has indexed.
 */
const cache = mkdtempSync(join(tmpdir(), "porthole-docs-cache-"))
const data = mkdtempSync(join(tmpdir(), "porthole-docs-data-"))
const blocks: ReadonlyArray<ReadonlyArray<Command>> = JSON.parse(await text(process.stdin))

const hosts = ["example.com", "docs.example.org"]
const zone = Object.fromEntries(hosts.map((host) => [host, [[World.publicA]]]))
const world = await World.start({ ...zone, server: [["127.0.0.1"]] }, hosts)

const results = [
  { url: "https://example.com/a", title: "First hit", content: "About tides.", engine: "double" },
  { url: "https://docs.example.org/b", title: "Second hit", content: "About more.", engine: "double" },
]
const searxng = createServer((_, response) => {
  response.writeHead(200, { "Content-Type": "application/json" })
  response.end(JSON.stringify({ query: "q", results }))
})
const collector = createServer((request, response) => void request.resume().on("end", () => response.end()))
await once(searxng.listen(8888, "127.0.0.1"), "listening")
await once(collector.listen(4318, "127.0.0.1"), "listening")
spawn("redis-server", ["--port", "6379", "--save", ""], { stdio: "ignore" })

const sentence = "The harbour master wrote down each ship that came in before the fog closed the bay. "
const page = `<!doctype html><title>The harbour log</title><nav><a href="/">Home</a> Boats Tides</nav><main><h1>The harbour log</h1>
<p>${sentence.repeat(3)}</p><p>${sentence.repeat(3)}<a href="/next">next</a></p><p hidden>Unseen words</p></main>`

/** A recording of the page, as another maker writes it: an earlier step of a guide has made one. */
const response = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${page}`
const recording = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.com/page\r
WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Type: application/http\r\nContent-Length: ${response.length}\r\n\r
${response}\r\n\r\n`

/** The names of the command in the docs, and zsh's folders of completions. */
const prelude = `
  set -m -o pipefail
  porthole() { "$NODE" "$ENTRY" "$@"; }
  pnpm() { shift 2; porthole "$@"; }
  npx() { case "$2" in pnpm@*) shift 2; pnpm "$@";; *) shift; porthole "$@";; esac; }
  node() { (cd "$REPOSITORY" && "$NODE" "$@"); }
  listens() { for _ in {1..2400}; do grep -qE "http:|working" "$1" && break; sleep .05; done; }
  fpath=("" "$HOME")
`

/** Whether a command runs until it is ended. */
const isServer = (command: string): boolean => /\bporthole (?:serve|worker)\b/.test(command)

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/** Runs each command in the shell itself, so that variables stay. A server runs until the end of the block. */
const scriptOf = (commands: ReadonlyArray<Command>): string => {
  const runs = commands.map(({ text: command }, at) => {
    if (isServer(command)) return `${command.replace(/ *&?$/, "")} >out.${at} 2>&1 & listens out.${at}`
    const [, file] = />\s*(\S+)$/.exec(command) ?? []
    const written = file === undefined ? "" : `; eval cat ${quoted(file)} >>out.${at}`
    return `{ eval ${quoted(command)}; } <in.${at} >out.${at} 2>&1; echo $? >code.${at}${written}`
  })
  const needsServer = commands.some(({ text: command }) => command.includes("127.0.0.1:8710"))
  const server = needsServer && !commands.some(({ text: command }) => isServer(command))
  const start = server ? "porthole serve >server 2>&1 & listens server" : ""
  return [prelude, start, ...runs, "for job in $(jobs -p); do kill -- -$job; done; wait"].join("\n")
}

const runBlock = async (commands: ReadonlyArray<Command>): Promise<ReadonlyArray<Finished>> => {
  const home = mkdtempSync(join(tmpdir(), "porthole-docs-"))
  mkdirSync(join(home, ".config/fish/completions"), { recursive: true })
  const write = (name: string, content: string | Uint8Array) => writeFileSync(join(home, name), content)
  for (const name of ["page.html", "saved-page.html"]) write(name, page)
  write("page.html.gz", gzipSync(page))
  write("run.warc.gz", recording)
  write("pages.ndjson", `{"path":"page.html"}\n{"path":"page.html.gz"}\n`)
  for (const name of ["urls.txt", "own.txt"]) write(name, "https://example.com/\n")
  write("key.txt", "tvly-a-key\n")
  for (const folder of ["handbook", "node_modules/effect"]) mkdirSync(join(home, folder), { recursive: true })
  write("package.json", `{"name":"harbour","dependencies":{"effect":"4.1.0"}}`)
  write("node_modules/effect/package.json", `{"name":"effect","version":"4.1.0"}`)
  write("node_modules/effect/README.md", "# Effect\n\n## Schedules\n\nRetry an effect with a schedule of your own.\n")
  write("handbook/index.md", `# Handbook\n\n${sentence}\n`)
  for (const [at, { input }] of commands.entries()) write(`in.${at}`, input)
  const env = {
    PATH: process.env["PATH"],
    HOME: home,
    XDG_CACHE_HOME: cache,
    XDG_DATA_HOME: data,
    NODE: process.execPath,
    ENTRY: packed,
    REPOSITORY: join(import.meta.dirname, "../../../.."),
    NODE_EXTRA_CA_CERTS: world.authority,
    CURL_CA_BUNDLE: world.authority,
    SEARXNG_URL: "http://127.0.0.1:8888",
    // Each command would start a thread for its one page.
    PORTHOLE_EXTRACT_ISOLATION: "none",
    // A busy machine must not end a command.
    PORTHOLE_FETCH_TIMEOUT: process.env["PORTHOLE_FETCH_TIMEOUT"],
    PORTHOLE_SEARCH_TIMEOUT: process.env["PORTHOLE_SEARCH_TIMEOUT"],
  }
  await once(spawn("bash", ["-c", scriptOf(commands)], { cwd: home, env, stdio: "ignore" }), "close")
  const read = (name: string) => (existsSync(join(home, name)) ? readFileSync(join(home, name), "utf8") : undefined)
  const finished = commands.map((_, at) => {
    const code = read(`code.${at}`)
    const output = (read(`out.${at}`) ?? "").replaceAll(home, "~")
    return { code: code === undefined ? undefined : Number(code), output }
  })
  rmSync(home, { recursive: true })
  return finished
}

const finished: Array<ReadonlyArray<Finished>> = []
for (const commands of blocks) finished.push(await runBlock(commands))
for (const folder of [cache, data]) rmSync(folder, { recursive: true })
process.stdout.write(JSON.stringify(finished), () => process.exit(0))
