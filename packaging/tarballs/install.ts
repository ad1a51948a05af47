/**
 * Installs packages of this checkout into a project, as npm would once they are published:
 * `node packaging/tarballs/install.ts ../my-agent tools integrations`. It packs them, and the packages of ours that
 * they need, into the folder `porthole` of the project, and installs all of them from there.
 */
import { execFileSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"

const root = join(import.meta.dirname, "../..")
const scope = "@porthole/"

/** The names of all published packages, without their scope. */
export const published = (): ReadonlyArray<string> =>
  readdirSync(join(root, "packages")).filter((name) => manifestOf(name).private !== true)

/** Packages with those that they need, without any twice. */
export const withNeeded = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const found = new Set<string>()
  const add = (name: string): void => {
    if (found.has(name)) return
    found.add(name)
    for (const needed of neededBy(name)) add(needed)
  }
  for (const name of names) add(name)
  return Array.from(found)
}

/** Packs a built package into a folder. Returns the tarball's path. */
export const pack = (name: string, folder: string): string => {
  const args = ["-y", "pnpm@12", "pack", "--json", "--pack-destination", folder]
  const { filename } = JSON.parse(
    execFileSync("npx", args, {
      cwd: join(root, "packages", name),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }),
  )
  return filename
}

/** Installs tarballs into a project. One command has to name all, because none is in npm's registry. */
export const install = (project: string, tarballs: ReadonlyArray<string>): void => {
  mkdirSync(project, { recursive: true })
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...tarballs], {
    cwd: project,
    stdio: ["ignore", "inherit", "inherit"],
  })
}

// --- private --------------------------------------------------------------------------

interface Manifest {
  readonly private?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

const manifestOf = (name: string): Manifest =>
  JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"))

const neededBy = (name: string): ReadonlyArray<string> => {
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifestOf(name)
  const peers = Object.keys(peerDependencies).filter((peer) => peerDependenciesMeta[peer]?.optional !== true)
  return (
    [...Object.keys(dependencies), ...peers]
      .filter((needed) => needed.startsWith(scope))
      .map((needed) => needed.slice(scope.length))
      // The package that needs a private one contains it.
      .filter((needed) => manifestOf(needed).private !== true)
  )
}

/** Builds packages. */
const build = (names: ReadonlyArray<string>): void => {
  const filters = names.map((name) => `--filter=${scope}${name}`)
  execFileSync(join(root, "node_modules/.bin/turbo"), ["run", "build", "--output-logs=errors-only", ...filters], {
    cwd: root,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "ignore", "inherit"],
  })
}

const say = (words: string): void => void process.stderr.write(`${words}\n`)

const main = ([target, ...wanted]: ReadonlyArray<string>): void => {
  const all = published()
  const unknown = wanted.filter((name) => !all.includes(name))
  if (target === undefined || unknown.length > 0) {
    process.stderr.write(`pack:into FOLDER [PACKAGE…]: the packages are ${all.join(", ")}. Default: tools.\n`)
    process.exit(2)
  }
  const project = resolve(process.env["INIT_CWD"] ?? ".", target)
  const folder = join(project, "porthole")
  mkdirSync(folder, { recursive: true })
  const names = withNeeded(wanted.length === 0 ? ["tools"] : wanted)
  say(`Building ${names.length} packages, which takes some minutes the first time.`)
  build(names)
  const tarballs = names.map((name, at) => {
    say(`Packing ${name} (${at + 1} of ${names.length}).`)
    return pack(name, folder)
  })
  say(`Installing them into ${project}.`)
  install(project, tarballs)
}

if (import.meta.main) main(process.argv.slice(2))
