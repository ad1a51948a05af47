/**
 * Builds the MCP bundle: `node packaging/mcpb/build.ts porthole.mcpb`. It holds the command as published on npm, which
 * needs no other package, so it runs without a network.
 */
import { packExtension } from "@anthropic-ai/mcpb/cli"
import { execFileSync } from "node:child_process"
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { icon } from "./icon.ts"
import { manifest } from "./manifest.ts"

const root = join(import.meta.dirname, "../..")
const cli = join(root, "packages/cli")

/** Builds the bundle into a file. */
export const build = async (file: string): Promise<void> => {
  const staging = mkdtempSync(join(tmpdir(), "porthole-mcpb-"))
  execFileSync(
    process.execPath,
    [join(cli, "node_modules/rolldown/bin/cli.mjs"), "-c", "rolldown.config.mjs", "--dir", join(staging, "dist")],
    { cwd: cli, stdio: "ignore" },
  )
  for (const name of ["assets", "package.json"]) cpSync(join(cli, name), join(staging, name), { recursive: true })
  cpSync(join(root, "LICENSE"), join(staging, "LICENSE"))
  cpSync(join(root, "docs/privacy.md"), join(staging, "PRIVACY.md"))
  writeFileSync(join(staging, "icon.png"), icon())
  writeFileSync(join(staging, "manifest.json"), `${JSON.stringify(manifest, undefined, 2)}\n`)
  const isPacked = await packExtension({ extensionPath: staging, outputPath: resolve(file), silent: true })
  rmSync(staging, { recursive: true })
  if (!isPacked) throw new Error("The manifest isn't valid.")
}

if (import.meta.main) await build(process.argv[2] ?? "porthole.mcpb")
