/**
 * Packs the command once for all tests, in its own folder, so that no other build is removed. Long tables run the
 * packed command, which starts several times faster than the sources.
 */
import { execFileSync } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const cli = fileURLToPath(new URL("../..", import.meta.url))

/** Packs the command and programs of tests into a folder below the package's own. */
export const pack = (name: string, programs: Readonly<Record<string, string>> = {}): void => {
  execFileSync(process.execPath, ["--input-type=module", "--eval", packing, `dist/${name}`, JSON.stringify(programs)], {
    cwd: cli,
    stdio: "ignore",
  })
}

const packing = `
  import { build } from "rolldown"
  import config from "./rolldown.config.mjs"
  const [, dir, programs] = process.argv
  await build({ ...config, input: { ...config.input, ...JSON.parse(programs) }, output: { ...config.output, dir } })
`

/** The path of the packed command. */
export const packedIn = (name: string): string => join(cli, "dist", name)

export const folder = packedIn("test")
export const packed = join(folder, "porthole.js")

export const setup = (): void => pack("test")

export const teardown = (): void => rmSync(folder, { recursive: true, force: true })
