/**
 * Runs the command on a newer Node, where an old Node, Bun or Deno has started it. It looks beside the package (the npm
 * package `node`), on `PATH` and where version managers keep theirs. An old Node loads this file, so it imports no
 * package.
 */
import { spawn, spawnSync } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { homedir } from "node:os"
import { delimiter, dirname, isAbsolute, join } from "node:path"
import { fileURLToPath } from "node:url"

/** Runs this command on a Node of at least this major version. The process ends with it, or with a sentence. */
export const runThere = (oldest: number): Promise<never> => {
  const newer = candidates().find((file) => existsSync(file) && isNode(file, oldest))
  return newer === undefined ? refuse(oldest) : runOn(newer)
}

// --- private --------------------------------------------------------------------------

const refuse = (oldest: number): never => {
  const { bun, deno, node } = process.versions
  const [name, version] = bun !== undefined ? ["Bun", bun] : deno !== undefined ? ["Deno", deno] : ["Node", node]
  process.stderr.write(`porthole: This needs Node ${oldest} or newer; this is ${name} ${version}.\n`)
  process.exit(1)
}

/** Both streams and the exit code are the child's, and so are the signals. */
const runOn = (newer: string): Promise<never> =>
  new Promise((_, reject) => {
    const [, entry = "", ...args] = process.argv
    const child = spawn(newer, [entry, ...args], { stdio: "inherit" })
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.removeAllListeners(signal)
      // A terminal sends Ctrl+C to both.
      process.on(signal, () => (signal === "SIGINT" && process.stdin.isTTY ? undefined : void child.kill(signal)))
    }
    child.once("error", reject)
    child.once("exit", (code, signal) => {
      if (signal !== null) {
        process.removeAllListeners(signal)
        process.kill(process.pid, signal)
      }
      process.exit(code ?? 1)
    })
  })

/** Bun and Deno may pose as `node`, and then name a version of Node, too. */
const isNode = (file: string, oldest: number): boolean => {
  const program = "process.versions.bun ?? process.versions.deno ?? 'node ' + process.versions.node"
  const { stdout } = spawnSync(file, ["-p", program], { encoding: "utf8", timeout: 10_000 })
  const [, major = "0"] = /^node (\d+)\./.exec(stdout ?? "") ?? []
  return Number(major) >= oldest
}

/** Files that may be a newer Node, the nearest first. */
const candidates = (): ReadonlyArray<string> => {
  const beside = ancestorsOf(dirname(fileURLToPath(import.meta.url))).map((folder) => join(folder, "node_modules/.bin"))
  const onPath = (process.env["PATH"] ?? "").split(delimiter).filter(isAbsolute)
  return [...beside, ...onPath, ...installed()].flatMap((folder) => names.map((name) => join(folder, name)))
}

const names = process.platform === "win32" ? ["node24.exe", "node.exe"] : ["node24", "node"]

const ancestorsOf = (folder: string): ReadonlyArray<string> =>
  dirname(folder) === folder ? [folder] : [folder, ...ancestorsOf(dirname(folder))]

/** The folders of the Nodes that version managers have installed, the newest first. */
const installed = (): ReadonlyArray<string> => {
  const { FNM_DIR, MISE_DATA_DIR, NVM_DIR, VOLTA_HOME } = process.env
  const home = homedir()
  const versions = [
    ...versionsIn(join(NVM_DIR || join(home, ".nvm"), "versions/node"), "bin"),
    ...versionsIn(join(FNM_DIR || join(home, ".local/share/fnm"), "node-versions"), "installation/bin"),
    ...versionsIn(join(VOLTA_HOME || join(home, ".volta"), "tools/image/node"), "bin"),
    ...versionsIn(join(MISE_DATA_DIR || join(home, ".local/share/mise"), "installs/node"), "bin"),
    ...versionsIn(join(home, ".asdf/installs/nodejs"), "bin"),
    ...versionsIn("/usr/local/n/versions/node", "bin"),
  ]
  return [...versions, "/opt/homebrew/opt/node@24/bin", "/usr/local/opt/node@24/bin"]
}

const versionsIn = (folder: string, bin: string): ReadonlyArray<string> =>
  existsSync(folder)
    ? readdirSync(folder)
        .toSorted((a, b) => b.localeCompare(a, "en", { numeric: true }))
        .map((version) => join(folder, version, bin))
    : []
