/** The sentences of a search's answer: why there is no hit, and which hits are left out or cut. */
import * as SearchHit from "../domain/search/SearchHit.ts"
import type { LeftOut } from "./selectHits.ts"

/** The counts of an answer. */
export interface AnswerCounts {
  /** The number of the provider's rows that can be hits, and of those that can't. */
  readonly found: number
  readonly unusable: number
  /** Whether the provider got a date of the query. */
  readonly areDatesApplied: boolean
  /** Whether the hits are ranked from a recording. */
  readonly isRanked: boolean
  /** Whether a page after the first was requested. */
  readonly isLaterPage: boolean
  readonly leftOut: LeftOut
  /** The requested hits, and those of them that fit. */
  readonly wanted: ReadonlyArray<SearchHit.ReadHit>
  readonly shown: ReadonlyArray<SearchHit.ReadHit>
  /** The answers and corrections that came with the hits. */
  readonly answers: ReadonlyArray<unknown>
  readonly corrections: ReadonlyArray<unknown>
}

/** The message; `undefined` if there is nothing to report. */
export const messageOf = (counts: AnswerCounts): string | undefined => {
  const { leftOut, shown, unusable, wanted } = counts
  const cut = shown.filter((read) => read.cut).length
  const sentences = [
    ...(counts.isRanked ? ["The recording doesn't hold this search; the hits are ranked from what it holds."] : []),
    ...(wanted.length === 0 ? [whyNone(counts)] : []),
    ...(unusable > 0 ? [`Results without a title or a web address are left out (${unusable} here).`] : []),
    ...(leftOut.unfetchable > 0
      ? [`Hits that lead to private addresses or hold credentials are left out (${leftOut.unfetchable} here).`]
      : []),
    ...(wanted.length === 0 ? [] : aboutShown(counts, cut)),
  ]
  return sentences.length === 0 ? undefined : sentences.join(" ")
}

// --- private --------------------------------------------------------------------------

const aboutShown = ({ leftOut, shown, wanted }: AnswerCounts, cut: number): ReadonlyArray<string> => [
  ...(leftOut.outside > 0 ? [`Hits outside the site are left out (${leftOut.outside} here).`] : []),
  ...(shown.length < wanted.length ? [`Only ${shown.length} of ${wanted.length} hits fit.`] : []),
  ...(cut > 0 ? [`Snippets are cut at ${SearchHit.maxSnippetLength} characters (${cut} here).`] : []),
  ...(leftOut.denied > 0 ? [`Hits from blocked domains are left out (${leftOut.denied} here).`] : []),
  ...(leftOut.misdated > 0 ? [`Hits with other dates are left out (${leftOut.misdated} here).`] : []),
]

/** Why no hit is left: the rule without which there would be hits comes first. */
const whyNone = (counts: AnswerCounts): string => {
  const { found, isLaterPage, leftOut } = counts
  if (found === 0) return whyNoneFound(counts)
  const none = isLaterPage ? "No more results" : "No results"
  if (leftOut.misdated > 0) return `${none} with these dates. Try without dates.`
  if (leftOut.denied > 0) return `${none} in the domains that the settings allow. Try other words.`
  if (leftOut.elsewhere > 0) return `${none} in these domains. Try without domains.`
  if (leftOut.excluded > 0) return `${none} outside the excluded domains. Try without exclude_domains.`
  if (leftOut.unfetchable > 0) return noneUsable(isLaterPage)
  return `${none} within the site (${leftOut.outside} outside it). Try other words.`
}

const whyNoneFound = ({ answers, areDatesApplied, corrections, isLaterPage, unusable }: AnswerCounts): string => {
  if (answers.length > 0) return "No results besides the answer of the search engine."
  if (corrections.length > 0) return "No results. Try the corrected query."
  if (unusable > 0) return noneUsable(isLaterPage)
  if (isLaterPage) return "No more results."
  return areDatesApplied
    ? "No results. Few search engines can filter by date: try without dates."
    : "No results. Try other words."
}

const noneUsable = (isLaterPage: boolean): string => `No ${isLaterPage ? "more " : ""}usable results. Try other words.`
