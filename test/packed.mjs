/**
 * Packs every package as for publishing, installs the tarballs into empty projects with plain npm, and uses them there
 * under Node 24: the command, the MCP server, and the import of the tools. Run by `pnpm packed` after a build.
 */
import assert from "node:assert/strict"
import { execFile, execFileSync, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { promisify } from "node:util"
import { finishReadme } from "../.changeset/finish-package.mjs"
import { pdf } from "./published/tidesPdf.mjs"
import { install as installTarballs, pack, published, withNeeded } from "../packaging/tarballs/install.ts"

const root = join(import.meta.dirname, "..")
const place = mkdtempSync(join(tmpdir(), "porthole-packed-"))
/** The project with every package. */
const folder = join(place, "all")
const address = "https://git.example/owner/porthole"
process.env.PORTHOLE_REPOSITORY = address
const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }
const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] })
const readJson = (...path) => JSON.parse(readFileSync(join(...path), "utf8"))

const names = published()
const tarballs = new Map()
for (const name of names) {
  const sources = join(root, "packages", name)
  const files = readdirSync(sources).filter((file) => file === "package.json" || file === "README.md")
  const before = files.map((file) => readFileSync(join(sources, file), "utf8"))
  tarballs.set(name, pack(name, place))
  const after = files.map((file) => readFileSync(join(sources, file), "utf8"))
  assert.deepEqual(after, before, `packing ${name} changed its sources`)
  assert.ok(!existsSync(join(sources, "LICENSE")), `packing ${name} left a licence`)
}

/** A new project with these packages and those that they need, as `pnpm pack:into` installs them. */
const install = (project, wanted) =>
  installTarballs(
    project,
    withNeeded(wanted).map((name) => tarballs.get(name)),
  )

/** The number of packages of an installation, and its size in MB. */
const sizeOf = (project) => ({
  packages: Object.keys(readJson(project, "node_modules/.package-lock.json").packages).length,
  megabytes: Number(run("du", ["-sm", "--apparent-size", "node_modules"], project).split("\t")[0]),
})

const cli = join(place, "cli")
install(cli, ["cli"])
const tools = join(place, "tools")
install(tools, ["tools"])
install(folder, names)

// The figures of docs/benchmarks.md, with some margin.
const sizes = { cli: sizeOf(cli), tools: sizeOf(tools) }
assert.ok(sizes.cli.packages <= 1 && sizes.cli.megabytes <= 12, JSON.stringify(sizes))
assert.ok(sizes.tools.packages <= 44 && sizes.tools.megabytes <= 85, JSON.stringify(sizes))
assert.ok(!existsSync(join(tools, "node_modules/@redis")), "the tools bring Redis's client")

for (const file of tarballs.values()) {
  const files = run("tar", ["-tzf", file], place)
  assert.doesNotMatch(files, /tsbuildinfo|node_modules|\/test\//, `${file} packs what it shouldn't`)
  assert.match(files, /^package\/LICENSE$/m, `${file} has no licence`)
}
for (const name of names) {
  const installed = join(folder, "node_modules/@porthole", name)
  const manifest = readJson(installed, "package.json")
  assert.doesNotMatch(JSON.stringify(manifest), /"(?:workspace|catalog):/, `${name} names the workspace`)
  const needed = Object.keys(manifest.dependencies ?? {}).filter((one) => one.startsWith("@porthole/"))
  for (const one of needed) assert.ok(names.includes(one.slice("@porthole/".length)), `${name} needs ${one}`)
  const { bugs, description, homepage, license, repository } = manifest
  assert.equal(homepage, `${address}/tree/HEAD/packages/${name}#readme`)
  assert.deepEqual(bugs, { url: `${address}/issues` })
  assert.deepEqual(repository, { type: "git", url: `git+${address}.git`, directory: `packages/${name}` })
  assert.ok(description !== undefined && license === "MIT", name)
  if (!existsSync(join(installed, "README.md"))) continue
  const readme = readFileSync(join(installed, "README.md"), "utf8").replaceAll(/^```[^]*?^```$/gm, "")
  for (const [, target] of readme.matchAll(/\]\(([^)]*)\)/g)) {
    assert.match(target, /^https:/, `${name}: ${target}`)
    const path = target.startsWith(`${address}/blob/HEAD/`) ? target.slice(`${address}/blob/HEAD/`.length) : "."
    assert.ok(existsSync(join(root, path.split("#")[0])), `${name}: ${target}`)
  }
}

for (const file of ["assets/porthole.service", "assets/NOTICE", "assets/vectors.bin", "skills/porthole/SKILL.md"]) {
  assert.ok(existsSync(join(cli, "node_modules/@porthole/cli", file)), `${file} isn't packed`)
}

const links = "[Porthole](../../README.md), [Effect](https://effect.website)\n```ts\na[0](b)\n```"
assert.equal(
  finishReadme(links, "packages/core", undefined),
  "Porthole, [Effect](https://effect.website)\n```ts\na[0](b)\n```",
)

// Without a Redis package, the usual installation.
const search = `import("@porthole/tools").then(({ createWebTools }) =>
  createWebTools({ searxngUrl: "http://127.0.0.1:1", redisUrl: process.argv[1] }).webSearch({ query: "tides" })
).then(({ error }) => console.log(error))`
for (const [redis, said] of [
  [[], /^$/],
  [["redis://127.0.0.1:1"], /PORTHOLE_REDIS_URL needs the package @porthole\/store-redis: `npm install/],
]) {
  const { stderr, stdout } = spawnSync(process.execPath, ["-e", search, ...redis], {
    cwd: tools,
    env,
    encoding: "utf8",
  })
  assert.equal(stdout.trim(), "web_search_unavailable", stderr)
  assert.match(stderr, said)
}

assert.match(run("npx", ["porthole", "--help"], folder), /search/)
writeFileSync(
  join(folder, "use.mjs"),
  `import { createWebTools } from "@porthole/tools"
   const tools = createWebTools()
   console.log(JSON.stringify(await tools.webFetch({ url: "http://127.0.0.1/" })))
   await tools.dispose()`,
)
assert.equal(JSON.parse(run(process.execPath, ["use.mjs"], folder)).reason, "private_or_metadata_target")

// An old Node, if PATH has one.
const old = (process.env.PATH ?? "")
  .split(delimiter)
  .map((path) => join(path, "node"))
  .find((file) => existsSync(file) && /^v2[0-3]\./.test(run(file, ["--version"], place)))
// The SDKs under the integrations aren't installed.
const entriesOf = (name) =>
  Object.keys(
    name === "integrations" ? {} : (readJson(folder, "node_modules/@porthole", name, "package.json").exports ?? {}),
  )
    .filter((path) => !path.includes("*"))
    .map((path) => `@porthole/${name}${path.slice(1)}`)
for (const entry of old === undefined ? [] : [...names.flatMap(entriesOf), "@porthole/providers/tavily"]) {
  const { stderr } = spawnSync(old, ["--input-type=module", "-e", `import "${entry}"`], {
    cwd: folder,
    encoding: "utf8",
  })
  assert.match(stderr, /^Error: Porthole needs Node 24 or newer; this is Node 2[0-3][.\d]+$/m, entry)
}

writeFileSync(
  join(folder, "stores.mjs"),
  `import { BoundedMemory } from "@porthole/stores"
   import { DiskStore } from "@porthole/store-disk"
   import { RedisStore } from "@porthole/store-redis"
   console.log([BoundedMemory, DiskStore, RedisStore].map(({ layer }) => typeof layer).join())`,
)
assert.equal(run(process.execPath, ["stores.mjs"], folder).trim(), "function,function,function")

writeFileSync(
  join(folder, "providers.mjs"),
  `import { tavily } from "@porthole/providers/tavily"
   console.log(tavily.identity.name, typeof tavily.makeExtract)`,
)
assert.equal(run(process.execPath, ["providers.mjs"], folder).trim(), "tavily function")

// The packages install no SDK; a subpath needs only its own SDK.
const sdks = ["ai", "@langchain/core", "@openai/agents", "@mastra/core"]
for (const sdk of sdks) assert.ok(!existsSync(join(folder, "node_modules", sdk)), `${sdk} was installed`)
const [, version] = /^ {2}ai: (.+)$/m.exec(readFileSync(join(root, "pnpm-workspace.yaml"), "utf8"))
run("npm", ["install", "--no-audit", "--no-fund", "--no-save", "--loglevel=error", `ai@${version}`, "zod@4"], folder)
writeFileSync(
  join(folder, "sdk.mjs"),
  `import { toAiTools } from "@porthole/integrations/ai"
   import { createWebTools } from "@porthole/tools"
   const web = createWebTools()
   const { web_fetch } = toAiTools(web)
   const input = { url: "http://127.0.0.1/" }
   const output = await web_fetch.execute(input, { toolCallId: "1", messages: [] })
   console.log(web_fetch.toModelOutput({ toolCallId: "1", input, output }).type, output.reason)
   await web.dispose()`,
)
assert.equal(run(process.execPath, ["sdk.mjs"], folder).trim(), "error-text private_or_metadata_target")

writeFileSync(
  join(folder, "read.mjs"),
  `import { Extractor } from "@porthole/core"
   import { DocumentExtractor } from "@porthole/extract"
   import * as Effect from "effect/Effect"
   const bytes = new TextEncoder().encode("<title>Tides</title><p>High water")
   const read = Extractor.Extractor.use(({ extract }) =>
     extract({ url: "https://a.test/", contentType: "text/html", bytes, mode: "markdown" }))
   for (const isolation of ["thread", "process", "none"]) {
     console.log((await Effect.runPromise(Effect.provide(read, DocumentExtractor.layer({ isolation })))).content)
   }`,
)
assert.equal(run(process.execPath, ["read.mjs"], folder).trim(), "High water\nHigh water\nHigh water")

writeFileSync(join(folder, "page.html"), "<title>Tides</title><p>High water comes twice a day.")
for (const isolation of ["thread", "process", "none"]) {
  env.PORTHOLE_EXTRACT_ISOLATION = isolation
  assert.match(
    run("npx", ["porthole", "extract", "page.html", "--url", "https://a.test/"], folder),
    /High water/,
    isolation,
  )
}
delete env.PORTHOLE_EXTRACT_ISOLATION

writeFileSync(join(folder, "page.pdf"), pdf)
assert.match(run("npx", ["porthole", "extract", "page.pdf", "--url", "https://a.test/"], folder), /High water/, "PDF")

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "packed", version: "1" } },
}
const answer = await new Promise((resolve, reject) => {
  const child = spawn("npx", ["porthole", "mcp"], { cwd: folder, env, stdio: ["pipe", "pipe", "inherit"] })
  child.on("error", reject)
  child.stdout.once("data", (chunk) => {
    child.stdin.end()
    child.kill()
    resolve(JSON.parse(String(chunk).split("\n")[0]))
  })
  child.stdin.write(`${JSON.stringify(initialize)}\n`)
})
assert.equal(answer.result.serverInfo.name, "porthole")

const searxng = createServer((_, response) => {
  response.setHeader("content-type", "application/json")
  response.end(JSON.stringify({ results: [{ url: "https://a.test/", title: "Tides", content: "High water." }] }))
})
await new Promise((resolve) => searxng.listen(0, "127.0.0.1", resolve))
const server = spawn(join(folder, "node_modules/.bin/porthole"), ["serve", "--listen", "127.0.0.1:0"], {
  cwd: folder,
  env: { ...env, SEARXNG_URL: `http://127.0.0.1:${searxng.address().port}` },
  stdio: ["ignore", "ignore", "pipe"],
})
let said = ""
while (!/http:\S+\n/.test(said)) said += String((await once(server.stderr, "data"))[0])
const url = /http:\S+/.exec(said)[0]
const curl = async (path, body, ...headers) => {
  const given = ["Content-Type: application/json", ...headers].flatMap((header) => ["-H", header])
  const args = ["-s", ...given, ...(body === undefined ? [] : ["-d", JSON.stringify(body)]), `${url}${path}`]
  return JSON.parse((await promisify(execFile)("curl", args)).stdout)
}
assert.equal((await curl("/search?q=tides&format=json")).results[0].title, "Tides")
assert.equal((await curl("/api/v1/fetch", { url: "http://127.0.0.1/" })).reason, "private_or_metadata_target")
const hello = await curl("/mcp", initialize, "Accept: application/json, text/event-stream")
assert.equal(hello.result.serverInfo.name, "porthole")
server.kill()
searxng.close()

rmSync(place, { recursive: true })
console.log(`${tarballs.size} packages install into an empty project and work there. ${JSON.stringify(sizes)}`)
