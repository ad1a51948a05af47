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
export const whyNot = (path: string): string | undefined => reasons.find(([, pattern]) => pattern.test(path))?.[0]

/** Whether a path has the code of a language other than English, as a folder or at the end of a page's name. */
export const isTranslation = (path: string): boolean => !/\.[cm]?ts$/.test(path) && translation.test(path)

/** A title for a page that has none: its name, or that of its folder. */
export const titleOf = (path: string, fallback: string): string => {
  const names = path.replace(extension, "").split("/")
  const name = names.findLast((each) => !/^(?:index|_index|readme|main|mod|dist|esm|types|lib|src)$/i.test(each))
  return name ?? fallback
}

// --- private --------------------------------------------------------------------------

const extension = /(?:\.d)?\.[a-z]{1,8}$/i

const reasons: ReadonlyArray<readonly [what: string, pattern: RegExp]> = [
  [
    "changelogs and release notes",
    /(?:^|\/)(?:(?:changelogs?|changes|releases?|release[-_ ]?notes|whatsnew)(?:[-_.][^/]*)?(?:$|\/))/i,
  ],
  ["changelogs and release notes", /(?:^|\/)(?:HISTORY|NEWS)\./],
  [
    "licences and notices",
    /(?:^|\/)(?:licen[cs]es?|copying|notices?|authors|contributors|code[-_]of[-_]conduct)(?:-(?:mit|apache)[^/]*)?\.[^/]*$/i,
  ],
  ["indexes", /^(?:genindex[^/]*|bookindex|py-modindex|searchindex|search|404)\.html?$/i],
]

const languages = "zh|ja|ko|fr|de|es|pt|ru|pl|uk|vi"

const translation = new RegExp(
  `(?:^|/)(?:i18n|(?:${languages})(?:[-_][a-z]{2,4})?)/|[._-](?:${languages}|jp|kr|cn|tw)(?:[-_][a-z]{2,4})?\\.mdx?$`,
  "i",
)
