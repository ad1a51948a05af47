/**
 * Lists of similar records: cards of a listing, posts of a thread, items of a list. The rules of the phase `record`
 * find them; one pass then assigns elements to records.
 */
import { isElement } from "@porthole/visibility/dom"
import { type Finding, type Group, posts, type Shape } from "./Groups.ts"

/** Similar records, in document order; nested posts of a thread are one list. */
export interface RecordList {
  readonly records: ReadonlyArray<Element>
  /** Whether microdata declares them as posts of a thread. */
  readonly arePosts: boolean
  /** Whether they are short, so that their pictures only repeat their text. */
  readonly areCards: boolean
}

/** The records of a body. */
export interface Records {
  readonly lists: ReadonlyArray<RecordList>
  /** The records that contain or are an element: one per list, the outermost list first. */
  readonly recordsAt: (element: Element) => ReadonlyArray<ListedRecord>
}

/** A record and its list. Of nested posts of one list it is the innermost. */
export interface ListedRecord {
  readonly record: Element
  readonly list: RecordList
}

/** Finds the lists of like records in a body, by rules. */
export const recordsIn = (
  body: Element,
  rules: ReadonlyArray<{ readonly run: (finding: Finding) => void }>,
): Records => {
  const finding: Finding = { body, shapes: new Map(), groups: [] }
  for (const { run } of rules) run(finding)
  const owner = new Map<Element, RecordList>()
  // Inner lists come first.
  const lists = finding.groups
    .toSorted((a, b) => b.depth - a.depth)
    .map((group) => {
      const list = listOf(group, finding.shapes)
      for (const record of group.records) owner.set(record, list)
      return list
    })
  const recordsOf = new Map<Element, ReadonlyArray<ListedRecord>>()
  assign(body, [], owner, recordsOf)
  return { lists, recordsAt: (element) => recordsOf.get(element) ?? [] }
}

// --- private --------------------------------------------------------------------------

/** Maximum characters of a card's text. */
const maxCardLength = 400

const listOf = ({ key, records }: Group, shapes: ReadonlyMap<Element, Shape>): RecordList => {
  const weight = records.reduce((sum, record) => sum + (shapes.get(record)?.weight ?? 0), 0)
  const arePosts = key === posts
  return { records, arePosts, areCards: !arePosts && weight <= records.length * maxCardLength }
}

/**
 * Stores for each element the records that contain or are it. Of nested records of one list only the innermost counts.
 */
const assign = (
  element: Element,
  outer: ReadonlyArray<ListedRecord>,
  owner: ReadonlyMap<Element, RecordList>,
  recordsOf: Map<Element, ReadonlyArray<ListedRecord>>,
): void => {
  const list = owner.get(element)
  const at = outer.findIndex((place) => place.list === list)
  const inner = list === undefined ? outer : [...(at < 0 ? outer : outer.slice(0, at)), { record: element, list }]
  if (inner.length > 0) recordsOf.set(element, inner)
  for (let child = element.firstChild; child !== null; child = child.nextSibling)
    if (isElement(child)) assign(child, inner, owner, recordsOf)
}
