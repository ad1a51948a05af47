/** Reads XML by its root element: a feed, a page, or data such as a sitemap, which is shown as written. */
import type { DocumentFormat } from "@porthole/core"
import * as Result from "effect/Result"
import { decodeXML } from "entities"
import * as Charset from "../decode/Charset.ts"
import { inMarkup } from "../decode/MarkupDeclaration.ts"
import { read as readHtml } from "../html/Pipeline.ts"
import { extractedOf as entriesOf } from "./FeedPage.ts"
import { extractedOf } from "./TextFormat.ts"
import { linksIn } from "./TextToHtml.ts"
import { feedOf } from "./XmlFeed.ts"
import { localOf, parse } from "./XmlTree.ts"

/** Reads an XML document. */
export const read: DocumentFormat.Read = (fetched, options) => {
  const source = Charset.decode(fetched.bytes, fetched.contentType, inMarkup)
  const tree = parse(source, (root) => (feedRoots.has(root) ? ["item", "entry"] : []))
  // Without an element it isn't XML.
  if (tree.root === undefined) return Result.succeed(extractedOf(source, fetched.mode))
  const root = localOf(tree.root.name)
  if (root === "html") return readHtml(fetched, options)
  if (feedRoots.has(root)) {
    const feed = feedOf(tree, tree.root, fetched.url)
    if (feed.total > 0) return entriesOf(feed, fetched, options)
  }
  // Namespaces and document types have names that look like addresses but aren't.
  const links = linksIn(decodeXML(source.replace(/ xmlns(?::[^\s=]+)?="[^"]*"|<![a-z][^>]*(?:>|$)/gi, "")))
  return Result.succeed(extractedOf(source, fetched.mode, { language: "xml", links }))
}

// --- private --------------------------------------------------------------------------

const feedRoots: ReadonlySet<string> = new Set(["rss", "feed", "rdf"])
