/**
 * The shape of threads: a reply is a quotation within the post that it answers, and an accepted answer says so. A reply
 * is in its post's element, or farther from the margin. Replies that are items of a list within their post are left:
 * lists show depth themselves.
 */
import { childrenOf, isElement, lineOf } from "../tree/Dom.ts"
import { first } from "../tree/Select.ts"

/** Nests the replies of threads, each given by its posts in document order, and marks accepted answers. */
export const shapeThreads = (threads: ReadonlyArray<ReadonlyArray<Element>>): void => {
  for (const posts of threads) {
    const all = new Set(posts)
    const nested = posts.filter((post) => isWithin(post, all))
    if (nested.length > 0) for (const post of nested) if (post.localName !== "li") quote(post, 1)
    if (nested.length === 0) depthsOf(posts).forEach((depth, at) => posts[at] !== undefined && quote(posts[at], depth))
    for (const post of posts) if (isAccepted(post)) markAccepted(post)
  }
}

// --- private --------------------------------------------------------------------------

/** Deeper replies are at this depth. */
const maxDepth = 8

const isWithin = (post: Element, posts: ReadonlySet<Element>): boolean => {
  let ancestor = post.parentElement
  while (ancestor !== null && !posts.has(ancestor)) ancestor = ancestor.parentElement
  return ancestor !== null
}

/** For each post the number of posts before it that it answers, one by the other. */
const depthsOf = (posts: ReadonlyArray<Element>): ReadonlyArray<number> => {
  const margins = posts.map(marginOf)
  if (new Set(margins).size < 2) return []
  const answered: Array<number> = []
  return margins.map((margin) => {
    while ((answered.at(-1) ?? -1) >= margin) answered.pop()
    answered.push(margin)
    return Math.min(answered.length - 1, maxDepth)
  })
}

/** How far a post is from the margin, in a unit that the posts of a thread share. */
const marginOf = (post: Element): number => {
  const cell = first(post, "td[indent], td[width] > img[width], td > img[width][height='1']")
  for (const element of [post, post.firstElementChild, cell]) {
    if (element === null) continue
    const written =
      styled.exec(element.getAttribute("style") ?? "")?.[1] ??
      attributes.map((name) => element.getAttribute(name)).find((value) => value !== null) ??
      named.exec(element.getAttribute("class") ?? "")?.[1] ??
      (element === cell ? element.getAttribute("width") : null)
    const margin = Number.parseFloat(written ?? "")
    if (margin > 0) return margin
  }
  return 0
}

const styled = /(?:^|[;\s])(?:margin|padding)-(?:left|inline-start):\s*([\d.]{1,8})/i
const attributes = ["indent", "data-indent", "depth", "data-depth", "data-level", "aria-level"]
const named = /(?:^|[\s_-])(?:depth|level|indent|lvl)[_-]?(\d{1,3})(?:\s|$)/i

/** Puts the content of a post, or of the cell that has it, into quotations. */
const quote = (post: Element, depth: number): void => {
  let holder = post
  for (let inner: Element | undefined = post; inner !== undefined && tableParts.has(inner.localName);) {
    holder = inner
    const parts: ReadonlyArray<Element> = childrenOf(inner)
      .filter(isElement)
      .filter((part) => lineOf(part) !== "")
    inner = parts.length === 1 ? parts[0] : undefined
  }
  if (holder.localName === "tr") return
  for (let left = depth; left > 0; left--) {
    const quotation = post.ownerDocument.createElement("blockquote")
    quotation.append(...childrenOf(holder))
    holder.append(quotation)
  }
}

const tableParts: ReadonlySet<string> = new Set(["table", "tbody", "tr", "td"])

/** Whether the page's markup calls a post the accepted answer. */
const isAccepted = (post: Element): boolean =>
  /\bacceptedAnswer\b/.test(post.getAttribute("itemprop") ?? "") ||
  /(?:^|[\s_-])(?:accepted|solution|best)-?answer(?:\s|$)/i.test(post.getAttribute("class") ?? "")

/** Says so where only a drawing does. */
const markAccepted = (post: Element): void => {
  const text = lineOf(post)
  if (text === "" || /\b(?:accepted|solution|solved|best answer)\b/i.test(text)) return
  const line = post.ownerDocument.createElement("p")
  line.append("✓ Accepted answer")
  post.prepend(line)
}
