/**
 * Packs every package as it would be published, installs the tarballs into an empty project with plain npm, and uses
 * them there under Node 24: the command, the MCP server, and the import of the tools. Run by `pnpm packed` after a
 * build.
 */
import assert from "node:assert/strict"
import { execFileSync, spawn } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"

const root = join(import.meta.dirname, "..")
const folder = mkdtempSync(join(tmpdir(), "porthole-packed-"))
const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }
const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] })

const isPublished = (name) =>
  JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8")).private !== true
for (const name of readdirSync(join(root, "packages")).filter(isPublished)) {
  run("npx", ["-y", "pnpm@12", "pack", "--pack-destination", folder], join(root, "packages", name))
}
const tarballs = readdirSync(folder).filter((file) => file.endsWith(".tgz"))
writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "empty", private: true, type: "module" }))
run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...tarballs.map((file) => `./${file}`)], folder)

for (const file of tarballs) {
  const names = run("tar", ["-tzf", file], folder)
  assert.doesNotMatch(names, /tsbuildinfo|node_modules|\/test\//, `${file} packs what it shouldn't`)
}
for (const name of readdirSync(join(folder, "node_modules/@porthole"))) {
  const manifest = readFileSync(join(folder, "node_modules/@porthole", name, "package.json"), "utf8")
  assert.doesNotMatch(manifest, /"(?:workspace|catalog):/, `${name} names the workspace`)
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

writeFileSync(
  join(folder, "stores.mjs"),
  `import { BoundedMemory } from "@porthole/core/stores"
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

// No SDK comes with the packages; one that is installed is all that its subpath needs.
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
   import { Reader } from "@porthole/extract"
   import * as Effect from "effect/Effect"
   const bytes = new TextEncoder().encode("<title>Tides</title><p>High water")
   const read = Extractor.Extractor.use(({ extract }) =>
     extract({ url: "https://a.test/", contentType: "text/html", bytes, mode: "markdown" }))
   for (const layer of [Reader.layer(), Reader.layer({ isolation: "process" }), Reader.layer({ isolation: "none" })]) {
     console.log((await Effect.runPromise(Effect.provide(read, layer))).content)
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

const stream = "BT /F1 24 Tf 72 720 Td (High water comes twice a day.) Tj ET"
const pdf = [
  "%PDF-1.4",
  "1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj",
  "2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj",
  "3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R",
  "/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >> endobj",
  `4 0 obj << /Length ${stream.length} >> stream\n${stream}\nendstream endobj`,
  "trailer << /Root 1 0 R >>",
].join("\n")
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

rmSync(folder, { recursive: true })
console.log(`${tarballs.length} packages install into an empty project and work there.`)
