/** What `web_search` and `docs_search` say of an answer, in sentences for a model: that nothing was found and why, and what was left out. */
import * as SearchHit from "../domain/SearchHit.ts"
import type { Fault } from "../policy/HitFilter.ts"

/** An answer in numbers. */
export interface Tally {
  /** How many rows the provider gave that can be hits, and how many that can't. */
  readonly found: number
  readonly unusable: number
  /** Whether the query asks for dates. */
  readonly isDated: boolean
  /** How many were left out for which fault; `outside` is outside of the site that the call is pinned to. */
  readonly leftOut: Readonly<Record<Fault | "outside", number>>
  /** The hits that were asked for, and those of them that fit. */
  readonly wanted: ReadonlyArray<SearchHit.ReadHit>
  readonly shown: ReadonlyArray<SearchHit.ReadHit>
}

/** The message; `undefined` when there is nothing to say. */
export const messageOf = (tally: Tally): string | undefined => {
  const { leftOut, shown, unusable, wanted } = tally
  const cut = shown.filter((read) => read.cut).length
  const sentences = [
    ...(wanted.length === 0 ? [whyNone(tally)] : []),
    ...(unusable > 0 ? [`Results without a title or a web address are left out (${unusable} here).`] : []),
    ...(leftOut.private > 0
      ? [`Hits that lead to private addresses or hold credentials are left out (${leftOut.private} here).`]
      : []),
    ...(wanted.length === 0 ? [] : aboutShown(tally, cut)),
  ]
  return sentences.length === 0 ? undefined : sentences.join(" ")
}

// --- private --------------------------------------------------------------------------

const aboutShown = ({ leftOut, shown, wanted }: Tally, cut: number): ReadonlyArray<string> => [
  ...(leftOut.outside > 0 ? [`Hits outside of the site are left out (${leftOut.outside} here).`] : []),
  ...(shown.length < wanted.length ? [`Only ${shown.length} of ${wanted.length} hits fit.`] : []),
  ...(cut > 0 ? [`Snippets are cut at ${SearchHit.maxSnippetLength} characters (${cut} here).`] : []),
  ...(leftOut.denied > 0 ? [`Hits from domains that aren't allowed here are left out (${leftOut.denied} here).`] : []),
  ...(leftOut.misdated > 0 ? [`Hits of other dates are left out (${leftOut.misdated} here).`] : []),
]

const whyNone = ({ found, isDated, leftOut, unusable }: Tally): string => {
  if (found === 0) {
    return isDated && unusable === 0
      ? "No results. The dates asked for may be why: few search engines can keep to dates. Try without them."
      : "No results."
  }
  if (leftOut.outside > 0) return `No results within the site (${leftOut.outside} outside of it).`
  if (leftOut.denied > 0) return "No results in the domains that are allowed here."
  if (leftOut.misdated > 0) return "No results in the dates asked for."
  if (leftOut.private === found) return "No results that can be used."
  return leftOut.elsewhere > 0
    ? "No results in the domains asked for."
    : "No results outside of the domains that were excluded."
}
