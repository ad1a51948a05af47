/**
 * Replies as quotations within the posts that they answer. A reply is in its post's element, or one step farther from
 * the margin. Replies that are items of a list are left: lists show depth themselves. So are pages of several
 * questions, which are no threads.
 */
import { childrenOf, first } from "@porthole/visibility/dom"
import { areQuestions, holderOf } from "../records/Posts.ts"
import type { ContentRule } from "../phases/Rule.ts"

/** Nests the replies of threads, each given by its posts in document order. */
export const quotedReplies: ContentRule = {
  name: "quotedReplies",
  case: "A reply is a quotation within the post that it answers.",
  phase: "content",
  reads: {
    elements: ["img", "td"],
    attributes: ["class", "style", "indent", "data-indent", "depth", "data-depth", "itemtype", "width", "height"],
  },
  run: ({ threads }) => {
    for (const posts of threads) {
      if (areQuestions(posts)) continue
      const nested = nestingOf(posts)
      const depths = nested.some((depth) => depth > 0) ? nested.map(ownQuotation) : depthsByMargin(posts)
      posts.forEach((post, at) => quote(post, depths[at] ?? 0))
    }
  },
}

// --- private --------------------------------------------------------------------------

/** Deeper replies are at this depth. */
const maxDepth = 8

/** The number of posts around each one. */
const nestingOf = (posts: ReadonlyArray<Element>): ReadonlyArray<number> => {
  const depths = new Map<Element, number>()
  return posts.map((post) => {
    let ancestor = post.parentElement
    while (ancestor !== null && !depths.has(ancestor)) ancestor = ancestor.parentElement
    const depth = ancestor === null ? 0 : (depths.get(ancestor) ?? 0) + 1
    depths.set(post, depth)
    return depth
  })
}

/** A post within another one is within its quotations. */
const ownQuotation = (depth: number): number => (depth > 0 && depth <= maxDepth ? 1 : 0)

/** A distance from the margin, and what it is measured in. */
interface Margin {
  readonly distance: number
  readonly unit: string
}

/**
 * For each post the number of posts before it that it answers, one by the other. None if its distance isn't in steps of
 * one unit, of which a post goes at most one farther than the post before: levels of users and shifts of speakers.
 */
const depthsByMargin = (posts: ReadonlyArray<Element>): ReadonlyArray<number> => {
  const margins = posts.map(marginOf)
  const units = new Set(margins.flatMap(({ distance, unit }) => (distance > 0 ? [unit] : [])))
  if (units.size !== 1 || new Set(posts.map(otherMarginOf)).size > 1) return []
  const distances = [...new Set(margins.map(({ distance }) => distance))].toSorted((a, b) => a - b)
  const [least = 0, next = 0] = distances
  const steps = margins.map(({ distance }) => (distance - least) / (next - least))
  const areSteps = steps.every((step, at) => Number.isInteger(step) && step <= (steps[at - 1] ?? -1) + 1)
  return areSteps ? steps.map((step) => Math.min(step, maxDepth)) : []
}

const marginOf = (post: Element): Margin => {
  const cell = first(post, "td[indent], td > img[width][height='1']")
  for (const element of [post, post.firstElementChild, cell]) {
    if (element === null) continue
    const [, distance, unit = ""] = styled.exec(element.getAttribute("style") ?? "") ?? []
    if (Number(distance) > 0) return { distance: Number(distance), unit }
    const name = attributes.find((attribute) => Number(element.getAttribute(attribute)) > 0)
    if (name !== undefined) return { distance: Number(element.getAttribute(name)), unit: name }
    const level = Number(named.exec(element.getAttribute("class") ?? "")?.[1] ?? 0)
    if (level > 0) return { distance: level, unit: "class" }
  }
  const width = Number(cell?.getAttribute("width") ?? 0)
  return { distance: width > 0 ? width : 0, unit: "width" }
}

const styled = /(?:^|[;\s])(?:margin|padding)-(?:left|inline-start):\s*([\d.]{1,8})(px|r?em|pt|ch)/i
const attributes = ["indent", "data-indent", "depth", "data-depth"]
const named = /(?:^|\s)(?:(?:comment|reply|thread)[_-]?)?(?:depth|level|indent|lvl)[_-]?(\d{1,3})(?:\s|$)/i

/** What a post's style says about the margin at the end of lines, which replies share. */
const otherMarginOf = (post: Element): string =>
  [post, post.firstElementChild]
    .map((element) => styledAtEnd.exec(element?.getAttribute("style") ?? "")?.[1] ?? "")
    .join(" ")

const styledAtEnd = /(?:^|[;\s])(?:margin|padding)-(?:right|inline-end):\s*([^\s;]{1,20})/i

/** Puts the content of a post into quotations. */
const quote = (post: Element, depth: number): void => {
  const holder = depth > 0 ? holderOf(post) : undefined
  if (holder === undefined || holder.localName === "li") return
  for (let left = depth; left > 0; left--) {
    const quotation = post.ownerDocument.createElement("blockquote")
    quotation.append(...childrenOf(holder))
    holder.append(quotation)
  }
}
