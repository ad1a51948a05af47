/**
 * A plugin of rolldown that writes the licences of the packages whose code a bundle contains beside the bundle, as
 * `THIRD-PARTY.txt`: a licence asks for its text with every copy. The bundles of one folder share one plugin.
 *
 * A package without the text of its licence, other than ISC and MIT, fails the build, so that none is left out in silence.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** The file beside a bundle. */
export const fileName = "THIRD-PARTY.txt"

/** The folder of the package that a module belongs to; `undefined` for a module of this repository, or of the bundler. */
export const folderOf = (module) => /^\0?(.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+)[/\\]/.exec(module)?.[1]

/** The folders of the packages that modules belong to. */
export const foldersOf = (modules) => new Set(modules.map(folderOf).filter((folder) => folder !== undefined))

/** The name, version and licence of a package, and the licence's text. */
export const licenceOf = (folder) => {
  const { author, license, name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const texts = globSync("{LICEN[CS]E,licen[cs]e,COPYING,NOTICE}*", { cwd: folder })
    .filter((file) => !/\.(?:[cm]?[jt]s|map)$/.test(file))
    .toSorted()
    .map((file) => readFileSync(join(folder, file), "utf8").trim())
  if (texts.length === 0) texts.push(textBy(license, typeof author === "object" ? author.name : author))
  if (texts.includes(undefined)) throw new Error(`${name} ${version} (${license}) has no text of its licence.`)
  return { name, version, license, text: [...texts, ...withinOf(name)].join("\n\n") }
}

/** Makes the plugin of a folder's bundles. */
export const licences = () => {
  const folders = new Set()
  return {
    name: "licences",
    writeBundle({ dir }, bundle) {
      for (const { moduleIds = [] } of Object.values(bundle))
        for (const folder of foldersOf(moduleIds)) folders.add(folder)
      writeFileSync(join(dir, fileName), textOf(folders))
    },
  }
}

/** The text of the file. */
export const textOf = (folders) => {
  const all = new Map(Array.from(folders, licenceOf).map((one) => [`${one.name} ${one.version}`, one]))
  const parts = Array.from(all.keys())
    .toSorted()
    .map((title) => `${title} (${all.get(title).license})\n\n${all.get(title).text}\n`)
  return [`This program contains code of these packages.\n`, ...parts].join(`\n${"-".repeat(80)}\n\n`)
}

// --- private --------------------------------------------------------------------------

const here = dirname(fileURLToPath(import.meta.url))

/** The text of a licence whose package names it and doesn't hold it; `undefined` for any other than these. */
const textBy = (license, author = "its authors") => {
  if (license !== "ISC" && license !== "MIT") return undefined
  return `Copyright (c) ${author}\n\n${readFileSync(join(here, `${license}.txt`), "utf8").trim()}`
}

/** The licences of what a package itself contains and doesn't name. */
const withinOf = (name) => (name === "unpdf" ? [readFileSync(join(here, "pdf.js.txt"), "utf8").trim()] : [])
