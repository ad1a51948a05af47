/** A record's identity: its title, its author, its date, its company and its place. */
import { type Cell, chanceOf, isConstant, type Piece, recordsOf } from "../records/Cells.ts"
import { hasOneOf, holdsDate, holdsTime, isAuthor, isHeading } from "../records/Fields.ts"
import type { ColumnRule } from "../phases/Rule.ts"

/** Makes the columns of the identity the core. */
export const identity: ColumnRule = {
  name: "identity",
  case: "The title, date and place of a record have few words, but it is known by them.",
  phase: "column",
  reads: {
    elements: ["a", "h1", "h2", "h3", "h4", "h5", "h6", "time"],
    attributes: ["class", "itemprop", "rel", "id"],
    classes: ["author", "date", "company", "place"],
  },
  run: (parts) => {
    const { areDated, areSigned, keys } = identityColumns(parts.columns, parts.records, parts.arePosts)
    parts.identity = keys
    parts.areDated = areDated
    parts.areSigned = areSigned
    for (const key of keys) parts.core.add(key)
  },
}

// --- private --------------------------------------------------------------------------

/** Maximum words of a part of the identity. */
const maxPartWords = 15

/**
 * The keys of the identity columns: for each part of the identity the likeliest column that matches it. Also whether
 * one of them is a date, and one an author.
 */
const identityColumns = (columns: ReadonlyMap<string, ReadonlyArray<Cell>>, records: number, arePosts: boolean) => {
  const short = [...columns].flatMap(([key, column]) => {
    const cells = column.filter(({ piece }) => piece.words <= maxPartWords)
    return cells.length * 2 < records || recordsOf(cells) * 2 < records ? [] : [[key, cells] as const]
  })
  const chosen = identities.flatMap((identity) => {
    const found = short.flatMap(([key, column]) => {
      const cells = matchingCells(column, identity, records)
      return cells === undefined || (arePosts && areSeveral(cells))
        ? []
        : [{ key, chance: chanceOf(cells), of: identity.of }]
    })
    return found.toSorted((a, b) => b.chance - a.chance).slice(0, 1)
  })
  const holds = (part: Identity["of"]): boolean => chosen.some(({ of }) => of === part)
  return { keys: new Set(chosen.map(({ key }) => key)), areDated: holds("date"), areSigned: holds("author") }
}

/** Minimum chance of a heading or a link that is part of the identity. */
const minIdentityChance = 0.1

/** From this mean number of distinct texts per record on, the texts aren't the records' own. */
const minSeveral = 1.5

interface Identity {
  readonly is: (piece: Piece) => boolean
  /** Whether the texts must differ: a button in one list is a title in another. */
  readonly differs?: boolean
  readonly of?: "author" | "date"
}

/** The parts of the identity, each with its test. */
const identities: ReadonlyArray<Identity> = [
  { is: isHeading, differs: true },
  { is: ({ linked, words }) => linked * 2 > words, differs: true },
  { is: holdsTime, of: "date" },
  { is: hasOneOf("date"), of: "date" },
  { is: ({ text }) => holdsDate.test(text), of: "date" },
  { is: isAuthor, of: "author" },
  { is: hasOneOf("company") },
  { is: hasOneOf("place") },
]

/** The texts that match a part of the identity, if at least half of the records have one. */
const matchingCells = (
  cells: ReadonlyArray<Cell>,
  { differs, is }: Identity,
  records: number,
): ReadonlyArray<Cell> | undefined => {
  const found = cells.filter(({ piece }) => is(piece))
  if (found.length * 2 < records || recordsOf(found) * 2 < records) return undefined
  return differs === true && (isConstant(found, records) || chanceOf(found) < minIdentityChance) ? undefined : found
}

/** Whether records have several such texts, which then aren't their own: the dates of the comments on a post. */
const areSeveral = (cells: ReadonlyArray<Cell>): boolean => {
  const own = [...Map.groupBy(cells, ({ record }) => record).values()]
  const texts = own.reduce((sum, found) => sum + new Set(found.map(({ piece }) => piece.text)).size, 0)
  return texts >= own.length * minSeveral
}
