/**
 * What a page says of itself in JSON-LD (schema.org), as data: {@link structuredDataOf}.
 *
 * A page carries it for search engines, so nobody who looks at the page sees it. It is read leniently,
 * because browsers never complain about it: line breaks within a text and comments around the whole
 * don't make it unreadable. A script that can't be read is passed over.
 */
import * as Result from "effect/Result"
import { select } from "../tree/Select.ts"

/** One thing that is described. */
export interface Item {
  /** Its types without their vocabulary, such as `Article`; never empty. */
  readonly types: ReadonlyArray<string>
  /** The description itself: JSON of any shape. */
  readonly value: Readonly<Record<string, unknown>>
}

/** An object of JSON. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * The things that a document describes, in its order and each before those within it: those at the top,
 * in arrays and graphs, and the main entities of other things. At most {@link most}. The document is
 * read once, however often it is asked.
 */
export const structuredDataOf = (document: Document): ReadonlyArray<Item> => {
  const known = read.get(document)
  if (known !== undefined) return known
  const items: Array<Item> = []
  for (const script of select(document, "script[type='application/ld+json']")) {
    gather(parsed(script.textContent ?? ""), 0, items)
  }
  read.set(document, items)
  return items
}

// --- private --------------------------------------------------------------------------

const most = 200
const deepest = 8

const read = new WeakMap<Document, ReadonlyArray<Item>>()

/** Where the things that a thing is about are named. */
const inward = ["@graph", "mainEntity", "mainEntityOfPage"] as const

const parsed = (text: string): unknown =>
  Result.getOrUndefined(Result.try((): unknown => JSON.parse(withoutWrapping(text.replace(/\p{Cc}/gu, " ")))))

/** JSON without what older pages put around what a script holds: a comment, or a section of plain characters. */
const withoutWrapping = (text: string): string => {
  const section = text.indexOf(sectionStart)
  const inner = section === -1 ? text : text.slice(section + sectionStart.length, text.lastIndexOf("]]>"))
  const from = inner.search(/[[{]/)
  const to = Math.max(inner.lastIndexOf("}"), inner.lastIndexOf("]"))
  return from === -1 ? inner : inner.slice(from, to + 1)
}
const sectionStart = "<![CDATA["

const gather = (value: unknown, depth: number, items: Array<Item>): void => {
  if (depth > deepest || items.length >= most) return
  if (Array.isArray(value)) {
    for (const each of value.slice(0, most)) gather(each, depth + 1, items)
    return
  }
  if (!isObject(value)) return
  const types = typesOf(value["@type"])
  if (types.length > 0) items.push({ types, value })
  for (const name of inward) gather(value[name], depth + 1, items)
}

const typesOf = (value: unknown): ReadonlyArray<string> =>
  (Array.isArray(value) ? value.slice(0, 10) : [value])
    .filter((each) => typeof each === "string")
    .map((name) => name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("#"), name.lastIndexOf(":")) + 1).trim())
    .filter((name) => name !== "")
