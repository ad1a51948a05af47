/**
 * Who published a page, and when, as the page declares it: in JSON-LD, in `meta` elements such as Open Graph's, in
 * microdata, in `time` elements. Each fact comes from the first of these sources that has it.
 *
 * A page describes more than itself: its comments, other articles, the people who wrote it. So only descriptions of an
 * article or of the page count.
 */
import { Publication, publishedAt } from "@porthole/core"
import { lineOf, select } from "@porthole/visibility/dom"
import { isObject, type Item, structuredDataOf } from "./StructuredData.ts"
import * as Microdata from "./Microdata.ts"

/** Reads a document's declarations. */
export const publicationOf = (document: Document): Publication.Publication => {
  const metas = metasOf(document)
  const items = itemsOf(document)
  const published_at =
    dateIn(items.articles, "datePublished") ??
    dateOf(metas, publishedNames) ??
    dateIn(items.pages, "datePublished") ??
    Microdata.dateOf(document, ["datePublished", "dateCreated"]) ??
    dateIn(items.articles, "dateCreated") ??
    Microdata.timeOf(document, "published")
  const modified_at =
    dateIn(items.articles, "dateModified") ??
    dateOf(metas, modifiedNames) ??
    dateIn(items.pages, "dateModified") ??
    Microdata.dateOf(document, ["dateModified"]) ??
    Microdata.timeOf(document, "modified")
  return Publication.of({
    published_at,
    modified_at: isBefore(modified_at, published_at) ? undefined : modified_at,
    author:
      personsIn(items.articles, items.all) ??
      authorOf(metas) ??
      personsIn(items.pages, items.all) ??
      Microdata.authorOf(document) ??
      linkedAuthor(document),
    site_name: siteNameOf(metas, items),
  })
}

// --- private --------------------------------------------------------------------------

type Metas = ReadonlyMap<string, string>

/** The first content of each name. */
const metasOf = (document: Document): Metas => {
  const metas = new Map<string, string>()
  for (const meta of select(document.head, "meta[content]")) {
    const name = (meta.getAttribute("property") ?? meta.getAttribute("name") ?? "").trim().toLowerCase()
    const content = (meta.getAttribute("content") ?? "").trim()
    if (name !== "" && content !== "" && !metas.has(name)) metas.set(name, content)
  }
  return metas
}

const publishedNames = [
  "article:published_time",
  "og:published_time",
  "datepublished",
  "parsely-pub-date",
  "sailthru.date",
  "dc.date.issued",
  "dcterms.issued",
  "citation_publication_date",
  "pubdate",
  "publish-date",
  "published_time",
  "date",
]
const modifiedNames = [
  "article:modified_time",
  "og:updated_time",
  "og:modified_time",
  "datemodified",
  "dc.date.modified",
  "dcterms.modified",
  "last-modified",
  "lastmod",
]
const authorNames = ["author", "article:author", "parsely-author", "sailthru.author", "dc.creator", "byl"]
const siteNames = ["og:site_name", "application-name"]

/** Nothing is changed before it is published; a source may leave out parts of a second. */
const isBefore = (modified: string | undefined, published: string | undefined): boolean =>
  modified !== undefined && published !== undefined && modified.slice(0, 19) < published.slice(0, 19)

const firstOf = <A>(values: ReadonlyArray<A | undefined>): A | undefined => values.find((value) => value !== undefined)

const dateOf = (metas: Metas, names: ReadonlyArray<string>): string | undefined =>
  firstOf(names.map((name) => publishedAt(metas.get(name) ?? "")))

/** Yoast, for one, writes the author as a label and its data. */
const authorOf = (metas: Metas): string | undefined =>
  firstOf(authorNames.map((name) => Microdata.nameOf(metas.get(name)))) ??
  (/^written by$/i.test(metas.get("twitter:label1") ?? "") ? Microdata.nameOf(metas.get("twitter:data1")) : undefined)

interface Items {
  readonly all: ReadonlyArray<Item>
  readonly articles: ReadonlyArray<Item>
  readonly pages: ReadonlyArray<Item>
}

/** A page with more articles is a list of them. */
const maxArticles = 2

const itemsOf = (document: Document): Items => {
  const all = structuredDataOf(document)
  const articles = all.filter(({ types }) => types.some((type) => articleType.test(type)))
  return {
    all,
    articles: articles.length > maxArticles ? [] : articles,
    pages: all.filter(({ types }) => types.some((type) => type.endsWith("Page"))),
  }
}

const articleType = /(?:Article|Posting|Report|Question|Recipe|HowTo)$/

const dateIn = (items: ReadonlyArray<Item>, key: string): string | undefined =>
  firstOf(items.map(({ value }) => (typeof value[key] === "string" ? publishedAt(value[key]) : undefined)))

/** The names of the authors of the first item that has some. */
const personsIn = (items: ReadonlyArray<Item>, all: ReadonlyArray<Item>): string | undefined =>
  firstOf(items.map(({ value }) => namesIn(value["author"] ?? value["creator"], all)))

const maxAuthors = 10

const namesIn = (value: unknown, all: ReadonlyArray<Item>): string | undefined => {
  const names = (Array.isArray(value) ? value.slice(0, maxAuthors) : [value]).flatMap((each) => {
    const name = Microdata.nameOf(nameIn(each, all))
    return name === undefined ? [] : [name]
  })
  return names.length === 0 ? undefined : [...new Set(names)].join(", ")
}

/** The name of a described person or organisation, or of one that another item describes. */
const nameIn = (value: unknown, all: ReadonlyArray<Item>): string | undefined => {
  if (typeof value === "string") return value
  if (!isObject(value)) return undefined
  const name = value["name"] ?? all.find((item) => item.value["@id"] === value["@id"])?.value["name"]
  const [first] = Array.isArray(name) ? name : [name]
  return typeof first === "string" ? first : undefined
}

const siteNameOf = (metas: Metas, { all, articles, pages }: Items): string | undefined =>
  firstOf(
    [
      ...siteNames.map((name) => metas.get(name)),
      ...all.filter(({ types }) => types.includes("WebSite")).map(({ value }) => nameIn(value, [])),
      ...[...articles, ...pages].map(({ value }) => nameIn(value["publisher"], all)),
    ].map(Microdata.nameOf),
  )

/** The one person whom links name as the author. */
const linkedAuthor = (document: Document): string | undefined => {
  const links = Microdata.authorLinksOf(document).slice(0, maxAuthors)
  const names = new Set(links.map((link) => Microdata.nameOf(lineOf(link))).filter((name) => name !== undefined))
  return names.size === 1 ? [...names][0] : undefined
}
