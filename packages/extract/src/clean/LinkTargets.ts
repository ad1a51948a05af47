/**
 * Links of cleaned content: an absolute address on inline text. A link around whole blocks, as cards
 * have it, is moved onto the heading or the first line within; one that only marks a heading's
 * anchor, or that goes nowhere a reader can follow, is taken off.
 */
import { childrenOf, isElement, isText, lineOf, unwrap } from "../tree/Dom.ts"
import { first, nearest, select } from "../tree/Select.ts"
import * as Vocabulary from "./Vocabulary.ts"

/** Leaves an absolute `href`, or takes the link off its text. */
export const cleanLink = (link: Element, base: string): void => {
  const href = link.getAttribute("href")
  const target = isSelfLink(link, href) ? undefined : targetOf(href, base)
  for (const name of link.getAttributeNames()) if (name !== "data-embed") link.removeAttribute(name)
  if (anchorMark.test(lineOf(link)) && first(link, "img") === null) return link.remove()
  // Of links within links the inner ones hold (HTML standard, section 13.2.6.4.7).
  if (target === undefined || first(link, "a[href]") !== null) return unwrap(link)
  if (!hasBlocks(link)) return link.setAttribute("href", target)
  const line =
    select(link, "h1, h2, h3, h4, h5, h6").find(hasText) ?? select(link, "p, li, td, dt, summary").find(hasText)
  if (line !== undefined && !hasBlocks(line)) {
    const inner = link.ownerDocument.createElement("a")
    inner.setAttribute("href", target)
    for (const child of childrenOf(line)) inner.append(child)
    line.append(inner)
  }
  unwrap(link)
}

/** What a reader can follow an `href` to, as an absolute address. */
export const targetOf = (href: string | null, base: string): string | undefined => {
  if (href === null) return undefined
  const url = URL.parse(href.trim(), base)
  return url !== null && followable.has(url.protocol) && !/[\s<>]/.test(url.href) ? url.href : undefined
}

/** What is set beside headings to link to them. */
export const anchorMark = /^[#¶§🔗\u{1f517}\ue000-\uf8ff]*$/u

// --- private --------------------------------------------------------------------------

const followable: ReadonlySet<string> = new Set(["http:", "https:", "mailto:", "tel:"])

/** Many pages link each heading to itself. */
const isSelfLink = (link: Element, href: string | null): boolean =>
  href?.trim().startsWith("#") === true && nearest(link, "h1, h2, h3, h4, h5, h6") !== null

const hasText = (element: Element): boolean => lineOf(element) !== ""

const hasBlocks = (element: Element): boolean =>
  childrenOf(element).some((child) => !isText(child) && isElement(child) && Vocabulary.blocks.has(child.localName))
