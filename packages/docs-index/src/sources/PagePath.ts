/** The addresses of pages by their paths, and the paths that aren't documentation. */
import { Library } from "@porthole/core"
import type { Naming } from "./Source.ts"

/** The web address: the base and the path without extension, `index`, `_index` and `README`; else one of our own. */
export const urlOf = ({ base, library }: Naming, path: string): string => {
  if (base === undefined) return Library.addressOf(library, path)
  const name = path.replace(extension, "").replace(/(?:^|\/)(?:index|_index|readme)$/i, "")
  return name === "" ? base : `${folderOf(base)}${name}`
}

/** Pages with an address of their own each: that of a later one, such as `a/index.md` after `a.md`, is its path. */
export const distinct = (
  pages: ReadonlyArray<Library.Page>,
  { base, library }: Naming,
): ReadonlyArray<Library.Page> => {
  const known = new Set<string>()
  return pages.map((page) => {
    const own = base === undefined ? Library.addressOf(library, page.path) : `${folderOf(base)}${page.path}`
    const url = known.has(page.url) ? own : page.url
    known.add(url)
    return { ...page, url }
  })
}

/** A web address with one slash at its end. */
export const folderOf = (base: string): string => `${Library.withoutSlashes(base)}/`

/** Why a path isn't documentation; `undefined` if it may be. Declarations are, whatever they are called. */
export const whyNot = (path: string): string | undefined => {
  if (/\.d\.[cm]?ts$/.test(path)) return undefined
  const names = path.split("/")
  const last = names.at(-1) ?? ""
  if (names.some((name) => isOneOf(name.toLowerCase(), changes)) || /^(?:HISTORY|NEWS)\./.test(last))
    return "changelogs and release notes"
  if (isLicence(last.toLowerCase())) return "licences and notices"
  return names.length === 1 && isIndex(last.toLowerCase()) ? "indexes" : undefined
}

/** Whether a path has the code of a language other than English, as a folder or at the end of a page's name. */
export const isTranslation = (path: string): boolean => !/\.[cm]?ts$/.test(path) && translation.test(path)

/**
 * Whether a path is in a folder of another major version, beside the folder of the package's own: zod 4 has `v3` beside
 * `v4`, whose answers would be those of another version. An interface's versions lie deeper.
 */
export const inOtherVersion = (paths: ReadonlyArray<string>, version: string): ((path: string) => boolean) => {
  const own = `v${version.split(".", 1)[0] ?? ""}`
  const beside = new Set(paths.flatMap((path) => versionOf(path, own)?.above ?? []))
  return (path) => {
    const folder = versionOf(path)
    return folder !== undefined && folder.name !== own && beside.has(folder.above)
  }
}

/** A title for a page that has none: its name, or that of its folder. */
export const titleOf = (path: string, fallback: string): string => {
  const names = path.replace(extension, "").split("/")
  const name = names.findLast((each) => !/^(?:index|_index|readme|main|mod|dist|esm|types|lib|src)$/i.test(each))
  return name ?? fallback
}

// --- private --------------------------------------------------------------------------

/** The folder of a version that a path is in, at the top or in folders for what is built. */
const versionOf = (path: string, wanted?: string): { readonly name: string; readonly above: string } | undefined => {
  const names = path.split("/")
  const at = names.findIndex((name) => !built.has(name))
  const name = names[at] ?? ""
  return at < names.length - 1 && /^v\d+$/.test(name) && name === (wanted ?? name)
    ? { name, above: names.slice(0, at).join("/") }
    : undefined
}

const built: ReadonlySet<string> = new Set("dist build lib out src types dts esm cjs mjs es docs doc".split(" "))

const extension = /(?:\.d)?\.[a-z]{1,8}$/i

const changes = "changelog changelogs changes release releases whatsnew releasenotes"
  .split(" ")
  .concat(["release-notes", "release_notes", "release notes"])

/** Whether a name is one of these, or one of them with more after `-`, `_` or `.`. */
const isOneOf = (name: string, words: ReadonlyArray<string>): boolean =>
  words.some((word) => name === word || (name.startsWith(word) && "-_.".includes(name[word.length] ?? " ")))

const legal: ReadonlySet<string> = new Set(
  "licence licences license licenses copying notice notices authors contributors"
    .split(" ")
    .concat(["", "-", "_"].flatMap((of) => ["", "-", "_"].map((conduct) => `code${of}of${conduct}conduct`))),
)

/** Whether a name with an extension is that of a licence, also with its kind: `license-mit.md`. */
const isLicence = (name: string): boolean => {
  const stem = name.slice(0, Math.max(0, name.indexOf(".")))
  const kind = ["-mit", "-apache"].map((each) => stem.indexOf(each)).find((at) => at > 0)
  return legal.has(stem.slice(0, kind))
}

const isIndex = (name: string): boolean => {
  const [stem = "", extension = ""] = [name.slice(0, name.lastIndexOf(".")), name.slice(name.lastIndexOf(".") + 1)]
  const isNamed = ["bookindex", "contents", "py-modindex", "searchindex", "search", "404"].includes(stem)
  return (isNamed || name.startsWith("genindex")) && (extension === "html" || extension === "htm")
}

const languages = "zh|ja|ko|fr|de|es|pt|ru|pl|uk|vi"

const translation = new RegExp(
  `(?:^|/)(?:i18n|(?:${languages})(?:[-_][a-z]{2,4})?)/|[._-](?:${languages}|jp|kr|cn|tw)(?:[-_][a-z]{2,4})?\\.mdx?$`,
  "i",
)
