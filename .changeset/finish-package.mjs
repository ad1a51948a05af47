/**
 * What a package's tarball has beyond its folder: `repository`, `homepage` and `bugs` in the manifest, absolute links in the
 * README, and the licence. The manifest names no private package: the build has copied its code into the tarball, and
 * its dependencies replace it. Each package runs it before it is packed, and with `--undo` afterwards.
 *
 * The address is one setting: `repository` of the root manifest, or the variable PORTHOLE_REPOSITORY, such as
 * `https://github.com/owner/porthole`. Without one a package is packed with its manifest as it is and plain text for
 * relative links, and isn't published.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join, posix, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

/** The web address of a `repository`. */
export const webAddressOf = (repository) => repository.replace(/^git\+|\.git$|\/$/g, "")

/** The manifest of a package in `folder` (`packages/core`) as it is published from `address`. */
export const finishManifest = (manifest, folder, address) =>
  address === undefined
    ? manifest
    : {
        ...manifest,
        homepage: `${address}/tree/HEAD/${folder}#readme`,
        bugs: { url: `${address}/issues` },
        repository: { type: "git", url: `git+${address}.git`, directory: folder },
      }

/** A manifest in which the dependencies of private packages of this workspace replace them. */
export const withoutPrivate = (manifest, manifestOf) => {
  const { dependencies } = manifest
  if (dependencies === undefined) return manifest
  const published = Object.entries(dependencies).flatMap(([name, range]) => {
    const own = range.startsWith("workspace:") ? manifestOf(name) : {}
    return own.private === true ? Object.entries(own.dependencies ?? {}) : [[name, range]]
  })
  return { ...manifest, dependencies: Object.fromEntries(published.toSorted(([a], [b]) => (a < b ? -1 : 1))) }
}

/** A README whose links lead somewhere from a registry's page, too. Code is left alone. */
export const finishReadme = (text, folder, address) =>
  text
    .split(/^(```[^]*?^```)$/m)
    .map((part) =>
      part.startsWith("```")
        ? part
        : part.replaceAll(/\[([^\]]*)\]\((?![a-z]+:|#)([^)\s]+)\)/g, (_, words, target) =>
            address === undefined
              ? words
              : `[${words}](${address}/blob/HEAD/${posix.normalize(posix.join(folder, target))})`,
          ),
    )
    .join("")

// --- the step ---------------------------------------------------------------------------

/** Why a release stops. */
export const missingAddress = "Set `repository` in the root package.json: packages name it, and link to it."

/** The address of the repository; `undefined` before it is set. */
export const addressOf = () => {
  const { repository } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const given = process.env.PORTHOLE_REPOSITORY ?? repository
  return given === undefined ? undefined : webAddressOf(given)
}

const manifestOf = (name) =>
  JSON.parse(readFileSync(join(root, name.replace("@porthole", "packages"), "package.json"), "utf8"))

const changes = {
  "package.json": (text, ...place) =>
    `${JSON.stringify(finishManifest(withoutPrivate(JSON.parse(text), manifestOf), ...place), null, 2)}\n`,
  "README.md": finishReadme,
}

const step = (cwd, isUndone) => {
  const folder = relative(root, cwd).split(sep).join("/")
  const kept = join(cwd, "node_modules", ".cache", "unpacked")
  // Also before: a packing that was killed left its files behind.
  for (const file of Object.keys(changes)) {
    if (existsSync(join(kept, file))) renameSync(join(kept, file), join(cwd, file))
  }
  rmSync(join(cwd, "LICENSE"), { force: true })
  if (isUndone) return
  const address = addressOf()
  if (address === undefined && process.env.npm_command === "publish") throw new Error(missingAddress)
  mkdirSync(kept, { recursive: true })
  copyFileSync(join(root, "LICENSE"), join(cwd, "LICENSE"))
  for (const [file, finish] of Object.entries(changes)) {
    if (!existsSync(join(cwd, file))) continue
    copyFileSync(join(cwd, file), join(kept, file))
    // At once, because programs that start meanwhile read the manifest.
    writeFileSync(join(kept, `${file}.finished`), finish(readFileSync(join(cwd, file), "utf8"), folder, address))
    renameSync(join(kept, `${file}.finished`), join(cwd, file))
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) step(process.cwd(), process.argv.includes("--undo"))
