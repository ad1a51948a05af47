/** Signs of a page's kind in what it is built of: its prose, its controls, its links and its names. */
import type { Block } from "../blocks/Block.ts"
import { wordsOf } from "../blocks/Counts.ts"
import { isElement } from "../tree/Dom.ts"
import { feature, flag, type Feature, ratio } from "../blocks/Feature.ts"
import type { Evidence } from "./Evidence.ts"
import { isAuthorName, isDated } from "./Groups.ts"

/** Signs in what a page is built of. An amount is 1 where it is as large as it usually gets. */
export const buildSigns: ReadonlyArray<Feature<Evidence>> = [
  feature("prose: share", ({ root }) => ratio(root.prose, root.words)),
  feature("prose: much", ({ root }) => amount(root.prose, 2_000)),
  flag("prose: most words", ({ root }) => root.prose * 2 > root.words),
  feature("prose: in one place", proseInOnePlace),
  feature("prose: paragraphs", ({ blocks }) => amount(blocks.filter(isParagraph).length, 40)),
  feature("prose: long paragraphs", ({ blocks, root }) =>
    Math.min(1, ratio(root.prose, 80 * blocks.filter(({ prose }) => prose > 0).length)),
  ),
  feature("prose: without a break", ({ blocks, root }) => ratio(longestRun(blocks), root.words)),
  feature("title: long", ({ title }) => Math.min(1, wordsOf(title).length / 12)),
  flag("title: number", ({ title }) => /^\p{N}{1,3}\s|\s\p{N}{1,3}\s/u.test(title)),
  flag("title: question", ({ title }) => /[?？]/.test(title)),
  feature("words: before the heading", ({ blocks, headingAt, root }) =>
    headingAt < 0 ? 1 : ratio(blocks[headingAt]?.before ?? 0, root.words),
  ),
  feature("words: many", ({ root }) => amount(root.words, 5_000)),
  feature("links: share", ({ root }) => ratio(root.linked, root.words)),
  feature("links: within", ({ census: { links } }) => amount(links.within, 40)),
  feature("links: beside", ({ census: { links } }) => ratio(links.beside, links.all)),
  feature("links: below", ({ census: { links } }) => ratio(links.below, links.all)),
  feature("links: away", ({ census: { links } }) => ratio(links.away, links.all)),
  flag("links: calls", ({ census: { links } }) => links.calls > 0),
  feature("headings: many", ({ census }) => amount(census.headings, 40)),
  feature("headings: linked", ({ census }) => ratio(census.linkedHeadings, Math.max(4, census.headings))),
  feature("headings: many linked", ({ census }) => amount(census.linkedHeadings, 30)),
  feature("prices: many", ({ root }) => amount(root.prices, 60)),
  feature("prices: share", ({ root }) => Math.min(1, 20 * ratio(root.prices, root.words))),
  flag("prices: behind the heading", (page) => behindHeading(page, 40).some(({ prices }) => prices > 0)),
  flag("buy: one", ({ census }) => census.buys > 0 && census.buys <= 6),
  feature("buy: many", ({ census }) => amount(census.buys, 30)),
  flag("buy: how many", ({ census }) => census.quantities > 0),
  flag(
    "buy: price and control",
    (page) =>
      (page.census.buys > 0 || page.census.quantities > 0) && behindHeading(page, 60).some(({ prices }) => prices > 0),
  ),
  flag("date: near the heading", (page) => nearHeading(page).some(({ text }) => isDated(text))),
  flag("author: near the heading", (page) =>
    nearHeading(page).some(
      ({ branch, text }) =>
        text.length < 120 &&
        isAuthorName(
          `${branch.element.getAttribute("class") ?? ""} ${branch.parent?.element.getAttribute("class") ?? ""}`,
        ),
    ),
  ),
  feature("code: much", ({ census }) => amount(of(census.names, "pre"), 20)),
  feature("code: inline", ({ census }) => amount(of(census.names, "code"), 60)),
  flag("button: behind the heading", (page) => behindHeading(page, 5).some(isButton)),
  feature("button: many", ({ blocks }) => amount(blocks.filter(isButton).length, 30)),
  flag("versions", ({ census }) => census.versions >= 2),
  feature("messages: numbered", ({ census }) => amount(census.numbered, 20)),
  feature("messages: comments", ({ census }) => amount(census.comments, 20)),
  feature("messages: answers", ({ census }) => amount(census.answers, 20)),
  feature("elements: article", ({ census }) => amount(of(census.names, "article"), 20)),
  flag("elements: one article", ({ census }) => of(census.names, "article") === 1),
  feature("elements: time", ({ census }) => amount(of(census.names, "time"), 20)),
  feature("elements: table", ({ census }) => amount(of(census.names, "table"), 10)),
  feature("elements: image", ({ root }) => amount(root.images, 60)),
  feature("elements: button", ({ census }) => amount(of(census.names, "button"), 40)),
  feature("elements: blockquote", ({ census }) => amount(of(census.names, "blockquote"), 8)),
  flag("elements: no h1", ({ headingAt }) => headingAt < 0),
  named("product", "product products sku"),
  named("gallery", "gallery thumbnail thumbnails zoom"),
  named("variants", "variant variants swatch swatches"),
  named("review", "review reviews rating ratings stars"),
  named("related", "related recommended upsell"),
  named("filter", "filter filters facet facets refine refinement sort sorting sortby"),
  named("pages", "pagination pager paging pagenav"),
  named("message", "message messages thread threads reply replies topic forum"),
  named("user", "avatar signature username userinfo karma reputation"),
  named("vote", "vote votes voting upvote score"),
  named("comment", "comment comments commentlist"),
  named("byline", "byline author published"),
  named("share", "share sharing social"),
  named("hero", "hero cta banner"),
  named("testimonial", "testimonial testimonials client clients trusted logos"),
  named("accordion", "accordion faq faqs collapse"),
  named("docs", "docs doc documentation toc reference highlight"),
  named("tile", "card cards tile tiles grid teaser"),
  named("item", "listing listings results result item items"),
]

/** 1 from a full amount on, growing with the logarithm. */
export const amount = (count: number, full: number): number => Math.min(1, Math.log1p(count) / Math.log1p(full))

// --- private --------------------------------------------------------------------------

const of = (counts: ReadonlyMap<string, number>, name: string): number => counts.get(name) ?? 0

function isParagraph({ prose, words }: Block): boolean {
  return prose > 0 && words >= 25
}

/** Share of the prose that the element with the most of it of its own holds. */
function proseInOnePlace({ blocks, root }: Evidence): number {
  const held = new Map<unknown, number>()
  let most = 0
  for (const { branch, prose } of blocks) {
    const holder = branch.parent ?? branch
    const sum = (held.get(holder) ?? 0) + prose
    held.set(holder, sum)
    most = Math.max(most, sum)
  }
  return ratio(most, root.prose)
}

/** Words of prose in the longest row of blocks without one that is mostly links. */
function longestRun(blocks: ReadonlyArray<Block>): number {
  let [longest, run] = [0, 0]
  for (const { linked, prose, words } of blocks) {
    run = linked * 2 > words ? 0 : run + prose
    longest = Math.max(longest, run)
  }
  return longest
}

/** A short link that looks like a control, or a control. */
function isButton({ branch, controls, links, nodes, words }: Block): boolean {
  if (words > 6) return false
  return controls > 0 || (links === 1 && [branch.element, ...nodes].some(looksLikeButton))
}

function looksLikeButton(node: Node): boolean {
  return (
    isElement(node) &&
    /(?:^|[^a-z])(?:btn|button|cta)(?![a-z])|Button|Btn|Cta/.test(
      `${node.getAttribute("class") ?? ""} ${node.getAttribute("role") ?? ""}`,
    )
  )
}

function behindHeading({ blocks, headingAt }: Evidence, many: number): ReadonlyArray<Block> {
  return headingAt < 0 ? [] : blocks.slice(headingAt + 1, headingAt + 1 + many)
}

function nearHeading({ blocks, headingAt }: Evidence): ReadonlyArray<Block> {
  return headingAt < 0 ? [] : blocks.slice(Math.max(0, headingAt - 5), headingAt + 9)
}

/** Elements with one of some words in a class or id; up to thirty count. */
function named(name: string, words: string): Feature<Evidence> {
  const set = words.split(" ")
  return feature(`named: ${name}`, ({ census }) =>
    amount(
      set.reduce((sum, word) => sum + of(census.words, word), 0),
      30,
    ),
  )
}
