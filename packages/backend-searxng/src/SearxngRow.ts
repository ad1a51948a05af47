/**
 * The rows of SearXNG's results. A title, URL or snippet that isn't text becomes an empty text; invalid metadata is
 * left out. Two kinds of results are left out, because they have no link to a page: key-value tables, and torrents with
 * only a magnet link. The kernel checks the URL of every other result.
 */
import * as Predicate from "effect/Predicate"
import type { SearchHit } from "@porthole/core"
import { HttpUrl } from "@porthole/core"
import * as Provider from "@porthole/provider-kit"

/** The rows of an answer's results; `ownHost` is the host of the instance itself. */
export const fromResults = (results: ReadonlyArray<unknown>, ownHost: string): ReadonlyArray<SearchHit.SearchRow> =>
  results.flatMap((result) => {
    if (!Predicate.isObject(result)) return [unusableRow]
    return isKeyValue(result) || isMagnetOnly(result) ? [] : [toRow(result, ownHost)]
  })

// --- private --------------------------------------------------------------------------

type EngineResult = { readonly [key: PropertyKey]: unknown }

const unusableRow: SearchHit.SearchRow = { title: "", url: "", snippet: "" }

const toRow = (result: EngineResult, ownHost: string): SearchHit.SearchRow => {
  const engine = textOf(result, "engine")
  const score = scoreOf(result["score"])
  const category = textOf(result, "category")
  const published_at = dateOf(result)
  const thumbnail = thumbnailOf(result, ownHost)
  return {
    title: textOf(result, "title") ?? "",
    url: textOf(result, "url") ?? "",
    snippet: textOf(result, "content") ?? "",
    metadata: {
      ...(engine === undefined ? {} : { engine }),
      ...(score === undefined ? {} : { score }),
      ...(category === undefined ? {} : { category }),
      ...(published_at === undefined ? {} : { published_at }),
      ...(thumbnail === undefined ? {} : { thumbnail }),
    },
  }
}

const textOf = Provider.Json.text

const scoreOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) && value !== 0 ? value : undefined

/** searx writes `publishedDate` in the reader's language ("3 hours ago") and the plain date into `pubdate`. */
const dateOf = (result: EngineResult): string | undefined => {
  const published = textOf(result, "publishedDate")
  return published !== undefined && /^\d{4}-/.test(published) ? published : (textOf(result, "pubdate") ?? published)
}

/** An image from the instance's own image proxy would reveal the instance's address. */
const thumbnailOf = (result: EngineResult, ownHost: string): string | undefined => {
  const link = (textOf(result, "thumbnail") ?? textOf(result, "img_src"))?.trim()
  const url = link?.startsWith("//") === true ? `https:${link}` : link
  return url === undefined || URL.parse(url)?.host === ownHost ? undefined : url
}

/** `keyvalue.html` in SearXNG, `key-value.html` in searx. */
const isKeyValue = (result: EngineResult): boolean =>
  textOf(result, "url") === undefined &&
  (Predicate.isObject(result["kvmap"]) || /(?:^|\/)key-?value\.html$/.test(textOf(result, "template") ?? ""))

const isMagnetOnly = (result: EngineResult): boolean => {
  const url = textOf(result, "url") ?? ""
  const isMagnet = textOf(result, "magnetlink") !== undefined || /^\s*magnet:/i.test(url)
  return isMagnet && HttpUrl.normalise(url) === undefined
}
