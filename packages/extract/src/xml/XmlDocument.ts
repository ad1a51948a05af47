/** Reads XML by its root element: a feed, a page, a sitemap, or data, which is laid out. */
import type { DocumentFormat, Reduced } from "@porthole/core"
import * as Result from "effect/Result"
import { decodeXML } from "entities"
import * as Charset from "../decode/Charset.ts"
import { extractedOf as entriesOf } from "../feed/FeedPage.ts"
import * as Code from "../text/Code.ts"
import { readText } from "../text/TextDocument.ts"
import { linksIn } from "../text/WrittenLinks.ts"
import { read as readHtml } from "../html/Pipeline.ts"
import { laidOut } from "./Layout.ts"
import * as Sitemap from "./Sitemap.ts"
import { localOf, parse } from "./Tree.ts"
import { feedOf } from "./XmlFeed.ts"

/** Reads an XML document. */
export const read: DocumentFormat.Read = (fetched, options) => {
  const tree = parse(Charset.decode(fetched.bytes, fetched.contentType, true), (root) => entryNames.get(root) ?? [])
  // Without an element it isn't XML.
  if (tree.root === undefined) return readText("text")(fetched)
  const root = localOf(tree.root.name)
  if (root === "html") return readHtml(fetched, options)
  if (root === "urlset" || root === "sitemapindex") {
    const sitemap = Sitemap.extractedOf(tree, fetched.mode)
    if (sitemap.content !== "") return Result.succeed(sitemap)
  } else if (entryNames.has(root)) {
    const feed = feedOf(tree, tree.root, fetched.url)
    if (feed.of > 0) return entriesOf(feed, fetched, options)
  }
  const text = laidOut(tree.root)
  const reduced: ReadonlyArray<Reduced.Reduced> =
    tree.read < tree.of ? [{ part: "values", read: tree.read, of: tree.of }] : []
  // A namespace's name looks like an address and isn't one.
  const links = linksIn(decodeXML(text.replace(/ xmlns(?::[^\s=]+)?="[^"]*"/g, "")))
  return Result.succeed(Code.extractedOf({ text, language: "xml", reduced, links }, fetched.mode))
}

// --- private --------------------------------------------------------------------------

const feedEntries = ["item", "entry"]
const siteEntries = ["url", "sitemap"]

/** The names of the entries in a list, by its root's name. */
const entryNames: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["rss", feedEntries],
  ["feed", feedEntries],
  ["rdf", feedEntries],
  ["urlset", siteEntries],
  ["sitemapindex", siteEntries],
])
