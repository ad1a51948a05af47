/**
 * Packs the program of the reader's threads and processes once for all tests, as the packed command holds it but for
 * its size: it starts within a sixth of the processor time that its sources take, and the tests start many.
 */
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

const extract = join(import.meta.dirname, "..")

/**
 * Where it is packed by this run of the tests alone: another one may begin or end meanwhile. Below this package, for
 * what isn't bundled is found from there, and where nothing is published of, should this run be killed.
 */
const folder = join(extract, "node_modules/.cache", `packed-${process.pid}`)
const entry = join(folder, "Entry.mjs")

/** What vitest calls before all tests, for each package that starts the program. */
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

/** What it calls after them. */
export const teardown = (): void => rmSync(folder, { recursive: true, force: true })

/** Has what the tests load start the packed program in place of the sources. */
export const startsPacked = () => {
  // vitest keeps what it has transformed for the next run, whose program is elsewhere.
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
