/** The files that a process of the command loads. */
import { assert } from "vitest"
import { listingTools } from "./mcpClient.ts"
import { bin, porthole } from "./porthole.ts"

/** A module that lists the files that its process loads, on stderr. */
const recorder = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from "node:module"
const load = (url, context, next) => (process.stderr.write("loaded " + url + "\\n"), next(url, context))
registerHooks({ load })`)}`

export const recording = { NODE_OPTIONS: `--import=${recorder}` }
export const loadedIn = (stderr: string) => Array.from(stderr.matchAll(/^loaded (.*)/gm), ([, url = ""]) => url)

/** Asserts that an MCP server, from its sources, loads no transport, reader or store to list its tools. */
export const assertLight = async (settings: Readonly<Record<string, string>>): Promise<void> => {
  const env = { ...recording, ...settings }
  const { stderr, stdout } = await porthole(["mcp"], { entry: bin, env, input: listingTools })
  assert.include(stdout, "web_search_and_fetch")
  const loaded = loadedIn(stderr)
  assert.isTrue(loaded.some((url) => url.endsWith("/tools/src/node/node.ts")))
  const heavy = /\/node_modules\/undici\/|\/packages\/(?:backend-|extract|store-|providers\/)/
  assert.deepStrictEqual(
    loaded.filter((url) => heavy.test(url)),
    [],
  )
}
