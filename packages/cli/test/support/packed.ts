/**
 * Packs the command once for all tests, in a folder of its own, so that nobody's build is taken away.
 * Long tables run the packed command, which starts several times faster than the sources.
 */
import { execFileSync } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const cli = fileURLToPath(new URL("../..", import.meta.url))

/** Packs the command into a folder below the package's own. */
export const pack = (name: string): void => {
  execFileSync(
    process.execPath,
    [join(cli, "node_modules/rolldown/bin/cli.mjs"), "-c", "rolldown.config.mjs", "--dir", `dist/${name}`],
    { cwd: cli, stdio: "ignore" },
  )
}

/** Where that is. */
export const packedIn = (name: string): string => join(cli, "dist", name)

export const folder = packedIn("test")
export const packed = join(folder, "porthole.js")

export const setup = (): void => pack("test")

export const teardown = (): void => rmSync(folder, { recursive: true, force: true })
