/**
 * Links of cleaned content: an absolute address on inline text. A link around blocks, as cards have it, moves onto the
 * heading or the first line within. A link that only marks a heading's anchor, or that a reader can't follow, goes.
 */
import { appendAll, childrenOf, isText, lineOf } from "../tree/Dom.ts"
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
  appendAll(link, children)
  if (isAnchor(link)) return []
  // Many pages link each heading to itself.
  const isSelf = href?.trim().startsWith("#") === true && nearest(source, "h1, h2, h3, h4, h5, h6") !== null
  const target = isSelf ? undefined : targetOf(href, base)
  // Of links within links the inner ones hold (HTML standard, section 13.2.6.4.7).
  const isLink = target !== undefined && first(link, "a[href]") === null
  if (isLink && !children.some(isBlock)) {
    if (source.hasAttribute("data-embed")) link.setAttribute("data-embed", "")
    link.setAttribute("href", target)
    return [link]
  }
  const line = [...select(link, "h1, h2, h3, h4, h5, h6"), ...select(link, "p, li, td, dt, summary")].find(
    (element) => lineOf(element) !== "",
  )
  if (isLink && line !== undefined && !childrenOf(line).some(isBlock)) {
    const inner = link.ownerDocument.createElement("a")
    inner.setAttribute("href", target)
    appendAll(inner, childrenOf(line))
    line.append(inner)
  }
  link.replaceChildren()
  return children
}

// --- private --------------------------------------------------------------------------

/** The absolute address of an `href` that a reader can follow. */
const targetOf = (href: string | null, base: string): string | undefined => {
  const url = href === null ? null : URL.parse(href.trim(), base)
  return url !== null && /^(?:https?|mailto|tel):$/.test(url.protocol) && !/[\s<>]/.test(url.href)
    ? url.href
    : undefined
}

/** Whether a link is only the mark of a heading's anchor. */
const isAnchor = (link: Element): boolean => {
  const start = link.firstChild
  if (start !== null && isText(start) && /^[\p{L}\p{N}]/u.test(start.data)) return false
  return /^[#¶§🔗\ue000-\uf8ff]*$/u.test(lineOf(link)) && first(link, "img") === null
}
