/**
 * The two trees that are compared: this one, and one of an earlier commit, the base, which is unpacked, installed and
 * built once in the user's cache. It can't lie below `node_modules`, where Node runs no TypeScript.
 */
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import * as McpServers from "../../harness/McpServers.ts"

/** The sides of the comparison. */
export const sides = ["this", "base"] as const
export type Side = (typeof sides)[number]

/** The folder of each side's tree. */
export type Trees = Readonly<Record<Side, string>>

/** The commit that `bench/base` names. */
export const chosenBase = (): string => readFileSync(join(root, "bench/base"), "utf8").trim()

/** The folders for a base, which may be any name of a commit. */
export const of = (base: string): Trees => ({ this: root, base: join(cache, commitOf(base)) })

/** Unpacks, installs and builds the base, if it isn't yet, and builds this tree's command. It needs the network. */
export const prepare = (base: string): void => {
  const folder = of(base).base
  if (!existsSync(commandOf(folder))) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const archive = execFileSync("git", ["archive", commitOf(base)], { cwd: root, maxBuffer: 2 ** 30 })
    execFileSync("tar", ["-x"], { cwd: folder, input: archive })
    pnpm(folder, "install", "--frozen-lockfile")
    pnpm(folder, "--filter", "@porthole/cli", "build")
  }
  pnpm(root, "--filter", "@porthole/cli", "build")
}

/** The MCP server of a side's packed command. */
export const serverOf = (trees: Trees, side: Side): McpServers.Server => ({
  ...McpServers.porthole,
  name: side,
  command: [commandOf(trees[side]), "mcp"],
})

// --- private --------------------------------------------------------------------------

const root = join(import.meta.dirname, "../../..")

const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "porthole-bench")

const commitOf = (name: string): string =>
  execFileSync("git", ["rev-parse", "--verify", `${name}^{commit}`], { cwd: root, encoding: "utf8" }).trim()

const commandOf = (tree: string): string => join(tree, "packages/cli/dist/porthole.js")

/** Standard output is the report's. */
const pnpm = (cwd: string, ...args: ReadonlyArray<string>): void => {
  execFileSync("npx", ["-y", "pnpm@12", ...args], { cwd, stdio: ["ignore", 2, 2] })
}
