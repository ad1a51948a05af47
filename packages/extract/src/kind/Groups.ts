/**
 * What a page repeats: elements of the same name and first class beside each other, and what they hold.
 * Posts of a thread, products of a shop and headlines of a front page are told apart by that.
 */
import { type Block, type Blocks, type Branch, chainOf } from "../blocks/Block.ts"
import { ratio } from "../blocks/Feature.ts"
import { hintNames } from "../blocks/Hints.ts"
import { isElement } from "../tree/Dom.ts"

/** Some elements that are alike, and what they hold. */
export interface Group {
  readonly members: number
  /** Words of all of them, as a share of the page's; and words a member. */
  readonly share: number
  readonly words: number
  /** Shares of the words that are in links, and in prose. */
  readonly linked: number
  readonly prose: number
  /** Shares of the members that hold each. */
  readonly withPrice: number
  readonly withDate: number
  readonly withAuthor: number
  readonly withImage: number
  readonly withLink: number
  readonly withHeading: number
  readonly withProse: number
  /** Whether they stand in what surrounds content: navigation, a footer, something at the side. */
  readonly isAround: boolean
}

/** The groups of at least {@link fewest} elements with text. */
export const groupsOf = ({ blocks, root }: Blocks): ReadonlyArray<Group> => {
  const marks = new Map<Branch, Marks>()
  for (const block of blocks) {
    const own = marksOf(block)
    for (const branch of chainOf(block.branch))
      if (branch.like >= fewest) marks.set(branch, joined(marks.get(branch), own))
  }
  const groups = new Map<Branch | undefined, Map<string, Array<Member>>>()
  for (const [branch, own] of marks) {
    const beside = groups.get(branch.parent) ?? new Map<string, Array<Member>>()
    const key = `${branch.element.localName}.${firstClass(branch.element)}`
    const alike = beside.get(key) ?? []
    alike.push({ branch, marks: own })
    groups.set(branch.parent, beside.set(key, alike))
  }
  return Array.from(groups.values(), (beside) => [...beside.values()])
    .flat()
    .filter(({ length }) => length >= fewest)
    .map((members) => groupOf(members, root.words))
}

/** What names an author among the words of a class or an id. */
export const isAuthorName = (names: string): boolean => authors.test(names.slice(0, 400))

/** Whether a line says when. */
export const isDated = (text: string): boolean => text.length <= 200 && dates.test(text)

// --- private --------------------------------------------------------------------------

const fewest = 3

interface Marks {
  readonly date: boolean
  readonly author: boolean
  readonly heading: boolean
}

interface Member {
  readonly branch: Branch
  readonly marks: Marks
}

const joined = (one: Marks | undefined, other: Marks): Marks =>
  one === undefined
    ? other
    : { date: one.date || other.date, author: one.author || other.author, heading: one.heading || other.heading }

const marksOf = ({ branch, nodes, text }: Block): Marks => {
  const marks = {
    date: isDated(text),
    author: text.length <= 80 && (saysAuthor(branch.element) || saysAuthor(branch.parent?.element)),
    heading: /^h[1-6]$/.test(branch.element.localName),
  }
  const visit = (node: Node): void => {
    if (!isElement(node)) return
    if (node.localName === "time") marks.date = true
    if (saysAuthor(node)) marks.author = true
    for (let child = node.firstChild; child !== null; child = child.nextSibling) visit(child)
  }
  for (const node of nodes) visit(node)
  return marks
}

const saysAuthor = (element: Element | undefined): boolean =>
  element !== undefined &&
  (isAuthorName(`${element.getAttribute("class") ?? ""} ${element.getAttribute("itemprop") ?? ""}`) ||
    /\b(?:author|contributor)\b/.test(element.getAttribute("rel") ?? "") ||
    /\/(?:users?|members?|profiles?|authors?|u)\/|[?&](?:u|uid|user|member)=/.test(
      (element.getAttribute("href") ?? "").slice(0, 500),
    ))

const authors =
  /(?:^|[^a-z])(?:author|byline|user|username|nick|nickname|member|poster|creator)(?:name)?(?![a-z])|[a-z](?:Author|User|Member)(?![a-z])/

const dates =
  /\b(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d{2}|(?:19|20)\d{2}[./-]\d{1,2}[./-]\d{1,2}|(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-z]{0,6}\.?\s\d{1,2}|\d{1,2}\.?\s(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])|\d{1,3} (?:min|hour|day|week|month|year)s? ago)|(?:19|20)\d{2}年/i

const firstClass = (element: Element): string => (element.getAttribute("class") ?? "").trim().split(/\s+/, 1)[0] ?? ""

const around = ["navigation", "bottom", "side"].map((name) => hintNames.indexOf(name))

const groupOf = (members: ReadonlyArray<Member>, total: number): Group => {
  const sum = (of: (branch: Branch) => number): number => members.reduce((all, { branch }) => all + of(branch), 0)
  const part = (has: (member: Member) => boolean): number => ratio(members.filter(has).length, members.length)
  const words = sum((branch) => branch.words)
  const hinted = members[0]?.branch.hinted ?? []
  return {
    members: members.length,
    share: ratio(words, total),
    words: ratio(words, members.length),
    linked: ratio(
      sum((branch) => branch.linked),
      words,
    ),
    prose: ratio(
      sum((branch) => branch.prose),
      words,
    ),
    withPrice: part(({ branch }) => branch.prices > 0),
    withDate: part(({ marks }) => marks.date),
    withAuthor: part(({ marks }) => marks.author),
    withImage: part(({ branch }) => branch.images > 0),
    withLink: part(({ branch }) => branch.links > 0),
    withHeading: part(({ marks }) => marks.heading),
    withProse: part(({ branch }) => branch.prose > 0),
    isAround: around.some((bit) => hinted[bit] !== undefined),
  }
}
