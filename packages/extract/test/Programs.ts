/**
 * The programs that tests start, as they would be published: bundled, each starts in a tenth of the processor time of
 * its sources. `Entry` reads for threads and processes, `Child` reads hazards, `readOnce` reads one page, and the other
 * two have the databases of documentation and of jobs.
 */
import { globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { pathToFileURL } from "node:url"
import { build } from "rolldown"

const here = import.meta.dirname
const packages = join(here, "../..")

/** The formats' modules by name, in the sources. */
const modules = Object.fromEntries(
  globSync("{extract/src/formats,extract-office/src,extract-pdf/src}/*Format.ts", { cwd: packages }).map((file) => [
    basename(file, ".ts"),
    join(packages, file),
  ]),
)

/** Makes a thread or process load the bundled module when a test names its source. */
const redirect = `
  import { registerHooks } from "node:module"
  const sources = ${JSON.stringify(
    Object.fromEntries(Object.entries(modules).map(([name, path]) => [pathToFileURL(path).href, `./${name}.js`])),
  )}
  registerHooks({
    resolve: (specifier, context, next) => {
      const packed = sources[specifier]
      return next(packed === undefined ? specifier : new URL(packed, import.meta.url).href, context)
    },
  })
`

/** Bundles them into a new folder: its `dist` has the programs, each with the name of its source. */
export const bundle = async (folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  // Libraries that bundling would break are loaded from the extractor's own dependencies.
  symlinkSync(join(here, "../node_modules"), join(folder, "node_modules"))
  symlinkSync(join(packages, "extract-pdf/assets"), join(folder, "assets"))
  await build({
    input: {
      Child: join(here, "hazards/Child.ts"),
      readOnce: join(here, "readOnce.ts"),
      Entry: join(packages, "reader-pool/src/Entry.ts"),
      DocsIndexEntry: join(packages, "docs-index/src/worker/Entry.ts"),
      FrontierEntry: join(packages, "jobs/src/worker/Entry.ts"),
      ...modules,
    },
    platform: "node",
    logLevel: "silent",
    output: {
      dir: join(folder, "dist"),
      format: "esm",
      banner: ({ name }) => (name === "Entry" ? redirect : ""),
      entryFileNames: "[name].js",
      chunkFileNames: "[name]-[hash].js",
    },
  })
}

/** The environment variable with the folder of the programs that vitest has bundled. */
export const variable = "PORTHOLE_TESTS_PROGRAMS"

let built: Promise<string> | undefined

const temporary = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), "porthole-programs-"))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  await bundle(folder)
  return folder
}

/** The path of one. Outside vitest this bundles them once in this process, whose end removes them. */
export const program = async (name: "Child" | "readOnce"): Promise<string> =>
  join(process.env[variable] ?? (await (built ??= temporary())), "dist", `${name}.js`)
