/** What `web_search` and `docs_search` say of an answer, in sentences for a model: that nothing was found and why, and what was left out. */
import * as SearchHit from "../domain/SearchHit.ts"
import type { Fault } from "../policy/HitFilter.ts"

/** An answer in numbers. */
export interface Tally {
  /** How many rows the provider gave. */
  readonly found: number
  /** How many were left out for which fault; `outside` is outside of the site that the call is pinned to. */
  readonly leftOut: Readonly<Record<Fault | "outside", number>>
  /** The hits that were asked for, and those of them that fit. */
  readonly wanted: ReadonlyArray<SearchHit.ReadHit>
  readonly shown: ReadonlyArray<SearchHit.ReadHit>
}

/** The message; `undefined` when there is nothing to say. */
export const messageOf = ({ found, leftOut, shown, wanted }: Tally): string | undefined => {
  if (wanted.length === 0) return whyNone(found, leftOut)
  const cut = shown.filter((read) => read.cut).length
  const sentences = [
    ...(leftOut.outside > 0 ? [`Hits outside of the site are left out (${leftOut.outside} here).`] : []),
    ...(shown.length < wanted.length ? [`Only ${shown.length} of ${wanted.length} hits fit.`] : []),
    ...(cut > 0 ? [`Snippets are cut at ${SearchHit.maxSnippetLength} characters (${cut} here).`] : []),
    ...(leftOut.denied > 0
      ? [`Hits from domains that aren't allowed here are left out (${leftOut.denied} here).`]
      : []),
    ...(leftOut.misdated > 0 ? [`Hits of other dates are left out (${leftOut.misdated} here).`] : []),
  ]
  return sentences.length === 0 ? undefined : sentences.join(" ")
}

// --- private --------------------------------------------------------------------------

const whyNone = (found: number, leftOut: Tally["leftOut"]): string => {
  if (found === 0) return "No results."
  if (leftOut.outside > 0) return `No results within the site (${leftOut.outside} outside of it).`
  if (leftOut.denied > 0) return "No results in the domains that are allowed here."
  if (leftOut.misdated > 0) return "No results in the dates asked for."
  return leftOut.elsewhere > 0
    ? "No results in the domains asked for."
    : "No results outside of the domains that were excluded."
}
