/** The results of a crawl's items: what is kept of a page for the next crawl, and how it differs from the last one. */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { StoredPage, type Visits, type WebError } from "@porthole/core"
import * as Batch from "./Batch.ts"

/** How a page differs from the earlier crawl. */
export const Change = Schema.Literals(["new", "changed", "unchanged", "gone"])
export type Change = typeof Change.Type

/** What a crawl keeps of a page, besides what its caller keeps. */
export const Kept = Schema.StructWithRest(
  Schema.Struct({
    /** The page's final URL. */
    final_url: Schema.String,
    /** SHA-256 of the text in UTF-8, in hexadecimal. */
    sha256: Schema.String,
    validators: Schema.optionalKey(StoredPage.Validators),
    /** The number of links from the start. */
    depth: Schema.optionalKey(Schema.Natural),
    /** The bound that left out some of its links. */
    unfollowed: Schema.optionalKey(Schema.Literals(["pages", "depth"])),
  }),
  [Schema.Record(Schema.String, Schema.Json)],
)
export type Kept = typeof Kept.Type

/** What a result of a crawl keeps of a page or a copy, also of one that failed since; nothing of one that is gone. */
export const keptIn = (result: unknown): Kept | undefined => {
  const { before, change } = markOf(result)
  return change === "gone" ? undefined : Option.getOrUndefined(decodeKept(before ?? result))
}

/** The change of a settled item, and why it is no page of its own, such as `copy`. */
export const resultOf = ({ outcome }: Pick<Visits.Settled, "outcome">): typeof Mark.Type => markOf(outcome.result)

/** Whether the earlier crawl had a page of its own, and no copy of another one. */
export const isPage = (before: Kept | undefined): before is Kept => before !== undefined && before["left"] === undefined

/** A page of the earlier crawl that is no page any more; what was kept of it comes along. */
export const gone = (before: Kept, left?: string): Visits.Visited => ({
  outcome: { result: { before, change: "gone", ...(left === undefined ? {} : { left }) } },
})

/** A failure keeps what the earlier crawl kept, because the page may be there again next time. */
export const failed = (error: WebError.Wire, before: Kept | undefined): Visits.Visited => {
  const visited = Batch.failed(error)
  const result = { ...error, before: before ?? null }
  return before === undefined ? visited : { ...visited, outcome: { ...visited.outcome, result } }
}

/** The result of a known URL that a bound kept from being visited: what was kept of its page stays. */
export const unvisited = (before: Kept | undefined): Readonly<Record<string, Schema.Json>> => {
  // A change belongs to the crawl that found it.
  const { change: _, ...kept }: Readonly<Record<string, Schema.Json>> = { ...before }
  return { ...kept, unvisited: "pages" }
}

/** What is kept without the marks of its own visit. */
export const withoutMarks = (kept: Kept | undefined): Kept | undefined => {
  if (kept === undefined) return undefined
  const { bytes: _, depth: __, unfollowed: ___, unvisited: ____, ...rest } = kept
  return rest
}

/** The result of a visit with its depth, the decoded bytes that it took, and the bound that left out links. */
export const marked = ({ outcome, ...rest }: Visits.Visited, { bytes, depth, unfollowed }: Marks): Visits.Visited => {
  const marks = { ...(unfollowed === undefined ? {} : { unfollowed }), depth, bytes }
  return { ...rest, outcome: { ...outcome, result: { ...Batch.fieldsOf(outcome.result), ...marks } } }
}

// --- private --------------------------------------------------------------------------

interface Marks {
  readonly depth: number
  readonly bytes: number
  readonly unfollowed: Kept["unfollowed"]
}

/** The part of an item's result that isn't what is kept of a page. */
const Mark = Schema.Struct({
  change: Schema.optionalKey(Change),
  left: Schema.optionalKey(Schema.String),
  before: Schema.optionalKey(Kept),
  bytes: Schema.optionalKey(Schema.Natural),
  /** The bound for which a URL of the earlier crawl wasn't visited. */
  unvisited: Schema.optionalKey(Schema.Literal("pages")),
})
const decodeKept = Schema.decodeUnknownOption(Kept)
const decodeMark = Schema.decodeUnknownOption(Mark)

const markOf = (result: unknown): typeof Mark.Type => Option.getOrElse(decodeMark(result), () => ({}))
