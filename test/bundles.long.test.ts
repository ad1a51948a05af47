/** An app that uses `createWebTools`, bundled as the guide for Node says and as a user does at first, and then run. */
import { assert, describe, it } from "vitest"
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import { rollup } from "rollup"
import { patience } from "./patience.ts"

const root = join(import.meta.dirname, "..")

/** A folder beside the `node_modules` of the examples, as an app's would be. */
const parent = join(root, "examples/dist")
mkdirSync(parent, { recursive: true })

/** Reads a page that its own dialer answers with, so nothing leaves the program. */
const app = `
  import { createWebTools } from "@porthole/tools"
  import { Doubles } from "@porthole/testing"
  import { Layer } from "effect"

  const layers = Layer.merge(
    Doubles.resolver({ "tides.test": ["93.184.216.34"] }),
    Doubles.dialer(() => ({ status: 200, headers: { "content-type": "text/html" }, body: "<p>High <b>water</b>" })),
  )
  const tools = createWebTools({ layers, robots: false })
  const page = await tools.webFetch({ url: "http://tides.test/" })
  console.log(page.error === undefined ? page.content_md : page.message)
  await tools.dispose()
`

/** Prints of an app after a bundler has written it. */
const printedBy = async (bundle: (input: string, output: string) => Promise<unknown>): Promise<string> => {
  const folder = mkdtempSync(join(parent, "bundle-"))
  const [input, output] = [join(folder, "app.mjs"), join(folder, "bundle.mjs")]
  writeFileSync(input, app)
  await bundle(input, output)
  const { stderr, stdout } = spawnSync(process.execPath, [output], {
    encoding: "utf8",
    env: { ...process.env, ...patience },
  })
  rmSync(folder, { recursive: true })
  assert.strictEqual(stderr, "")
  return stdout.trim()
}

const common = { bundle: true, platform: "node", format: "esm", logLevel: "silent" } as const

describe("an app that createWebTools is in", () => {
  it("reads a page when esbuild keeps @porthole/* external", async () => {
    const esbuild = (input: string, outfile: string) =>
      build({ ...common, entryPoints: [input], outfile, external: ["@porthole/*"] })
    assert.strictEqual(await printedBy(esbuild), "High **water**")
  })

  it("reads a page when rollup keeps @porthole/* external", async () => {
    const byRollup = async (input: string, file: string) => {
      const made = await rollup({ input, external: [/^@porthole\//, /^effect/] })
      await made.write({ file, format: "esm" })
    }
    assert.strictEqual(await printedBy(byRollup), "High **water**")
  })

  it("says what to keep external when esbuild has bundled all of it, without a Redis package", async () => {
    const whole = async (input: string, outfile: string) => {
      const banner = {
        js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url)',
      }
      // As in a project in which the optional package isn't installed.
      const alias = { "@porthole/store-redis": "@porthole/not-installed" }
      await build({ ...common, entryPoints: [input], outfile, banner, alias })
      // esbuild keeps the comment for webpack, and lines around it.
      const kept = /\(\s*\/\* webpackIgnore: true \*\/\s*("[^"]*")\s*\)/g
      const text = readFileSync(outfile, "utf8").replaceAll(kept, "($1)")
      assert.match(text, /import\("@porthole\/(?:store-redis|not-installed)"\)/)
    }
    assert.match(
      await printedBy(whole),
      /^The reader's files .* keep @porthole\/\* external when you bundle it \(esbuild: --external:@porthole\/\*\)\.$/,
    )
  })
})
