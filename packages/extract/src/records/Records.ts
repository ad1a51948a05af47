/**
 * Lists of similar records: cards of a listing, posts of a thread, items of a list.
 *
 * Records are siblings with one name and class. If the records of a list consist of records themselves, such as the
 * sections of a shop's front page, the inner lists count instead. One pass counts, a second one assigns elements to
 * records.
 */
import { isElement, isText } from "../tree/Dom.ts"
import { memoized } from "../tree/Memo.ts"
import { first, select } from "../tree/Select.ts"

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

/** Finds the lists of like records in a body. */
export const recordsIn = (body: Element): Records => {
  const shapes = new Map<Element, Shape>()
  const positionOf = (element: Element) => shapes.get(element)?.position ?? 0
  const joined = merged(gather(body, shapes))
  for (const { records } of joined) records.sort((a, b) => positionOf(a) - positionOf(b))
  const groups = [...joined, ...postsOf(body)]
  const accepted: Array<Group> = []
  // Inner lists come first, because a list of lists depends on the inner ones.
  for (const group of groups.toSorted((a, b) => b.depth - a.depth))
    if (isList(group, shapes, body) && !isOfLists(group, accepted, shapes)) accepted.push(group)
  const owner = new Map<Element, RecordList>()
  const lists = accepted.map((group) => {
    const list = listOf(group, shapes)
    for (const record of group.records) owner.set(record, list)
    return list
  })
  const recordsOf = new Map<Element, ReadonlyArray<ListedRecord>>()
  assign(body, [], owner, recordsOf)
  return { lists, recordsAt: (element) => recordsOf.get(element) ?? [] }
}

/** The name of an element and its first class without numbers; siblings with the same one are similar. */
export const signatureOf = (element: Element): string =>
  signaturesOf(element.getAttribute("class") ?? "")(element.localName)

// --- private --------------------------------------------------------------------------

const maxClassLength = 60

/** Signatures by class, then by name: most elements share theirs with others. */
const signaturesOf = memoized(5_000, (classes) => {
  const first = (/\S+/.exec(classes)?.[0] ?? "").slice(0, maxClassLength).replace(/\d+/g, "")
  return memoized(100, (name) => `${name}.${first}`)
})

/** Counts of an element. */
interface Shape {
  /** Characters of text, without white space at the ends of text nodes. */
  weight: number
  /** Text nodes that aren't blank. */
  texts: number
  /** Whether it contains, or is, a part of an identity: a link, a heading, a time, an item of microdata. */
  readonly isNamed: boolean
  readonly depth: number
  /** In document order. */
  readonly position: number
}

interface Group {
  readonly key: string
  /** The signature of its records. */
  readonly name: string
  readonly depth: number
  readonly records: Array<Element>
}

const posts = "posts"
const minRecords = 3
/** Two posts make a thread if each has this much text. */
const longRecord = 150
/** Maximum characters of a card's text. */
const maxCardLength = 400
/** Maximum length of a record, as a multiple of twice the median length. */
const maxMedianRatio = 15
/** A record with a larger share of the page's text is the page itself. */
const maxPageShare = 0.75

const recordNames: ReadonlySet<string> = new Set(
  "a article details dd div dl fieldset figure form li ol section table tbody ul".split(" "),
)
const skippedElements: ReadonlySet<string> = new Set("noscript script style svg template head".split(" "))
const namingElements: ReadonlySet<string> = new Set("a h1 h2 h3 h4 h5 h6 time".split(" "))

/** Counts every element, and groups similar siblings; a reply without siblings, too, is in a group of its own. */
const gather = (body: Element, shapes: Map<Element, Shape>): ReadonlyArray<Group> => {
  const groups: Array<Group> = []
  count(body, 0, shapes, groups)
  const recordsOf = new Map<string, Set<Element>>()
  for (const { key, records } of groups) {
    if (records.length < 2) continue
    const known = recordsOf.get(key)
    if (known === undefined) recordsOf.set(key, new Set(records))
    else for (const record of records) known.add(record)
  }
  return groups.filter(({ key, records }) => {
    const others = recordsOf.get(key)
    return records.length > 1 || (others !== undefined && outerOf(records[0], others) !== undefined)
  })
}

const count = (element: Element, depth: number, shapes: Map<Element, Shape>, groups: Array<Group>): Shape => {
  // All elements before this one are counted, except those around it.
  const position = shapes.size + depth
  let weight = 0
  let texts = 0
  let isNamed = namingElements.has(element.localName) || element.hasAttribute("itemscope")
  let similar: Map<string, Array<Element>> | undefined
  for (let child = element.firstChild; child !== null; child = child.nextSibling) {
    if (isText(child)) {
      const { length } = child.data.trim()
      weight += length
      if (length > 0) texts++
    } else if (isElement(child) && !skippedElements.has(child.localName)) {
      const inner = count(child, depth + 1, shapes, groups)
      weight += inner.weight
      texts += inner.texts
      isNamed ||= inner.isNamed
      if (inner.weight === 0 || !isRecord(child)) continue
      const key = signatureOf(child)
      const siblings = similar?.get(key)
      if (siblings === undefined) (similar ??= new Map()).set(key, [child])
      else siblings.push(child)
    }
  }
  for (const [key, records] of similar ?? [])
    if (records.length > 1 || !key.endsWith("."))
      groups.push({ key: `${signatureOf(element)} > ${key}`, name: key, depth: depth + 1, records })
  const shape = { weight, texts, isNamed, depth, position }
  shapes.set(element, shape)
  return shape
}

/**
 * Elements with custom names also count: pages build components of them. So do rows with tables within, which are no
 * data.
 */
const isRecord = (element: Element): boolean => {
  const { localName } = element
  return (
    recordNames.has(localName) || localName.includes("-") || (localName === "tr" && first(element, "table") !== null)
  )
}

/** Joins groups with the same key, whether adjacent or nested, and single replies within posts. */
const merged = (groups: ReadonlyArray<Group>): ReadonlyArray<Group> => {
  const byKey = new Map<string, Group>()
  for (const { depth, key, name: signature, records } of groups) {
    const isPlain = key.endsWith(".")
    const name = isPlain ? `${key}${byKey.size}` : key
    const known = byKey.get(name)
    if (known === undefined) byKey.set(name, { key, name: signature, depth, records: [...records] })
    else known.records.push(...records)
  }
  const joined: Array<Group> = []
  for (const group of [...byKey.values()].toSorted((a, b) => a.depth - b.depth)) {
    const parent = joined.find(
      (outer) => outer.name === group.name && areReplies(group.records, new Set(outer.records)),
    )
    if (parent === undefined || group.name.endsWith(".")) joined.push(group)
    else parent.records.push(...group.records)
  }
  return joined
}

/** Whether records are replies within others. Many records within a single one are rows in a column of the page. */
const areReplies = (records: ReadonlyArray<Element>, others: ReadonlySet<Element>): boolean => {
  if (outerOf(records[0], others) === undefined) return false
  return records.length <= others.size * 2 || new Set(records.map((record) => outerOf(record, others))).size > 1
}

/** The nearest ancestor of a record that is one of the others. */
const outerOf = (record: Element | undefined, others: ReadonlySet<Element>): Element | undefined => {
  let ancestor = record?.parentElement ?? null
  while (ancestor !== null && !others.has(ancestor)) ancestor = ancestor.parentElement
  return ancestor ?? undefined
}

/** Posts declared by schema.org's microdata, wherever they are: a question isn't a sibling of its answers. */
const postsOf = (body: Element): ReadonlyArray<Group> => {
  const items = select(body, "[itemtype]").filter((element) => typeOf(element) !== undefined)
  const isQuestion = items.some((element) => typeOf(element) === "Question")
  const records = items.filter((element) => ["Question", "Answer"].includes(typeOf(element) ?? "") === isQuestion)
  return records.length < 2 ? [] : [{ key: posts, name: posts, depth: -1, records }]
}

const typeOf = (element: Element): string | undefined =>
  /schema\.org\/(Question|Answer|DiscussionForumPosting|SocialMediaPosting|Comment)$/.exec(
    element.getAttribute("itemtype") ?? "",
  )?.[1]

const isList = ({ key, records }: Group, shapes: ReadonlyMap<Element, Shape>, body: Element): boolean => {
  if (key === posts) return true
  const all = ownShapes(records, shapes)
  const most = Math.max(...all.map(({ weight }) => weight))
  if (most > (shapes.get(body)?.weight ?? 0) * maxPageShare) return false
  if (all.filter(({ isNamed }) => isNamed).length < records.length * 0.6) return false
  const median = all.map(({ weight }) => weight).toSorted((a, b) => a - b)[all.length >> 1] ?? 0
  if (most > Math.max(median * 2, longRecord) * maxMedianRatio) return false
  if (records.length >= minRecords) return true
  return all.every(({ texts, weight }) => weight >= longRecord && texts >= minRecords)
}

/** The shapes of records, each without its nested records: a post doesn't count its replies. */
const ownShapes = (records: ReadonlyArray<Element>, shapes: ReadonlyMap<Element, Shape>): ReadonlyArray<Shape> => {
  const own = new Map(records.map((record) => [record, { ...(shapes.get(record) ?? emptyShape) }]))
  const keys = new Set(records)
  for (const record of records) {
    const parent = outerOf(record, keys)
    const outer = parent === undefined ? undefined : own.get(parent)
    if (outer !== undefined) {
      outer.weight -= shapes.get(record)?.weight ?? 0
      outer.texts -= shapes.get(record)?.texts ?? 0
    }
  }
  return [...own.values()]
}

const emptyShape: Shape = { weight: 0, texts: 0, isNamed: false, depth: 0, position: 0 }

/**
 * Whether records consist of records: an inner list has most of their text, and more than two records in each. A list
 * in half of them or fewer is a part of these, such as an author's tools.
 */
const isOfLists = (outer: Group, accepted: ReadonlyArray<Group>, shapes: ReadonlyMap<Element, Shape>): boolean => {
  const all = new Set(outer.records)
  const weight = outer.records.reduce((sum, record) => sum + (shapes.get(record)?.weight ?? 0), 0)
  return accepted.some(({ key, records }) => {
    if (key === outer.key) return false
    const within = records.filter((record) => outerOf(record, all) !== undefined)
    if (within.length <= outer.records.length * 2) return false
    const holders = new Set(within.map((record) => outerOf(record, all)))
    if (!outer.name.endsWith(".") && holders.size * 2 <= outer.records.length) return false
    const inner = within.map((record) => shapes.get(record) ?? emptyShape)
    const texts = inner.reduce((sum, shape) => sum + shape.texts, 0)
    return texts >= within.length * 2 && inner.reduce((sum, shape) => sum + shape.weight, 0) > weight / 2
  })
}

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
