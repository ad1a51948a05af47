/**
 * A SearXNG result as a row for the kernel.
 *
 * Texts that aren't texts become empty, metadata that can't be used has no key. Kinds of result that
 * carry no link by design are left out: key-value tables, and torrents that are only a magnet link.
 * Every other result is handed on with whatever URL it has, for the kernel to judge.
 */
import * as Predicate from "effect/Predicate"
import { HttpUrl, type SearchResult, UntrustedText, type WebError } from "@porthole/core"

/** The rows of an answer's results; `ownHost` is the host of the instance itself. */
export const fromResults = (results: ReadonlyArray<unknown>, ownHost: string): ReadonlyArray<SearchResult.SearchRow> =>
  results.flatMap((result) => {
    if (!Predicate.isObject(result)) return [noRow]
    return isKeyValue(result) || isMagnetOnly(result) ? [] : [toRow(result, ownHost)]
  })

/** Most engines that are named. */
export const mostEngines = 20

/**
 * The engines behind an instance that gave nothing (`unresponsive_engines`, usually `[engine, message]` each), as
 * attempts: an answer with rows may lack half of what was asked. The instance itself answered.
 */
export const attemptsOf = (entries: ReadonlyArray<unknown>): ReadonlyArray<WebError.Attempt> => [
  ...(entries.length === 0 ? [] : [{ provider: "searxng", outcome: "answered" as const }]),
  ...entries.slice(0, mostEngines).map((entry): WebError.Attempt => {
    const [engine, said] = Array.isArray(entry) ? entry : [entry]
    return { provider: `searxng:${nameOf(engine)}`, outcome: "failed", reason: reasonOf(said) }
  }),
]

// --- private --------------------------------------------------------------------------

type Result = { readonly [key: PropertyKey]: unknown }

const noRow: SearchResult.SearchRow = { title: "", url: "", snippet: "" }

const toRow = (result: Result, ownHost: string): SearchResult.SearchRow => {
  const engine = textOf(result["engine"])
  const score = scoreOf(result["score"])
  const category = textOf(result["category"])
  const published_at = dateOf(result)
  const thumbnail = thumbnailOf(result, ownHost)
  return {
    title: textOf(result["title"]) ?? "",
    url: textOf(result["url"]) ?? "",
    snippet: textOf(result["content"]) ?? "",
    metadata: {
      ...(engine === undefined ? {} : { engine }),
      ...(score === undefined ? {} : { score }),
      ...(category === undefined ? {} : { category }),
      ...(published_at === undefined ? {} : { published_at }),
      ...(thumbnail === undefined ? {} : { thumbnail }),
    },
  }
}

/** A text with something in it. */
const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined

const scoreOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) && value !== 0 ? value : undefined

/** searx writes `publishedDate` in the reader's language ("3 hours ago") and the plain date into `pubdate`. */
const dateOf = (result: Result): string | undefined => {
  const published = textOf(result["publishedDate"])
  return published !== undefined && /^\d{4}-/.test(published) ? published : (textOf(result["pubdate"]) ?? published)
}

/** An image that the instance serves itself (its image proxy) would tell where the instance is. */
const thumbnailOf = (result: Result, ownHost: string): string | undefined => {
  const given = (textOf(result["thumbnail"]) ?? textOf(result["img_src"]))?.trim()
  const url = given?.startsWith("//") === true ? `https:${given}` : given
  return url === undefined || URL.parse(url)?.host === ownHost ? undefined : url
}

/** `keyvalue.html` in SearXNG, `key-value.html` in searx. */
const isKeyValue = (result: Result): boolean =>
  textOf(result["url"]) === undefined &&
  (Predicate.isObject(result["kvmap"]) || /(?:^|\/)key-?value\.html$/.test(textOf(result["template"]) ?? ""))

const isMagnetOnly = (result: Result): boolean => {
  const url = textOf(result["url"]) ?? ""
  const isMagnet = textOf(result["magnetlink"]) !== undefined || /^\s*magnet:/i.test(url)
  return isMagnet && HttpUrl.normalise(url) === undefined
}

const nameOf = (engine: unknown): string => {
  const name = Predicate.isString(engine) ? UntrustedText.clean(engine, 40).text : ""
  return name === "" ? "unknown" : name
}

/** Our words for those of SearXNG (`searx/exceptions.py`, `exception_classname_to_text` in `searx/webapp.py`). */
const reasonOf = (said: unknown): string => {
  const text = Predicate.isString(said) ? said.toLowerCase() : ""
  return reasons.find(([words]) => words.test(text))?.[1] ?? "failed"
}

const reasons: ReadonlyArray<readonly [RegExp, string]> = [
  [/timeout/, "timeout"],
  [/captcha/, "challenged"],
  [/too many requests/, "rate_limited"],
  [/access denied|forbidden/, "unauthorized"],
  [/error|crash/, "unreachable"],
]
