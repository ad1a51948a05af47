/**
 * Packs the program of the reader's threads and processes once for all tests, as the packed command holds it but for its size: it
 * starts within a sixth of the processor time that its sources take, and the tests start many.
 */
import { rmSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

const extract = join(import.meta.dirname, "..")

/**
 * Where it is packed for the tests of a package, by this run of them alone: another one may begin or end meanwhile. Below this
 * package, for what isn't bundled is found from there, and where nothing is published of, should this run be killed.
 */
const folderOf = (name: string): string => join(extract, "node_modules/.cache", `packed-${name}-${process.pid}`)

/** What vitest calls before all tests and after them. */
export const packing = (name: string) => ({
  setup: async (): Promise<void> => {
    const { build } = await import("rolldown")
    await build({
      input: { Entry: join(extract, "src/isolation/Entry.ts") },
      platform: "node",
      logLevel: "silent",
      output: {
        dir: folderOf(name),
        format: "esm",
        entryFileNames: "[name].mjs",
        chunkFileNames: "[name]-[hash].mjs",
        cleanDir: true,
      },
    })
  },
  teardown: (): void => rmSync(folderOf(name), { recursive: true, force: true }),
})

/** Has what the tests load start the packed program in place of the sources. */
export const startsPacked = (name: string) => ({
  name: "starts-packed",
  enforce: "pre" as const,
  transform: (code: string, id: string): string | undefined => {
    if (!id.endsWith("/isolation/Peer.ts")) return undefined
    if (!code.includes(inSources)) throw new Error(`${id} doesn't start ${inSources}`)
    return code.replace(inSources, JSON.stringify(pathToFileURL(join(folderOf(name), "Entry.mjs")).href))
  },
})

const inSources = '"./Entry.ts"'

export const { setup, teardown } = packing("test")
