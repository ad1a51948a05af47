/** What is missing of a feed, by what is missing of its parts. */
import type { Extractor, Reduced } from "@porthole/core"
import { limits } from "../tree/Limits.ts"

/** What was counted of a feed that isn't in its parts. */
export interface Counts {
  /** Entries that were read whole, and all that there are. */
  readonly whole: number
  readonly of: number
  /** Whether a title, or what the feed says of itself, goes on where it was cut. */
  readonly isCut: boolean
}

/** The links of a feed, as many as are listed, and what is missing. */
export const listed = (
  links: ReadonlySet<string>,
  parts: ReadonlyArray<Extractor.Extracted>,
  { isCut, of, whole }: Counts,
): { readonly links: ReadonlyArray<string>; readonly reduced: ReadonlyArray<Reduced.Reduced> } => {
  const missing = parts.flatMap(({ reduced }) => reduced ?? [])
  const kinds = new Set(missing.map(({ part }) => part))
  const first = Array.from(links).slice(0, limits.links)
  const unlisted = missing.filter(({ part }) => part === "links").map((each) => (each.of ?? 0) - (each.read ?? 0))
  const all = unlisted.reduce((sum, count) => sum + count, links.size)
  return {
    links: first,
    reduced: [
      ...(whole < of ? [{ part: "entries" as const, read: whole, of }] : []),
      ...(kinds.has("structure") ? [{ part: "structure" as const }] : []),
      ...(kinds.has("characters") || isCut ? [{ part: "characters" as const }] : []),
      ...(first.length < all ? [{ part: "links" as const, read: first.length, of: all }] : []),
    ],
  }
}
