/** What a page declares within its text: microdata (`itemprop`), and `time` elements. */
import { publishedAt } from "@porthole/core"
import { elementsIn, lineOf, nearest, select } from "@porthole/visibility/dom"

/** The first date of one of these properties that doesn't belong to an answer, a comment or a review. */
export const dateOf = (document: Document, names: ReadonlyArray<string>): string | undefined => {
  for (const name of names) {
    for (const element of elementsOf(document, (one) => hasWord(one, "itemprop", name))) {
      const date = publishedAt(element.getAttribute("content") ?? element.getAttribute("datetime") ?? lineOf(element))
      if (date !== undefined && !isOfOthers(element)) return date
    }
  }
  return undefined
}

/** The first author. */
export const authorOf = (document: Document): string | undefined => {
  for (const element of elementsOf(document, (one) => hasWord(one, "itemprop", "author"))) {
    if (isOfOthers(element)) continue
    const [named = element] = select(element, "[itemprop~='name']")
    const name = nameOf(named.getAttribute("content") ?? lineOf(named))
    if (name !== undefined) return name
  }
  return undefined
}

/**
 * The date of the first `time` element that says that it is the date of the publication or of the last change. If all
 * of them name one day and say nothing, that is the day of the publication.
 */
export const timeOf = (document: Document, of: "published" | "modified"): string | undefined => {
  const times = timesOf(document)
  const said = times.find(({ kind }) => kind === of)
  if (said !== undefined || of === "modified") return said?.date
  const [first] = times
  const isOneDay = times.every(({ date, kind }) => kind === "unsaid" && date.slice(0, 10) === first?.date.slice(0, 10))
  return isOneDay ? first?.date : undefined
}

/** The links to the page of an author. */
export const authorLinksOf = (document: Document): ReadonlyArray<Element> =>
  elementsOf(document, (one) => one.localName === "a" && hasWord(one, "rel", "author"))

/** A declared name: no address, no account, no name of a role. */
export const nameOf = (text: string | undefined): string | undefined => {
  const name =
    text
      ?.slice(0, 1_000)
      .trim()
      .replace(/^(?:written )?by[: ] */i, "") ?? ""
  return name === "" || notAName.test(name) ? undefined : name
}

/** The elements that may declare something, found in one pass; the result is cached by document. */
export const declaringIn = (document: Document): ReadonlyArray<Element> => {
  const known = read.get(document)
  if (known !== undefined) return known
  const found = elementsIn(document.body, mayDeclare)
  read.set(document, found)
  return found
}

/** Whether an element declares a property. */
export const hasProperty = (element: Element, name: string): boolean => hasWord(element, "itemprop", name)

// --- private --------------------------------------------------------------------------

/** A date in a `time` element, and what the page says of it. */
interface Time {
  readonly date: string
  readonly kind: "published" | "modified" | "unsaid" | "other"
}

/** The dates of a document's `time` elements; the result is cached by document. */
const timesOf = (document: Document): ReadonlyArray<Time> => {
  const known = readTimes.get(document)
  if (known !== undefined) return known
  const times = elementsOf(document, isDated).flatMap((element): ReadonlyArray<Time> => {
    const date = publishedAt(element.getAttribute("datetime") ?? "")
    return date === undefined ? [] : [{ date, kind: isOfOthers(element) ? "other" : kindOf(element) }]
  })
  readTimes.set(document, times)
  return times
}

const readTimes = new WeakMap<Document, ReadonlyArray<Time>>()

/** Maximum number of elements of a kind that are looked at. */
const maxElements = 50

const elementsOf = (document: Document, is: (element: Element) => boolean): ReadonlyArray<Element> =>
  declaringIn(document).filter(is).slice(0, maxElements)

const read = new WeakMap<Document, ReadonlyArray<Element>>()

const mayDeclare = (element: Element): boolean =>
  element.hasAttribute("itemprop") ||
  isDated(element) ||
  (element.localName === "a" && element.hasAttribute("rel")) ||
  authorClass.test(element.getAttribute("class") ?? "")

const authorClass = /(?:^|\s)(?:author|ltx_personname)(?:\s|$)/

const isDated = (element: Element): boolean => element.localName === "time" && element.hasAttribute("datetime")

const hasWord = (element: Element, name: "itemprop" | "rel", word: string): boolean => {
  const value = element.getAttribute(name)
  if (value === null || (name === "itemprop" && !value.includes(word))) return false
  // Only the types of links may be written in any case.
  return (name === "rel" ? value.toLowerCase() : value).split(/\s+/).includes(word)
}

/** Whether an element belongs to an answer, a comment or a review, or stands beside the page's own content. */
const isOfOthers = (element: Element): boolean => {
  // A person is described within the item that it belongs to.
  const item = nearest(element.parentElement, "[itemtype]")
  return (
    /(?:Answer|Comment|Review|Product|Offer)$/.test(item?.getAttribute("itemtype") ?? "") ||
    nearest(element, "aside, nav, [class*='comment']:not(body), [class*='related']:not(body)") !== null
  )
}

const kindOf = (element: Element): "published" | "modified" | "unsaid" => {
  const parent = element.parentElement
  const own = `${element.getAttribute("class") ?? ""} ${element.getAttribute("pubdate") === null ? "" : "published"}`
  if (modified.test(own) && !published.test(own)) return "modified"
  const around = `${own} ${parent?.getAttribute("class") ?? ""} ${lineOf(parent ?? element).slice(0, 100)}`
  if (modified.test(around)) return "modified"
  return published.test(around) ? "published" : "unsaid"
}

const modified = /updated|modified|last edited|reviewed/i
const published = /published|posted|pubdate|entry-date|post-date|dt-published/i

const notAName =
  /^(?:https?:|www\.|@)|^(?:admin|administrator|author|editor|staff|home(?: ?page)?|view all posts.*)$|\{[{%]|<%/i
