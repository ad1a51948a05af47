/** JSON feeds (https://www.jsonfeed.org/version/1.1/). */
import * as Predicate from "effect/Predicate"
import type { Attachment } from "../feed/Attachment.ts"
import { type Entry, type Feed, mostEntries } from "../feed/Feed.ts"
import { paragraphs } from "../feed/Paragraphs.ts"
import { escaped } from "../text/Code.ts"

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
  const id = textOf(item, "id")
  const authors: ReadonlyArray<unknown> = [...listOf(item, "authors").slice(0, 10), valueOf(item, "author")]
  const names = authors.filter(Predicate.isObject).map((author) => textOf(author, "name"))
  return {
    title: escaped(textOf(item, "title")),
    // An identifier may be any text.
    link: textOf(item, "url", "external_url") || (/^https?:\/\//i.test(id) ? id : ""),
    date: textOf(item, "date_published", "date_modified"),
    author: Array.from(new Set(names.filter((name) => name !== ""))).join(", "),
    content: textOf(item, "content_html") || paragraphs(textOf(item, "content_text", "summary")),
    files: listOf(item, "attachments").filter(Predicate.isObject).map(fileOf),
  }
}

const fileOf = (file: object): Attachment => {
  const seconds = valueOf(file, "duration_in_seconds")
  return {
    address: textOf(file, "url"),
    type: textOf(file, "mime_type"),
    duration: typeof seconds === "number" ? String(seconds) : "",
  }
}

const valueOf = (item: object, key: string): unknown => (Predicate.hasProperty(item, key) ? item[key] : undefined)

const listOf = (item: object, key: string): ReadonlyArray<unknown> => {
  const value = valueOf(item, key)
  return Array.isArray(value) ? value : []
}

/** The first text with characters other than white space under one of the keys. */
const textOf = (item: object, ...keys: ReadonlyArray<string>): string =>
  keys
    .map((key) => valueOf(item, key))
    .filter((value) => typeof value === "string")
    .find((text) => text.trim() !== "") ?? ""
