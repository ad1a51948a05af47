/**
 * What a document is built of, counted in one walk over its elements: names, vocabularies, controls and
 * the ways its links lead. Words come last: they are a few that shops and forums of many languages use.
 */
import { wordsInName } from "../blocks/Hints.ts"
import { isElement } from "../tree/Dom.ts"

/** Counts over a whole body. */
export interface Census {
  /** Elements by name. */
  readonly names: ReadonlyMap<string, number>
  /** Types of microdata, in lower case and without their vocabulary. */
  readonly types: ReadonlyMap<string, number>
  /** Elements by the words of their classes and ids. */
  readonly words: ReadonlyMap<string, number>
  /** Elements whose id is a word and a number, by that word: the largest number of one word but `comment`, and that of `comment`. */
  readonly numbered: number
  readonly comments: number
  /** Controls that buy; that answer or quote what somebody wrote; that set how many. */
  readonly buys: number
  readonly answers: number
  readonly quantities: number
  readonly links: Links
  /** Headings of the second to fourth level, and those of them that lead elsewhere. */
  readonly headings: number
  readonly linkedHeadings: number
  /** Choices among what look like numbers of versions. */
  readonly versions: number
}

/** Links by where they lead. */
export interface Links {
  all: number
  /** To a part of the page. */
  within: number
  /** To what stands beside the page: the same path but for its last step. */
  beside: number
  /** To what stands below it. */
  below: number
  /** To another host. */
  away: number
  /** To a telephone or a mailbox. */
  calls: number
}

/** Counts what a body is built of that came from a URL and whose links are relative to `base`. */
export const censusOf = (body: Element, url: URL | undefined, base: string): Census => {
  const names = new Map<string, number>()
  const types = new Map<string, number>()
  const words = new Map<string, number>()
  const series = new Map<string, number>()
  const links: Links = { all: 0, within: 0, beside: 0, below: 0, away: 0, calls: 0 }
  let [buys, answers, quantities, headings, linkedHeadings, versions] = [0, 0, 0, 0, 0, 0]
  const visit = (element: Element, inLink: boolean, heading: { linked: boolean } | undefined): void => {
    const name = element.localName
    count(names, name)
    const type = element.getAttribute("itemtype")
    if (type !== null) count(types, lastStep(type))
    const called = new Set(wordsInName(`${element.getAttribute("class") ?? ""} ${element.getAttribute("id") ?? ""}`))
    for (const word of called) count(words, word)
    const prefix = /^([a-z_-]{0,30}?)[_-]?\d{1,12}$/i.exec(element.getAttribute("id") ?? "")?.[1]
    if (prefix !== undefined) count(series, prefix.toLowerCase())
    if (name === "a") {
      addLink(links, element.getAttribute("href"), url, base)
      if (heading !== undefined) heading.linked = true
    }
    if (controlNames.has(name)) {
      const text = shortText(element)
      if (isBuying(called) || buying.test(text)) buys++
      if (answerWords.some((word) => called.has(word)) || answering.test(text)) answers++
      if (/^(?:quantity|qty)/i.test(element.getAttribute("name") ?? "") || called.has("quantity") || called.has("qty"))
        quantities++
    }
    if (name === "option" && /^\s*v?\d{1,4}(?:\.[\dx]{1,4}){1,3}\b/i.test(shortText(element))) versions++
    const own = /^h[2-4]$/.test(name) ? { linked: inLink } : undefined
    for (let child = element.firstChild; child !== null; child = child.nextSibling)
      if (isElement(child)) visit(child, inLink || name === "a", own ?? heading)
    if (own !== undefined) {
      headings++
      if (own.linked) linkedHeadings++
    }
  }
  visit(body, false, undefined)
  const comments = series.get("comment") ?? 0
  const numbered = Math.max(0, ...[...series].filter(([prefix]) => messageWords.test(prefix)).map(([, many]) => many))
  return {
    names,
    types,
    words,
    numbered,
    comments,
    buys,
    answers,
    quantities,
    links,
    headings,
    linkedHeadings,
    versions,
  }
}

// --- private --------------------------------------------------------------------------

const longest = 200

const count = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

const lastStep = (type: string): string =>
  type
    .slice(0, longest)
    .trim()
    .toLowerCase()
    .replace(/^.*[/#:]/, "")

const controlNames: ReadonlySet<string> = new Set(["a", "button", "input"])
const isBuying = (called: ReadonlySet<string>): boolean =>
  called.has("buy") || called.has("addtocart") || (called.has("add") && cartWords.some((word) => called.has(word)))
const cartWords = ["cart", "basket", "bag"]
const answerWords = ["reply", "quote", "upvote", "vote"]
/** What comes before the number of a message. */
const messageWords = /(?:^|[_-])(?:p|post|msg|message|reply|answer)$/

/** What a control is called, if that is short: nothing long is a control's name. */
const shortText = (element: Element): string => {
  let text = ""
  const visit = (node: Node): void => {
    if (text.length > 60) return
    if (node.nodeType === 3) text += node.textContent ?? ""
    for (let child = node.firstChild; child !== null; child = child.nextSibling) visit(child)
  }
  visit(element)
  return text.length > 60 ? "" : text.trim()
}

const buying =
  /\b(?:add to (?:cart|bag|basket)|buy (?:it )?now|in den warenkorb|ajouter au panier|añadir al carrito|agregar al carrito|aggiungi al carrello|adicionar ao carrinho|in winkelwagen|dodaj do koszyka|sepete ekle)\b|カートに入れる|加入购物车|加入購物車|장바구니|в корзину/iu
const answering =
  /^(?:reply|quote|antworten|zitieren|répondre|citer|responder|citar|rispondi|quota|antwoord|odpowiedz|cytuj|ответить|цитировать|返信|回复|引用)\b/iu

const addLink = (links: Links, href: string | null, page: URL | undefined, base: string): void => {
  if (href === null) return
  links.all++
  if (href.startsWith("#")) {
    links.within++
    return
  }
  if (/^(?:tel|mailto):/i.test(href)) {
    links.calls++
    return
  }
  if (page === undefined) return
  const to = URL.parse(href.slice(0, 2_000), base)
  if (to === null) return
  if (to.hostname !== page.hostname) links.away++
  else if (to.pathname === page.pathname) {
    if (to.hash !== "") links.within++
  } else if (to.pathname.startsWith(`${page.pathname.replace(/\/$/, "")}/`) && page.pathname !== "/") links.below++
  else if (parentOf(page.pathname) !== "/" && parentOf(to.pathname) === parentOf(page.pathname)) links.beside++
}

const parentOf = (path: string): string => {
  const bare = path.replace(/\/$/, "")
  return bare.slice(0, bare.lastIndexOf("/") + 1)
}
