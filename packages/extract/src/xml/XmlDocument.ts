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
import { printed } from "./Print.ts"
import * as Sitemap from "./Sitemap.ts"
import { localOf, parse } from "./Tree.ts"
import { entryNames, feedOf } from "./XmlFeed.ts"

/** Reads an XML document. */
export const read: Read = (fetched, options) => {
  const source = Charset.decode(fetched.bytes, fetched.contentType, true)
  const root = rootOf(source)
  if (root === "html") return readHtml(fetched, options)
  if (feedRoots.has(root)) {
    const feed = feedOf(parse(source, entryNames, mostEntries), fetched.url)
    if (feed.of > 0) return entriesOf(feed, fetched, options)
  }
  if (root === "urlset" || root === "sitemapindex") {
    return Result.succeed(Sitemap.extractedOf(parse(source, addressNames, Sitemap.mostAddresses), fetched.mode))
  }
  const tree = parse(source, new Set(), 0)
  if (tree.root === undefined) return asText(fetched)
  const reduced: ReadonlyArray<Reduced.Reduced> =
    tree.read < tree.of ? [{ part: "values", read: tree.read, of: tree.of }] : []
  return Result.succeed(Code.extractedOf({ text: printed(tree.root), language: "xml", reduced }, fetched.mode))
}

// --- private --------------------------------------------------------------------------

/** RDF may be a feed, and so may anything that is called one: its entries tell. */
const feedRoots: ReadonlySet<string> = new Set(["rss", "feed", "rdf"])

const addressNames: ReadonlySet<string> = new Set(["url", "sitemap"])

/** The root's name without prefix, in lower case; empty if there is none near the start. */
const rootOf = (source: string): string => {
  const start = source.slice(0, 20_000).replace(/<!--[^]*?(?:-->|$)/g, "")
  return localOf(/<([a-z_][\w:.-]{0,100})/i.exec(start)?.[1] ?? "")
}

/** What has no element is no XML. */
const asText = readText("text")
