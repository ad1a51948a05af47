/** JSON feeds (https://www.jsonfeed.org/version/1.1/). */
import * as Predicate from "effect/Predicate"
import { type Entry, type Feed, mostEntries } from "./Feed.ts"
import { paragraphs } from "./Written.ts"

/** The feed in a parsed document; `undefined` if it isn't one or has no entries. */
export const feedIn = (feed: unknown): Feed | undefined => {
  if (!textOf(feed, "version").includes("jsonfeed.org/version")) return undefined
  const items = objectsIn(valueOf(feed, "items"))
  if (items.length === 0) return undefined
  return {
    title: textOf(feed, "title").replace(/\s+/g, " ").trim(),
    about: paragraphs(textOf(feed, "description")),
    entries: items.slice(0, mostEntries).map(entryOf),
    of: items.length,
  }
}

// --- private --------------------------------------------------------------------------

const entryOf = (item: object): Entry => {
  const id = textOf(item, "id")
  const authors = [...objectsIn(valueOf(item, "authors")).slice(0, 10), valueOf(item, "author")]
  const names = authors.map((author) => textOf(author, "name")).filter((name) => name !== "")
  return {
    title: textOf(item, "title").replace(/\s+/g, " ").trim(),
    // An identifier may be any text.
    link: textOf(item, "url", "external_url") || (/^https?:\/\//i.test(id) ? id : ""),
    date: textOf(item, "date_published", "date_modified"),
    author: Array.from(new Set(names)).join(", "),
    content: textOf(item, "content_html") || paragraphs(textOf(item, "content_text", "summary")),
    files: objectsIn(valueOf(item, "attachments")).map((file) => ({
      address: textOf(file, "url"),
      type: textOf(file, "mime_type"),
    })),
  }
}

const valueOf = (item: unknown, key: string): unknown => (Predicate.hasProperty(item, key) ? item[key] : undefined)

const objectsIn = (list: unknown): ReadonlyArray<object> =>
  Array.isArray(list) ? list.filter((each) => Predicate.isObject(each)) : []

/** The first text with characters other than white space under one of the keys. */
const textOf = (item: unknown, ...keys: ReadonlyArray<string>): string =>
  keys
    .map((key) => valueOf(item, key))
    .filter((value) => typeof value === "string")
    .find((text) => text.trim() !== "") ?? ""
