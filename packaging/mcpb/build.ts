/**
 * Builds the MCP bundle: `node packaging/mcpb/build.ts porthole.mcpb`. It holds the command as published on npm with
 * its run-time packages, so that it runs without a network.
 */
import { packExtension } from "@anthropic-ai/mcpb/cli"
import { execFileSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { manifest } from "./manifest.ts"

const root = join(import.meta.dirname, "../..")
const cli = join(root, "packages/cli")

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
}

const dependenciesOf = (folder: string): ReadonlyArray<string> => {
  const { dependencies = {} }: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return Object.keys(dependencies)
}

/** Copies a package's dependencies, recursively. Two versions of one package would be an error. */
const copyDependencies = (folder: string, to: string, copied = new Map<string, string>()): void => {
  for (const name of dependenciesOf(folder)) {
    // In its own `node_modules`, or next to it, as pnpm lays packages out.
    const places = [join(folder, "node_modules", name), join(folder, ...name.split("/").map(() => ".."), "..", name)]
    const from = places.map(resolved).find((place) => place !== undefined)
    if (from === undefined) throw new Error(`${name} isn't installed`)
    if ((copied.get(name) ?? from) !== from) throw new Error(`${name} is needed in two versions`)
    if (copied.has(name)) continue
    copied.set(name, from)
    cpSync(from, join(to, "node_modules", name), {
      recursive: true,
      filter: (path) => !path.startsWith(join(from, "node_modules")),
    })
    copyDependencies(from, to, copied)
  }
}

const resolved = (path: string): string | undefined => {
  try {
    return dirname(realpathSync(join(path, "package.json")))
  } catch {
    return undefined
  }
}

/** Builds the bundle into a file. */
export const build = async (file: string): Promise<void> => {
  const staging = mkdtempSync(join(tmpdir(), "porthole-mcpb-"))
  execFileSync(
    process.execPath,
    [join(cli, "node_modules/rolldown/bin/cli.mjs"), "-c", "rolldown.config.mjs", "--dir", join(staging, "dist")],
    { cwd: cli, stdio: "ignore" },
  )
  for (const name of ["assets", "package.json"]) cpSync(join(cli, name), join(staging, name), { recursive: true })
  for (const name of ["LICENSE"]) cpSync(join(root, name), join(staging, name))
  copyDependencies(cli, staging)
  writeFileSync(join(staging, "manifest.json"), `${JSON.stringify(manifest, undefined, 2)}\n`)
  const isPacked = await packExtension({ extensionPath: staging, outputPath: resolve(file), silent: true })
  rmSync(staging, { recursive: true })
  if (!isPacked) throw new Error("The manifest isn't valid.")
}

if (import.meta.main) await build(process.argv[2] ?? "porthole.mcpb")
