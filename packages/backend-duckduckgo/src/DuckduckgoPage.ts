/**
 * Reading DuckDuckGo's page of results. The markup is what the page happened to be in August 2026; a page that shows
 * neither hits, nor that there are none, nor a challenge is nothing that we know.
 */
import { parseHTML } from "linkedom"
import type { SearchHit } from "@porthole/core"

/**
 * Longest page that is read, in characters; what follows is left. A page of results has some 40,000, and what is nested
 * deep costs a parser the square of its length.
 */
export const maxLength = 100_000

/** Most hits that are read of a page; it has some ten. */
export const maxHits = 50

/** The hits of a page; `undefined` where it is no page of results. A hit whose URL can't be used has an empty one. */
export const read = (html: string): ReadonlyArray<SearchHit.SearchRow> | "challenged" | undefined => {
  const found = look(html.slice(0, maxLength))
  if (found.isChallenge) return "challenged"
  // The last hit of a page that goes on may be half a hit.
  const hits = html.length > maxLength ? found.hits.slice(0, -1) : found.hits
  const rows = hits.filter(({ isAd }) => !isAd).map(toRow)
  if (rows.length > 0) return rows
  if (/bots use DuckDuckGo too/i.test(html)) return "challenged"
  return found.saysNone ? [] : undefined
}

/** Where a link leads: the target of a redirector, decoded once, or the link itself; empty where it isn't http(s). */
export const targetOf = (href: string): string => {
  const link = href.trim() === "" ? null : URL.parse(href, origin)
  const target = link !== null && isOurs(link) && link.pathname === "/l/" ? link.searchParams.get("uddg") : link?.href
  const url = URL.parse(target ?? "")
  return url !== null && (url.protocol === "http:" || url.protocol === "https:") ? url.href : ""
}

// --- private --------------------------------------------------------------------------

const origin = "https://html.duckduckgo.com/"

interface Hit {
  isAd: boolean
  title: string | undefined
  href: string
  snippet: string | undefined
}

interface Found {
  readonly hits: ReadonlyArray<Hit>
  readonly saysNone: boolean
  readonly isChallenge: boolean
}

/** One pass over the elements in their order: nothing is looked for within anything, however deep it is. */
const look = (html: string): Found => {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`)
  const hits: Array<Hit> = []
  let saysNone = false
  for (const element of document.querySelectorAll("*")) {
    const classes = new Set((element.getAttribute("class") ?? "").split(/\s+/))
    if (isChallenge(element, classes)) return { hits, saysNone, isChallenge: true }
    if (classes.has("no-results") || classes.has("result--no-result")) saysNone = true
    if (classes.has("result")) {
      if (hits.length === maxHits) break
      const isHit = classes.has("web-result") && !classes.has("result--no-result")
      hits.push({ isAd: !isHit || classes.has("result--ad"), title: undefined, href: "", snippet: undefined })
    }
    const hit = hits.at(-1)
    if (hit === undefined) continue
    if (classes.has("result__a") && hit.title === undefined) {
      hit.title = element.textContent ?? ""
      hit.href = element.getAttribute("href") ?? ""
      hit.isAd ||= isAd(hit.href)
    }
    if (classes.has("result__snippet") && hit.snippet === undefined) hit.snippet = element.textContent ?? ""
  }
  return { hits, saysNone, isChallenge: false }
}

const toRow = ({ href, snippet, title }: Hit): SearchHit.SearchRow => ({
  title: title ?? "",
  url: targetOf(href),
  snippet: snippet ?? "",
})

const isChallenge = (element: Element, classes: ReadonlySet<string>): boolean =>
  element.getAttribute("id") === "challenge-form" ||
  classes.has("anomaly-modal") ||
  ["action", "src"].some((name) => element.getAttribute(name)?.includes("/anomaly.js") === true)

const isAd = (href: string): boolean => {
  const link = URL.parse(href, origin)
  return link !== null && isOurs(link) && link.pathname === "/y.js"
}

const isOurs = ({ hostname }: URL): boolean => hostname === "duckduckgo.com" || hostname.endsWith(".duckduckgo.com")
