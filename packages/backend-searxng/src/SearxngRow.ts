/**
 * A SearXNG result as a row for the kernel.
 *
 * Texts that aren't texts become empty, metadata that can't be used has no key. Kinds of result that
 * carry no link by design are left out: key-value tables, and torrents that are only a magnet link.
 * Every other result is handed on with whatever URL it has, for the kernel to judge.
 */
import * as Predicate from "effect/Predicate"
import { HttpUrl, type SearchHit } from "@porthole/core"

/** The rows of an answer's results; `ownHost` is the host of the instance itself. */
export const fromResults = (results: ReadonlyArray<unknown>, ownHost: string): ReadonlyArray<SearchHit.SearchRow> =>
  results.flatMap((result) => {
    if (!Predicate.isObject(result)) return [noRow]
    return isKeyValue(result) || isMagnetOnly(result) ? [] : [toRow(result, ownHost)]
  })

// --- private --------------------------------------------------------------------------

type Result = { readonly [key: PropertyKey]: unknown }

const noRow: SearchHit.SearchRow = { title: "", url: "", snippet: "" }

const toRow = (result: Result, ownHost: string): SearchHit.SearchRow => {
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
