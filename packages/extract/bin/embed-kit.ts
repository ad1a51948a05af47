/**
 * The last step of the build: copies the compiled packages of the reader kit into `dist/kit`. They are private, so the
 * published extractor contains them. Imports by their names become paths. `.changeset/finish-package.mjs` writes the
 * manifest that belongs to it.
 */
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, relative, sep } from "node:path"

const packages = join(import.meta.dirname, "../..")
const dist = join(import.meta.dirname, "../dist")
const scope = "@porthole/"

interface Manifest {
  readonly private?: boolean
  readonly exports?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
}

const manifestOf = (name: string): Manifest => JSON.parse(readFileSync(join(packages, name, "package.json"), "utf8"))

/** The private packages that the extractor needs. */
const kit = Object.keys(manifestOf("extract").dependencies ?? {})
  .flatMap((name) => (name.startsWith(scope) ? [name.slice(scope.length)] : []))
  .filter((name) => manifestOf(name).private === true)

/** The compiled module of each of their entry points. */
const entries = new Map(
  kit.flatMap((name) =>
    Object.entries(manifestOf(name).exports ?? {}).map(([entry, source]) => [
      `${scope}${name}${entry.slice(1)}`,
      join(dist, "kit", name, source.replace("./src/", "").replace(/\.ts$/, ".js")),
    ]),
  ),
)

/** Code of a file whose imports of the kit are relative. */
const withPaths = (code: string, file: string): string =>
  code.replaceAll(/(\bfrom |\bimport\(|\bimport )"([^"]+)"/g, (whole, keyword: string, specifier: string) => {
    const entry = entries.get(specifier)
    if (entry === undefined) return whole
    const path = relative(dirname(file), entry).split(sep).join("/")
    return `${keyword}"${path.startsWith(".") ? path : `./${path}`}"`
  })

rmSync(join(dist, "kit"), { recursive: true, force: true })
for (const name of kit)
  cpSync(join(packages, name, "dist"), join(dist, "kit", name), {
    recursive: true,
    // The sources that maps lead to aren't published.
    filter: (path) => !path.endsWith(".map"),
  })
for (const file of globSync("**/*.{js,d.ts}", { cwd: dist }).map((path) => join(dist, path))) {
  const before = readFileSync(file, "utf8")
  const code = file.startsWith(join(dist, "kit")) ? before.replace(/^\/\/# sourceMappingURL=.*\n?/m, "") : before
  const after = withPaths(code, file)
  if (after !== before) writeFileSync(file, after)
}
