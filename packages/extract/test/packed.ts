/** Bundles the programs once for all tests of a run, and makes the tests start the bundled `Entry`. */
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { bundle, variable } from "./Programs.ts"

const extract = join(import.meta.dirname, "..")

/**
 * The folder of this run's programs: other runs may begin or end meanwhile. It is in a folder that is never published,
 * should this run be killed.
 */
const folder = join(extract, "node_modules/.cache", `packed-${process.pid}`)

/** The module that starts `Entry`. */
const starter = join(extract, "../reader-pool/src/Worker.ts")

/** vitest calls this before all tests, for each package that starts the programs. */
export const setup = async (): Promise<void> => {
  if (!existsSync(folder)) await bundle(folder)
}

/** vitest calls this after them. */
export const teardown = (): void => rmSync(folder, { recursive: true, force: true })

/** Makes the tests start the packed program instead of the sources. */
export const startsPacked = () => {
  // vitest caches transformed modules for the next run, whose programs have another path.
  process.env[variable] = folder
  process.env[packedEntry] = pathToFileURL(join(folder, "dist/Entry.js")).href
  if (!existsSync(starter)) throw new Error(`${starter} isn't there`)
  return {
    name: "starts-packed",
    enforce: "pre" as const,
    transform: (code: string, id: string): string | undefined => {
      if (id !== starter) return undefined
      if (!code.includes(inSources)) throw new Error(`${id} doesn't start ${inSources}`)
      return code.replace(inSources, `process.env[${JSON.stringify(packedEntry)}]`)
    },
  }
}

const packedEntry = "PORTHOLE_TESTS_ENTRY"
const inSources = '"./Entry.ts"'
