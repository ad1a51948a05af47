/** A stranger's machine: all packages on a registry on loopback, installed from there, bundled, compiled and run. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as RedisServer from "../packages/store-redis/test/support/redis.ts"
import { patience } from "./patience.ts"
import { programs, rows } from "./published/Bundlers.ts"
import { ended, open, type Registry } from "./published/Registry.ts"

const place = mkdtempSync(join(tmpdir(), "porthole-published-"))
const [tools, app, commands] = [join(place, "tools"), join(place, "app"), join(place, "commands")]
const missing = "@porthole/store-redis: `npm install @porthole/store-redis`"
const advice = /keep @porthole\/\* external when you bundle it \(esbuild: --external:@porthole\/\*\)/

/** A SearXNG in this process; programs run beside it. */
const searxng = createServer((_, response) => {
  response.setHeader("content-type", "application/json")
  response.end(JSON.stringify({ results: [{ url: "https://a.test/", title: "Tides", content: "High water." }] }))
})
let searxngUrl = ""
let registry: Registry

beforeAll(async () => {
  for (const folder of [tools, app, commands]) {
    mkdirSync(folder)
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
  }
  // verdaccio asks for a tag of `node-fetch` that not every mirror has.
  writeFileSync(join(tools, "package.json"), JSON.stringify({ private: true, overrides: { "node-fetch": "2.7.0" } }))
  const wanted = Object.entries(programs).map(([name, version]) => `${name}@${version}`)
  ended("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...wanted], tools)
  registry = await open(join(place, "registry"), tools)
  const args = ["install", "--no-audit", "--no-fund", "@porthole/tools", "@porthole/testing", "@types/node@24"]
  assert.strictEqual(registry.run("npm", args, app).status, 0)
  for (const file of ["app.mjs", "tidesPdf.mjs"]) cpSync(join(import.meta.dirname, "published", file), join(app, file))
  searxng.listen(0, "127.0.0.1")
  await once(searxng, "listening")
  const address = searxng.address()
  searxngUrl = typeof address === "object" ? `http://127.0.0.1:${address?.port}` : ""
})

afterAll(() => {
  registry?.close()
  searxng.close()
  rmSync(place, { recursive: true })
})

/** Runs a program of the app while this process answers its searches. */
const printed = async (
  file: string,
  redis = "redis://127.0.0.1:1",
): Promise<{ readonly answers: ReadonlyArray<string>; readonly log: string }> => {
  const child = spawn(process.execPath, [file, searxngUrl, redis], {
    cwd: app,
    // A twentieth of the shorter timeout is the time for a Redis.
    env: { ...process.env, ...patience, PORTHOLE_SEARCH_TIMEOUT: "60 s" },
  })
  let [text, log] = ["", ""]
  child.stdout.setEncoding("utf8").on("data", (more: string) => (text += more))
  child.stderr.setEncoding("utf8").on("data", (more: string) => (log += more))
  await once(child, "close")
  assert.notStrictEqual(text, "", log)
  return { answers: JSON.parse(text), log }
}

describe("a person who has only npm", () => {
  it("runs the newest command with npx", () => {
    const { stderr, stdout } = registry.run("npx", ["-y", "@porthole/cli", "--version"], commands)
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../packages/cli/package.json"), "utf8"))
    assert.strictEqual(stdout, `porthole ${version}\n`, stderr)
  })

  it("installs the tools, and searches and reads with a short program", async () => {
    const { answers, log } = await printed("app.mjs")
    assert.deepStrictEqual(answers.with(2, ""), ["Tides", "High **water**", "", "High **water**", "alone"])
    assert.include(answers[2], "High water comes twice a day.")
    assert.include(log, missing)
  })

  it("finds what server.json starts", () => {
    const text = readFileSync(join(import.meta.dirname, "../packages/cli/server.json"), "utf8")
    const [entry] = JSON.parse(text).packages
    const { stdout } = registry.run("npm", ["view", `${entry.identifier}@${entry.version}`, "mcpName"], commands)
    assert.strictEqual(stdout.trim(), JSON.parse(text).name)
  })
})

describe("a person who bundles five lines", () => {
  it.each(rows)("with $name as $format gets a program that works or says what to add", async (row) => {
    for (const [name, text] of Object.entries(row.files ?? {})) writeFileSync(join(app, name), text)
    mkdirSync(join(app, dirname(row.output)), { recursive: true })
    const { status, stderr, stdout } = registry.run(
      // esbuild's installation may replace its script by a native program.
      row.program.startsWith("esbuild") ? join(tools, "node_modules/.bin/esbuild") : process.execPath,
      row.program.startsWith("esbuild") ? row.args : [join(tools, "node_modules", row.program), ...row.args],
      app,
    )
    assert.strictEqual(status, 0, stderr + stdout)
    const { answers, log } = await printed(row.output)
    const [search, page, document = "", shared] = answers
    assert.strictEqual(search, "Tides")
    if (row.isWhole) for (const answer of answers.slice(1, 4)) assert.match(answer, advice)
    else {
      assert.deepStrictEqual([page, shared], ["High **water**", "High **water**"])
      assert.include(document, "High water comes twice a day.")
    }
    assert.include(log, missing)
  })
})

describe.skipIf(RedisServer.isMissing())("a person who then installs the package for a Redis", () => {
  beforeAll(() => {
    const args = ["install", "--no-audit", "--no-fund", "@porthole/store-redis"]
    assert.strictEqual(registry.run("npm", args, app).status, 0)
  })

  it.each(["app.mjs", "ex.mjs", "rollup-es/app.mjs", "webpack-cjs/app.cjs", "vite-es/app.mjs", "tsup-cjs/app.cjs"])(
    "shares pages over it with the program %s",
    async (file) => {
      const run = Effect.gen(function* () {
        const { port } = yield* RedisServer.make()
        return yield* Effect.promise(() => printed(file, `redis://127.0.0.1:${port}`))
      })
      const { answers } = await Effect.runPromise(Effect.scoped(run))
      assert.deepStrictEqual(answers.slice(3), ["High **water**", "shared"])
    },
  )

  it("reads what to add where esbuild has put the package into an ES module", async () => {
    const args = ["app.mjs", "--bundle", "--platform=node", "--format=esm", "--outfile=whole.mjs"]
    assert.strictEqual(registry.run(join(tools, "node_modules/.bin/esbuild"), args, app).status, 0)
    const { answers, log } = await printed("whole.mjs")
    assert.match(answers[3] ?? "", advice)
    assert.match(log, /PORTHOLE_REDIS_URL needs the package @porthole\/store-redis, which can't run inside of a bundle/)
  })
})

describe("a person with a strict project that checks declarations", () => {
  const strict = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"]
  const common = ["--skipLibCheck", "false", "--target", "es2024", "--lib", "es2024,esnext.disposable"]

  it.each([
    ["node20", "node16", "use.mts"],
    ["nodenext", "nodenext", "use.mts"],
    ["esnext", "bundler", "use.mts"],
    ["nodenext", "nodenext", "use.cts"],
  ])("compiles by module %s and resolution %s the file %s", (module, resolution, file) => {
    writeFileSync(
      join(app, file),
      `import { createWebTools } from "@porthole/tools"\nimport * as Extract from "@porthole/extract"
       export const tools = [createWebTools({ maxLength: 8_000 }), Extract.DocumentExtractor.layer]\n`,
    )
    const words = ["--types", "node", "--module", module, "--moduleResolution", resolution, file]
    const program = join(tools, "node_modules/typescript/bin/tsc")
    const { stdout } = registry.run(process.execPath, [program, ...strict, ...common, ...words], app)
    assert.strictEqual(stdout, "")
  })
})

describe("a packed package", () => {
  it("passes publint and, for ES modules, arethetypeswrong", () => {
    const [publint, types] = ["publint/src/cli.js", "@arethetypeswrong/cli/dist/index.js"].map((file) =>
      join(tools, "node_modules", file),
    )
    for (const file of registry.tarballs) {
      const checked = registry.run(process.execPath, [publint ?? "", file, "--strict"], place)
      assert.strictEqual(checked.status, 0, `${file}: ${checked.stdout}`)
      // The command has no types.
      if (/-cli-/.test(file)) continue
      const typed = registry.run(process.execPath, [types ?? "", file, "--profile", "esm-only"], place)
      assert.strictEqual(typed.status, 0, `${file}: ${typed.stdout}`)
    }
  })
})
