/**
 * The title of a page without additions of the site: its name, a section, a byline, a date. The `title` element usually
 * contains additions, and `og:title` sometimes does. A heading that is the start or the end of one of them is the
 * title.
 */
import { UntrustedText } from "@porthole/core"
import { first, lineOf, select } from "@porthole/visibility/dom"

/** Reads a page's title; empty if it has none. */
export const titleOf = (document: Document, url: string): string => {
  const declared = inline(first(document.head, "title")?.textContent ?? "")
  const social = metaOf(document, "og:title") || metaOf(document, "twitter:title")
  const declaredTitle = declared || social
  const headings = headingsOf(document, "h1", declaredTitle !== "")
  if (declaredTitle === "") return headings[0] ?? ""
  const sites = siteNamesOf(document, url)
  const pageHeadings = headings.filter((text) => !sites.includes(keyOf(text)))
  const heading =
    pageHeadings.find((text) => isStartOrEnd(text, declared) || isStartOrEnd(text, social)) ??
    headings.find((text) => pageHeadings.length === 0 && keyOf(text) === keyOf(declaredTitle))
  if (heading !== undefined) return isStart(heading, declared) ? heading : (partNamedBy(document, declared) ?? heading)
  const title = withoutSite(social !== "" && isStartOrEnd(social, declared) ? social : declaredTitle, sites)
  const [only, ...others] = new Set(pageHeadings)
  return only !== undefined && others.length === 0 && (title === "" || isAbout(only, title)) ? only : title
}

/** Letters and digits only, to compare two spellings of a title. */
export const keyOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "")

// --- private --------------------------------------------------------------------------

/** The first headings' texts; one with navigation, such as the numbers of pages, holds more than a title. */
const headingsOf = (document: Document, name: "h1" | "h2", isWhole: boolean): ReadonlyArray<string> =>
  select(document.body, name)
    .slice(0, 8)
    .filter((heading) => !isWhole || first(heading, "nav, [role=navigation]") === null)
    .map((heading) => inline(lineOf(heading)).replace(anchorMark, ""))
    .filter((text) => text !== "")

/** The part of a manual whose name a title begins with, if a heading has it, too: `Streams | Manual 3.2`. */
const partNamedBy = (document: Document, declared: string): string | undefined => {
  const [part = "", ...others] = declared.split(separator)
  const isHeading = others.length > 0 && headingsOf(document, "h2", true).some((text) => keyOf(text) === keyOf(part))
  return isHeading ? part : undefined
}

const isStart = (part: string, text: string): boolean => keyOf(text).startsWith(keyOf(part))

/** The sign of a heading's link to itself, after its text. It excludes `#`, which can be part of a name. */
const anchorMark = /(?:\s|(?<![¶\u{1f517}\ue000-\uf8ff]))[¶\u{1f517}\ue000-\uf8ff]+$/u

const inline = (text: string): string => UntrustedText.stripInvisible(text).replace(/\s+/g, " ").trim()

const metaOf = (document: Document, name: string): string =>
  inline(
    select(document.head, "meta[content]")
      .find((meta) => (meta.getAttribute("property") ?? meta.getAttribute("name"))?.toLowerCase() === name)
      ?.getAttribute("content") ?? "",
  )

/** Whether `part` is the start or the end of `text`, or all of it. */
const isStartOrEnd = (part: string, text: string): boolean => {
  const [key, whole] = [keyOf(part), keyOf(text)]
  return key !== "" && (whole.startsWith(key) || whole.endsWith(key))
}

/** Whether a heading rephrases a title: they share two words, or one of at most two. */
const isAbout = (heading: string, title: string): boolean => {
  const [own, others] = [wordsOf(heading), wordsOf(title)]
  const shared = [...own].filter((word) => others.has(word)).length
  return shared >= 2 || (shared === 1 && Math.min(own.size, others.size) <= 2)
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu))

/** Between the segments of a title whose white space is folded. */
const separator = /( [|\u2013\u2014\u00b7\u2022\u00bb\u00ab:-]+ | ?\| ?)/

const siteNamesOf = (document: Document, url: string): ReadonlyArray<string> => {
  const host = URL.parse(url)?.hostname.replace(/^www\./, "") ?? ""
  const labels = host.split(".")
  const declared = ["og:site_name", "application-name"].map((name) => metaOf(document, name))
  return [...declared, host, labels.at(-2) ?? "", labels[0] ?? ""].map(keyOf).filter((name) => name.length > 1)
}

/** Drops segments that name the site from both ends, or else a short last one. */
const withoutSite = (title: string, sites: ReadonlyArray<string>): string => {
  const parts = title.split(separator)
  const isSite = (part = ""): boolean => {
    const key = keyOf(part)
    return key !== "" && sites.some((site) => key === site || (site.length > 4 && key.includes(site)))
  }
  let [from, to] = [0, parts.length]
  while (to - from > 2 && isSite(parts[to - 1])) to -= 2
  while (to - from > 2 && isSite(parts[from])) from += 2
  const isLong = parts.slice(0, -2).join("").split(/\s+/).length >= 3
  if (to - from === parts.length && to > 2 && isLong && (parts.at(-1) ?? "").split(/\s+/).length <= 3) to -= 2
  return parts.slice(from, to).join("").trim()
}
