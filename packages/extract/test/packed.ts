/** Bundles the programs once for all tests of a run, and makes the tests start the bundled ones. */
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { bundle, variable } from "./Programs.ts"

const extract = join(import.meta.dirname, "..")
const packages = join(extract, "..")

/**
 * The folder of this run's programs: other runs may begin or end meanwhile. It is in a folder that is never published,
 * should this run be killed.
 */
const folder = join(extract, "node_modules/.cache", `packed-${process.pid}`)

/** The modules that start a program, what they call it, and the name of the bundled one. */
const starters = [
  { file: join(packages, "reader-pool/src/Worker.ts"), inSources: '"./Entry.ts"', program: "Entry" },
  {
    file: join(packages, "docs-index/src/DatabaseThread.ts"),
    inSources: '"./worker/Entry.ts"',
    program: "DocsIndexEntry",
  },
  { file: join(packages, "jobs/src/FrontierThread.ts"), inSources: '"./worker/Entry.ts"', program: "FrontierEntry" },
]

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
  for (const { file, program } of starters) {
    process.env[variableOf(program)] = pathToFileURL(join(folder, `dist/${program}.js`)).href
    if (!existsSync(file)) throw new Error(`${file} isn't there`)
  }
  return {
    name: "starts-packed",
    enforce: "pre" as const,
    transform: (code: string, id: string): string | undefined => {
      const starter = starters.find(({ file }) => file === id)
      if (starter === undefined) return undefined
      const { inSources, program } = starter
      if (!code.includes(inSources)) throw new Error(`${id} doesn't start ${inSources}`)
      return code.replace(inSources, `process.env[${JSON.stringify(variableOf(program))}]`)
    },
  }
}

const variableOf = (program: string): string => `PORTHOLE_TESTS_${program}`
