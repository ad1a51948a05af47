/** Google's query syntax, for the providers that search Google. */
import * as Language from "./Language.ts"
import type { When } from "./search.ts"

/** Google ignores later words of a query. */
export const maxWords = 32

/**
 * Google's parameter `tbs`: a range that ends now (`qdr:w`), or days (`cdr:1,cd_min:1/5/2026,cd_max:…`). It covers all
 * dates of a query.
 */
export const tbs = ({ from, range, allRangeFields, to }: When): string | undefined => {
  if (allRangeFields.length > 0 && range !== undefined) return `qdr:${range.charAt(0)}`
  if (from === undefined && to === undefined) return undefined
  return [
    "cdr:1",
    ...(from === undefined ? [] : [`cd_min:${american(from)}`]),
    ...(to === undefined ? [] : [`cd_max:${american(to)}`]),
  ].join(",")
}

/**
 * Google's code of a language, as for `hl` and, after `lang_`, for `lr`; `undefined` if it can't restrict results to
 * that language.
 */
export const languageOf = (code: string): string | undefined => {
  const parts = Language.parts(code)
  if (parts.language === "zh") return Language.isTraditional(parts) ? "zh-TW" : "zh-CN"
  const own = older[parts.language] ?? parts.language
  return languages.has(own) ? own : undefined
}

// --- private --------------------------------------------------------------------------

/** `2026-01-05` as `1/5/2026`. */
const american = (day: string): string => {
  const [year = "", month = "", date = ""] = day.split("-")
  return `${Number(month)}/${Number(date)}/${year}`
}

const older: Readonly<Record<string, string>> = { he: "iw", nb: "no", nn: "no", fil: "tl" }

/** The languages to which results can be restricted (Google's advanced search). */
const languages: ReadonlySet<string> = new Set(
  [
    "af ar be bg ca cs da de el en eo es et fa fi fr hi hr hu hy id is it iw ja ko lt lv nl no pl pt ro ru",
    "sk sl sr sv sw th tl tr uk vi",
  ].flatMap((line) => line.split(" ")),
)
