/**
 * Packs the command once for all tests, in its own folder, so that no other build is removed, and with it the programs
 * that the network's tests start. Packed, they start several times faster than from their sources.
 */
import { execFileSync } from "node:child_process"
import { globSync, rmSync, symlinkSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"

const cli = fileURLToPath(new URL("../..", import.meta.url))

/** The folder of the packed command. */
export const folder = join(cli, "dist/test")

/** The path of a packed program. */
export const packedProgram = (name: string): string => join(folder, `${name}.js`)

/** The path of the packed command. */
export const packed = packedProgram("porthole")

/** Packs the command and the programs, once in this process: vitest calls this for each project that needs them. */
export const setup = (): void => {
  if (process.env[variable] === String(process.pid)) return
  process.env[variable] = String(process.pid)
  execFileSync(process.execPath, ["--input-type=module", "--eval", packing, JSON.stringify(programs())], {
    cwd: cli,
    stdio: "ignore",
  })
  rmSync(assets, { recursive: true, force: true })
  symlinkSync("../assets", assets)
}

export const teardown = (): void => {
  for (const path of [folder, assets]) rmSync(path, { recursive: true, force: true })
}

// --- private --------------------------------------------------------------------------

/** The command's files, where a program in its folder looks for them. */
const assets = join(cli, "dist/assets")

const variable = "PORTHOLE_TESTS_PACKED"

/** The paths of the programs by name, but for one with libraries that can't be bundled. */
const programs = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    globSync("../test-net/test/programs/[a-z]*.ts", { cwd: cli })
      .map((path) => [basename(path, ".ts"), path] as const)
      .filter(([name]) => name !== "serve"),
  )

const packing = `
  import { build } from "rolldown"
  import config from "./rolldown.config.mjs"
  const [, programs] = process.argv
  const input = { ...config.input, ...JSON.parse(programs) }
  await build({ ...config, input, output: { ...config.output, dir: "dist/test" } })
`
