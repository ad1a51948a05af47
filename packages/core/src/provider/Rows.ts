/**
 * The rows of a provider's answer that can be hits. Engines return `ftp:` and `javascript:` links, relative
 * or empty URLs and hits without a title every day: a backend drops them and counts them, so that one
 * of them doesn't fail the search.
 */
import * as Predicate from "effect/Predicate"
import * as HttpUrl from "../domain/HttpUrl.ts"
import type { SearchRow } from "../domain/SearchResult.ts"

/** The rows that can be hits, and how many can't, where there are such. */
export interface Usable {
  readonly rows: ReadonlyArray<SearchRow>
  readonly unusable?: number
}

/** Keeps the rows with a title and an absolute http or https URL. */
export const usable = (rows: ReadonlyArray<SearchRow>): Usable => {
  const kept = rows.filter(({ title, url }) => isText(title) && isText(url) && HttpUrl.normalise(url) !== undefined)
  const unusable = rows.length - kept.length
  return { rows: kept, ...(unusable === 0 ? {} : { unusable }) }
}

// --- private --------------------------------------------------------------------------

/** A mapping may hand on what isn't text. */
const isText = (value: unknown): value is string => Predicate.isString(value) && value.trim() !== ""
