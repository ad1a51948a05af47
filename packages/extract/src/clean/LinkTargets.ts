/**
 * Links of cleaned content: an absolute address on inline text. A link around blocks, as cards have it, moves onto the
 * heading or the first line within. A link that only marks a heading's anchor, or that a reader can't follow, goes.
 */
import { childrenOf, isText, lineOf } from "../tree/Dom.ts"
import { first, nearest, select } from "../tree/Select.ts"
import { isBlock } from "./Paragraphs.ts"

/** A link of the cleaned children of its source, or these children without it. */
export const cleanLink = (
  source: Element,
  href: string | null,
  children: ReadonlyArray<ChildNode>,
  base: string,
): ReadonlyArray<ChildNode> => {
  const link = source.ownerDocument.createElement("a")
  for (const child of children) link.append(child)
  if (isAnchor(link)) return []
  const target = isSelfLink(source, href) ? undefined : targetOf(href, base)
  // Of links within links the inner ones hold (HTML standard, section 13.2.6.4.7).
  if (target === undefined || first(link, "a[href]") !== null) return taken(link)
  if (!children.some(isBlock)) {
    if (source.hasAttribute("data-embed")) link.setAttribute("data-embed", "")
    link.setAttribute("href", target)
    return [link]
  }
  const line =
    select(link, "h1, h2, h3, h4, h5, h6").find(hasText) ?? select(link, "p, li, td, dt, summary").find(hasText)
  if (line !== undefined && !childrenOf(line).some(isBlock)) {
    const inner = link.ownerDocument.createElement("a")
    inner.setAttribute("href", target)
    for (const child of childrenOf(line)) inner.append(child)
    line.append(inner)
  }
  return taken(link)
}

/** The absolute address of an `href` that a reader can follow. */
export const targetOf = (href: string | null, base: string): string | undefined => {
  if (href === null) return undefined
  const url = URL.parse(href.trim(), base)
  return url !== null && followable.has(url.protocol) && !/[\s<>]/.test(url.href) ? url.href : undefined
}

/** The text of a link beside a heading that links to it. */
export const anchorMark = /^[#¶§🔗\u{1f517}\ue000-\uf8ff]*$/u

// --- private --------------------------------------------------------------------------

const followable: ReadonlySet<string> = new Set(["http:", "https:", "mailto:", "tel:"])

/** Many pages link each heading to itself. */
const isSelfLink = (link: Element, href: string | null): boolean =>
  href?.trim().startsWith("#") === true && nearest(link, "h1, h2, h3, h4, h5, h6") !== null

const hasText = (element: Element): boolean => lineOf(element) !== ""

/** Whether a link is only the mark of a heading's anchor. */
const isAnchor = (link: Element): boolean => {
  const start = link.firstChild
  if (start !== null && isText(start) && /^[\p{L}\p{N}]/u.test(start.data)) return false
  return anchorMark.test(lineOf(link)) && first(link, "img") === null
}

const taken = (link: Element): ReadonlyArray<ChildNode> => {
  const children = childrenOf(link)
  for (const child of children) child.remove()
  return children
}
