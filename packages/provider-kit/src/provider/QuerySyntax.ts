/**
 * How search engines write the parts of a query: the parts of a language code, and the query syntax of Google, for the
 * providers that search Google.
 */
import type { When } from "./When.ts"

/** `language` is in small letters, `region` in capitals, `script` as `Hant`. */
export interface LanguageParts {
  readonly language: string
  readonly script: string | undefined
  readonly region: string | undefined
}

/** Splits a language code such as `de-AT` or `zh-Hant-TW` (BCP 47). */
export const languageParts = (code: string): LanguageParts => {
  const [language = "", ...rest] = code.split(/[-_]/)
  const script = rest.find((part) => /^[a-z]{4}$/i.test(part))
  return {
    language: language.toLowerCase(),
    script: script === undefined ? undefined : script.charAt(0).toUpperCase() + script.slice(1).toLowerCase(),
    region: rest.find((part) => /^[a-z]{2}$/i.test(part))?.toUpperCase(),
  }
}

/** Whether a language code means traditional Chinese: by the script, else by the region. */
export const isTraditional = ({ region, script }: LanguageParts): boolean =>
  script === undefined ? region !== undefined && traditional.has(region) : script === "Hant"

/** Google ignores later words of a query. */
export const maxGoogleWords = 32

/**
 * Google's parameter `tbs`: a range that ends now (`qdr:w`), or days (`cdr:1,cd_min:1/5/2026,cd_max:…`). It covers all
 * dates of a query.
 */
export const googleTbs = ({ from, range, allRangeFields, to }: When): string | undefined => {
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
export const googleLanguageOf = (code: string): string | undefined => {
  const parts = languageParts(code)
  if (parts.language === "zh") return isTraditional(parts) ? "zh-TW" : "zh-CN"
  const own = older[parts.language] ?? parts.language
  return googleLanguages.has(own) ? own : undefined
}

// --- private --------------------------------------------------------------------------

const traditional: ReadonlySet<string> = new Set(["TW", "HK", "MO"])

/** `2026-01-05` as `1/5/2026`. */
const american = (day: string): string => {
  const [year = "", month = "", date = ""] = day.split("-")
  return `${Number(month)}/${Number(date)}/${year}`
}

const older: Readonly<Record<string, string>> = { he: "iw", nb: "no", nn: "no", fil: "tl" }

/** The languages to which results can be restricted (Google's advanced search). */
const googleLanguages: ReadonlySet<string> = new Set(
  [
    "af ar be bg ca cs da de el en eo es et fa fi fr hi hr hu hy id is it iw ja ko lt lv nl no pl pt ro ru",
    "sk sl sr sv sw th tl tr uk vi",
  ].flatMap((line) => line.split(" ")),
)
