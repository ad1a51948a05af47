/**
 * The hits of an answer: each row is cleaned, a repeated URL counts once, and hits that break a rule are left out and
 * counted.
 */
import * as Effect from "effect/Effect"
import type { InstantAnswer } from "../domain/search/InstantAnswer.ts"
import type { CheckedRows } from "../domain/search/SearchAnswer.ts"
import * as SearchHit from "../domain/search/SearchHit.ts"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import * as HitFilter from "../policy/HitFilter.ts"

/** Which hits to keep. */
export interface HitRules {
  readonly filter: HitFilter.HitFilter
  readonly includeMetadata: boolean
  /** Whether a URL is inside the site to which the call is limited, if it is. */
  readonly isInside?: ((url: string) => boolean) | undefined
}

/** The number of hits left out by fault; `outside` is outside the site to which the call is limited. */
export type LeftOut = Readonly<Record<HitFilter.Fault | "outside", number>>

/** The hits that are kept. */
export interface SelectedHits {
  readonly hits: ReadonlyArray<SearchHit.ReadHit>
  readonly leftOut: LeftOut
}

/** Selects the hits of an answer, in slices of time. */
export const selectHits = Effect.fnUntraced(function* (
  rows: CheckedRows,
  { filter, includeMetadata, isInside }: HitRules,
): Effect.fn.Return<SelectedHits> {
  const hits: Array<SearchHit.ReadHit> = []
  const leftOut = { outside: 0, unfetchable: 0, elsewhere: 0, excluded: 0, denied: 0, misdated: 0 }
  const seen = new Set<string>()
  const slice = TimeSlice.begin()
  for (const row of rows) {
    if (slice.spend(SearchHit.unitsOf(row))) yield* TimeSlice.next
    const read = SearchHit.fromRow(row, includeMetadata)
    const { hit, publishedAt } = read
    if (seen.has(hit.url)) continue
    seen.add(hit.url)
    const fault = isInside?.(hit.url) === false ? "outside" : HitFilter.faultOf(filter, hit.url, publishedAt)
    if (fault === undefined) hits.push(read)
    else leftOut[fault]++
  }
  return { hits, leftOut }
})

/**
 * The answers beside the hits, under the same rules: one with a URL by that, one without only if the search isn't
 * limited to some sites.
 */
export const selectAnswers = (
  answers: ReadonlyArray<InstantAnswer>,
  { filter, isInside }: Pick<HitRules, "filter" | "isInside">,
): ReadonlyArray<InstantAnswer> => {
  const isLimited = isInside !== undefined || filter.domains.length > 0 || filter.lists.allow_domains.length > 0
  return answers.filter(({ url }) =>
    url === undefined
      ? !isLimited
      : isInside?.(url) !== false && HitFilter.faultOf(filter, url, undefined) === undefined,
  )
}

/**
 * The hits that fit the budget, in characters of everything the model reads; a hit that doesn't fit doesn't hide later
 * ones.
 */
export const withinBudget = (
  hits: ReadonlyArray<SearchHit.ReadHit>,
  maxLength: number,
): ReadonlyArray<SearchHit.ReadHit> => fitting(hits, ({ hit }) => hit, maxLength)

/** The answers and corrections that fit into half of the budget. */
export const asidesWithin = <A extends InstantAnswer | string>(
  asides: ReadonlyArray<A>,
  maxLength: number,
): ReadonlyArray<A> => fitting(asides, (aside) => aside, Math.floor(maxLength / 2))

// --- private --------------------------------------------------------------------------

const fitting = <A>(all: ReadonlyArray<A>, shown: (one: A) => unknown, maxLength: number): ReadonlyArray<A> => {
  let left = maxLength
  return all.filter((one) => {
    const cost = JSON.stringify(shown(one)).length
    if (cost > left) return false
    left -= cost
    return true
  })
}
