/** The addresses of pages by their paths, and the paths that aren't documentation. */
import { Library } from "@porthole/core"
import type { Naming } from "./Source.ts"

/** The web address: the base and the path without extension, `index`, `_index` and `README`; else one of our own. */
export const urlOf = ({ base, library }: Naming, path: string): string => {
  if (base === undefined) return Library.addressOf(library, path)
  const name = path.replace(extension, "").replace(/(?:^|\/)(?:index|_index|readme)$/i, "")
  return name === "" ? base : `${base.replace(/\/+$/, "")}/${name}`
}

/** Why a path isn't documentation; `undefined` if it may be. */
export const whyNot = (path: string): string | undefined => {
  const name = path.split("/").at(-1) ?? ""
  return reasons.find(([, pattern]) => pattern.test(name))?.[0] ?? (translation.test(path) ? "translations" : undefined)
}

/** A title for a page that has none: its name, or that of its folder. */
export const titleOf = (path: string, fallback: string): string => {
  const names = path.replace(extension, "").split("/")
  const name = names.findLast((each) => !/^(?:index|_index|readme|main|mod|dist|esm|types|lib|src)$/i.test(each))
  return name ?? fallback
}

// --- private --------------------------------------------------------------------------

const extension = /(?:\.d)?\.[a-z]{1,8}$/i

const reasons: ReadonlyArray<readonly [what: string, pattern: RegExp]> = [
  ["changelogs and release notes", /^(?:changelog|changes|history|releases?|release[-_ ]?notes|news)(?:[-_.]|$)/i],
  ["licences and notices", /^(?:licen[cs]e|copying|notice|authors|contributors|code[-_]of[-_]conduct|third)/i],
  ["indexes", /^(?:genindex(?:-.*)?|bookindex|py-modindex|searchindex|search|404)\.html?$/i],
]

/** A language's code as a folder, or at the end of a name: `docs/zh-CN/x.md`, `README.fr.md`. */
const translation =
  /(?:^|\/)(?:i18n|(?:zh|ja|ko|fr|de|es|pt|ru|it|tr|vi|id|pl|uk|ar|fa|hi)(?:[-_][a-z]{2,4})?)\/|[._-](?:zh|ja|jp|ko|kr|fr|de|es|pt|ru|it|tr|vi|pl|uk|fa|cn|tw)(?:[-_](?:[a-z]{2}|han[st]))?\.mdx?$/i
