/**
 * The last step of the build: bundles the part of undici that the transport uses into `dist/undici.js`, and leads the
 * compiled modules there. A program's bundler can't: in its ES module undici's `require` would fail at every call. The
 * file needs no `import.meta`, which a bundle of CommonJS lacks. The types stay those of the package. undici's licence
 * stands beside it.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, relative, sep } from "node:path"
import { rolldown } from "rolldown"
import * as Licences from "../../../packaging/licences/licences.mjs"

const root = join(import.meta.dirname, "..")
const dist = join(root, "dist")
const file = join(dist, "undici.js")

const bundle = await rolldown({ input: join(root, "undici.mjs"), platform: "node" })
const { output } = await bundle.generate({ format: "esm", minify: true })
const [{ code, moduleIds }] = output
await bundle.close()
// All that undici requires is Node's own.
const embedded = code
  .replace(/import\{createRequire as (\w+)\}from"node:module";?/, "")
  .replace(/\b\w+\(import\.meta\.url\)/, "process.getBuiltinModule")
if (embedded.includes("import.meta") || embedded.includes("createRequire")) {
  throw new Error("undici's bundle still needs `import.meta`: compare this step with what rolldown writes.")
}
writeFileSync(file, embedded)
writeFileSync(join(dist, Licences.fileName), Licences.textOf(Licences.foldersOf(moduleIds)))

for (const path of globSync("**/*.js", { cwd: dist }).map((name) => join(dist, name))) {
  if (path === file) continue
  const before = readFileSync(path, "utf8")
  const target = relative(dirname(path), file).split(sep).join("/")
  const after = before.replace(/\bfrom "undici"/g, `from "${target.startsWith(".") ? target : `./${target}`}"`)
  if (after !== before) writeFileSync(path, after)
}
