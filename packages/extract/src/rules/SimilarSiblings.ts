/** Siblings with one name and class. One pass counts every element, and groups them. */
import { first, isElement, isText, trimmedLength } from "@porthole/visibility/dom"
import { type Group, outerOf, type Shape, signatureOf } from "../records/Groups.ts"
import type { RecordRule } from "../phases/Rule.ts"

/** Groups similar siblings. */
export const similarSiblings: RecordRule = {
  name: "similarSiblings",
  case: "The cards of a listing are siblings with one name and class.",
  phase: "record",
  reads: {
    elements: "a article details dd div dl fieldset figure form li ol section table tbody time tr ul".split(" "),
    attributes: ["class"],
  },
  run: (finding) => {
    finding.groups = gather(finding.body, finding.shapes)
  },
}

// --- private --------------------------------------------------------------------------

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
  let isNamed = namingElements.has(element.localName)
  let similar: Map<string, Array<Element>> | undefined
  for (let child = element.firstChild; child !== null; child = child.nextSibling) {
    if (isText(child)) {
      const length = trimmedLength(child.data)
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
  similar?.forEach((records, key) => {
    if (records.length > 1 || !key.endsWith("."))
      groups.push({ key: `${signatureOf(element)} > ${key}`, name: key, depth: depth + 1, records })
  })
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
