/**
 * Packs the command once for all tests, in a folder of its own, so that nobody's build is taken away.
 * Long tables run the packed command, which starts several times faster than the sources.
 */
import { execFileSync } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const cli = fileURLToPath(new URL("../..", import.meta.url))

export const folder = join(cli, "dist/test")
export const packed = join(folder, "porthole.js")

export const setup = (): void => {
  execFileSync(
    process.execPath,
    [join(cli, "node_modules/rolldown/bin/cli.mjs"), "-c", "rolldown.config.mjs", "--dir", "dist/test"],
    { cwd: cli, stdio: "ignore" },
  )
}

export const teardown = (): void => rmSync(folder, { recursive: true, force: true })
