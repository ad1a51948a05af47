/** Reads XML by what its root is: a feed, a page, a site's list of pages, or data. */
import type { Reduced } from "@porthole/core"
import * as Result from "effect/Result"
import * as Charset from "../decode/Charset.ts"
import { read as readHtml } from "../Pipeline.ts"
import * as Code from "../formats/Code.ts"
import { mostEntries } from "../feed/Feed.ts"
import { extractedOf as entriesOf } from "../feed/FeedPage.ts"
import type { Read } from "../formats/Format.ts"
import { readText } from "../formats/TextDocument.ts"
import { linksOf } from "./Links.ts"
import { printed } from "./Print.ts"
import { rootAt } from "./Prolog.ts"
import * as Sitemap from "./Sitemap.ts"
import { localOf, parse } from "./Tree.ts"
import { entryNames, feedOf } from "./XmlFeed.ts"

/** Reads an XML document. */
export const read: Read = (fetched, options) => {
  const decoded = Charset.decode(fetched.bytes, fetched.contentType, true)
  const source = decoded.slice(rootAt(decoded))
  const root = localOf(/^<([^\s/>]{1,100})/.exec(source)?.[1] ?? "")
  if (root === "html") return readHtml(fetched, options)
  if (feedRoots.has(root)) {
    const feed = feedOf(parse(source, entryNames, mostEntries), fetched.url)
    if (feed.of > 0) return entriesOf(feed, fetched, options)
  }
  if (root === "urlset" || root === "sitemapindex") {
    const list = Sitemap.extractedOf(parse(source, addressNames, Sitemap.mostAddresses), fetched.mode)
    if (list.content !== "") return Result.succeed(list)
  }
  const tree = parse(source, new Set(), 0)
  if (tree.root === undefined) return asText(fetched)
  const reduced: ReadonlyArray<Reduced.Reduced> =
    tree.read < tree.of ? [{ part: "values", read: tree.read, of: tree.of }] : []
  const code = { text: printed(tree.root), language: "xml", reduced, links: linksOf(tree.root) }
  return Result.succeed(Code.extractedOf(code, fetched.mode))
}

// --- private --------------------------------------------------------------------------

/** RDF may be a feed, and so may anything that is called one: its entries tell. */
const feedRoots: ReadonlySet<string> = new Set(["rss", "feed", "rdf"])

const addressNames: ReadonlySet<string> = new Set(["url", "sitemap"])

/** What has no element is no XML. */
const asText = readText("text")
