/** JSON feeds (https://www.jsonfeed.org/version/1.1/). */
import * as Predicate from "effect/Predicate"
import type { Attachment } from "../feed/Attachment.ts"
import { type Entry, type Feed, mostEntries } from "../feed/Feed.ts"
import { paragraphs } from "../feed/Paragraphs.ts"
import { escaped } from "../formats/Code.ts"

/** The feed in a parsed document; `undefined` if it isn't one or has no entries. */
export const feedIn = (feed: unknown): Feed | undefined => {
  if (!Predicate.isObject(feed) || !textOf(feed, "version").includes("jsonfeed.org/version")) return undefined
  const items = listOf(feed, "items").filter(Predicate.isObject)
  if (items.length === 0) return undefined
  return {
    title: escaped(textOf(feed, "title")),
    about: paragraphs(textOf(feed, "description")),
    entries: items.slice(0, mostEntries).map(entryOf),
    of: items.length,
  }
}

// --- private --------------------------------------------------------------------------

const entryOf = (item: object): Entry => {
  const plain = textOf(item, "content_text")
  const content =
    textOf(item, "content_html") || (plain === "" ? "" : paragraphs(plain)) || paragraphs(textOf(item, "summary"))
  return {
    title: escaped(textOf(item, "title")),
    link: textOf(item, "url") || textOf(item, "external_url") || absolute(textOf(item, "id")),
    date: textOf(item, "date_published") || textOf(item, "date_modified"),
    author: authorsOf(item),
    content,
    files: filesOf(item),
  }
}

const filesOf = (item: object): ReadonlyArray<Attachment> =>
  listOf(item, "attachments")
    .filter(Predicate.isObject)
    .map((file) => {
      const seconds = valueOf(file, "duration_in_seconds")
      return {
        address: textOf(file, "url"),
        type: textOf(file, "mime_type"),
        duration: typeof seconds === "number" ? String(seconds) : "",
      }
    })

/** An identifier may be any text. */
const absolute = (id: string): string => (/^https?:\/\//i.test(id) ? id : "")

const authorsOf = (item: object): string => {
  const authors: ReadonlyArray<unknown> = [...listOf(item, "authors").slice(0, 10), valueOf(item, "author")]
  const names = authors.map((author) => (Predicate.isObject(author) ? textOf(author, "name") : ""))
  return Array.from(new Set(names.filter((name) => name !== ""))).join(", ")
}

const valueOf = (item: object, key: string): unknown => (Predicate.hasProperty(item, key) ? item[key] : undefined)

const listOf = (item: object, key: string): ReadonlyArray<unknown> => {
  const value = valueOf(item, key)
  return Array.isArray(value) ? value : []
}

const textOf = (item: object, key: string): string => {
  const value = valueOf(item, key)
  return typeof value === "string" ? value : ""
}
