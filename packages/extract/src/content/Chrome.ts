/**
 * Removes navigation, page headers and footers, asides and cookie banners, except if they contain a large part of the
 * text: some pages are one big `nav`.
 */
import { first, nearest, weightsOf } from "@porthole/visibility/dom"

/** Removes the surroundings of a document's content. */
export const removeChrome = (document: Document): void => {
  const { body } = document
  const weights = weightsOf(body)
  const total = weights.get(body) ?? 0
  const found = surroundings.map((): Array<Element> => [])
  for (const element of weights.keys())
    if (element !== body) surroundings.forEach(({ is }, at) => is(element) && found[at]?.push(element))
  surroundings.forEach(({ share }, at) => {
    for (const element of found[at] ?? []) {
      const weight = weights.get(element) ?? 0
      // Not `isConnected`: the parser returns false for elements in a copy of a document.
      if (weight >= total * share || !body.contains(element)) continue
      if (element.localName === "header" && isContentHeader(element)) continue
      if (element.localName === "aside" && isNoteInText(element)) continue
      for (let ancestor = element.parentElement; ancestor !== null; ancestor = ancestor.parentElement)
        weights.set(ancestor, (weights.get(ancestor) ?? 0) - weight)
      element.remove()
    }
  })
}

// --- private --------------------------------------------------------------------------

interface Surrounding {
  readonly is: (element: Element) => boolean
  /** From this share of the page's text on such an element counts as content. */
  readonly share: number
}

const hasNameOrRole = (names: string, roles: string): Surrounding["is"] => {
  const [ofNames, ofRoles] = [new Set(names.split(" ")), new Set(roles.split(" "))]
  return (element) => ofNames.has(element.localName) || ofRoles.has(element.getAttribute("role") ?? "")
}

const controls: ReadonlySet<string> = new Set(["select", "button", "textarea"])
const consent = /cookie|consent|gdpr/

const surroundings: ReadonlyArray<Surrounding> = [
  { is: hasNameOrRole("nav", "navigation menu menubar search"), share: 0.4 },
  { is: hasNameOrRole("footer", "contentinfo"), share: 0.4 },
  { is: hasNameOrRole("header", "banner"), share: 0.4 },
  { is: hasNameOrRole("aside", "complementary dialog alertdialog tooltip"), share: 0.3 },
  {
    is: (element) => ["id", "class"].some((name) => consent.test(element.getAttributeNode(name)?.value ?? "")),
    share: 0.2,
  },
  { is: ({ localName }) => controls.has(localName), share: 0.2 },
]

const isContentHeader = (header: Element): boolean =>
  first(header, "h1") !== null || nearest(header, "article, main, [role=main]") !== null

/** Whether an aside without links stands after a paragraph of a text, and not at its end. */
const isNoteInText = (aside: Element): boolean =>
  aside.previousElementSibling?.localName === "p" &&
  aside.nextElementSibling !== null &&
  first(aside, "a, form, button") === null &&
  nearest(aside, "article, main, [role=main]") !== null
