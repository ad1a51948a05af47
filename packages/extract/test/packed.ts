/**
 * Packs the program of the reader's threads and processes once for all tests, as in the packed command but not
 * minified: it starts in a sixth of the processor time of its sources, and the tests start many.
 */
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

const extract = join(import.meta.dirname, "..")

/**
 * The folder of this run's packed program: other runs may begin or end meanwhile. It is below this package, so that
 * Node finds the unbundled libraries, and in a folder that is never published, should this run be killed.
 */
const folder = join(extract, "node_modules/.cache", `packed-${process.pid}`)
const entry = join(folder, "Entry.mjs")

/** vitest calls this before all tests, for each package that starts the program. */
export const setup = async (): Promise<void> => {
  if (existsSync(entry)) return
  const { build } = await import("rolldown")
  await build({
    input: { Entry: join(extract, "src/isolation/Entry.ts") },
    platform: "node",
    logLevel: "silent",
    output: {
      dir: folder,
      format: "esm",
      entryFileNames: "[name].mjs",
      chunkFileNames: "[name]-[hash].mjs",
      cleanDir: true,
    },
  })
}

/** vitest calls this after them. */
export const teardown = (): void => rmSync(folder, { recursive: true, force: true })

/** Makes the tests start the packed program instead of the sources. */
export const startsPacked = () => {
  // vitest caches transformed modules for the next run, whose program has another path.
  process.env[variable] = pathToFileURL(entry).href
  return {
    name: "starts-packed",
    enforce: "pre" as const,
    transform: (code: string, id: string): string | undefined => {
      if (!id.endsWith("/isolation/Peer.ts")) return undefined
      if (!code.includes(inSources)) throw new Error(`${id} doesn't start ${inSources}`)
      return code.replace(inSources, `process.env[${JSON.stringify(variable)}]`)
    },
  }
}

const variable = "PORTHOLE_TESTS_ENTRY"
const inSources = '"./Entry.ts"'
