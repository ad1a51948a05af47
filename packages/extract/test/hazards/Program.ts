/**
 * The program of `Child.ts` as it would be published: as one bundle it starts in a tenth of the time that its sources
 * take.
 */
import { globSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { build } from "rolldown"

const here = import.meta.dirname
const packages = join(here, "../../..")
const readers = Object.fromEntries(
  globSync("{extract/src/formats,extract-pdf/src}/*Reader.ts", { cwd: packages }).map((file) => [
    basename(file, ".ts"),
    join(packages, file),
  ]),
)

let built: Promise<string> | undefined

/** Bundles the program, once in this process, and returns its path. The end of this process removes it. */
export const program = (): Promise<string> => (built ??= bundle())

const bundle = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), "porthole-hazards-"))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  // Libraries that bundling would break are loaded from the reader's own dependencies.
  symlinkSync(join(here, "../../node_modules"), join(folder, "node_modules"))
  symlinkSync(join(packages, "extract-pdf/assets"), join(folder, "assets"))
  await build({
    input: { Child: join(here, "Child.ts"), Entry: join(packages, "extract/src/isolation/Entry.ts"), ...readers },
    platform: "node",
    logLevel: "silent",
    output: {
      dir: join(folder, "dist"),
      format: "esm",
      entryFileNames: "[name].js",
      chunkFileNames: "[name]-[hash].js",
    },
  })
  return join(folder, "dist/Child.js")
}
