/**
 * Reads a page's JSON-LD (schema.org), which search engines read and visitors don't see. Browsers report no errors in
 * it, so it is read leniently: with line breaks in strings, commas at the end of lists, and comments around
 * the whole. Invalid scripts are skipped.
 */
import * as Result from "effect/Result"
import { select } from "@porthole/visibility/dom"

/** A described item. */
export interface Item {
  /** Its types without their vocabulary, such as `Article`; at least one. */
  readonly types: ReadonlyArray<string>
  /** The description itself: JSON of any shape. */
  readonly value: Readonly<Record<string, unknown>>
}

/** An object of JSON. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * The items of a document, in order, each before its inner items: those at the top, in arrays and graphs, and main
 * entities. The result is cached by document.
 */
export const structuredDataOf = (document: Document): ReadonlyArray<Item> => {
  const known = read.get(document)
  if (known !== undefined) return known
  const items: Array<Item> = []
  for (const script of select(document.head, "script[type='application/ld+json']")) {
    gather(parsed(script.textContent ?? ""), 0, items)
  }
  read.set(document, items)
  return items
}

// --- private --------------------------------------------------------------------------

const maxItems = 200
const maxDepth = 8
const read = new WeakMap<Document, ReadonlyArray<Item>>()

/** The properties that hold inner items. */
const nestingProperties = ["@graph", "mainEntity", "mainEntityOfPage"] as const

/** JSON without the comment or CDATA section that older pages put around it. */
const parsed = (text: string): unknown => {
  const json = text.replace(/\p{Cc}|<!\[CDATA\[|\]\]>/gu, " ")
  const end = Math.max(json.lastIndexOf("}"), json.lastIndexOf("]")) + 1
  const inner = json.slice(Math.max(json.search(/[[{]/), 0), end)
  return Result.getOrUndefined(Result.orElse(readJson(inner), () => readJson(withoutLooseCommas(inner))))
}

const readJson = (json: string) => Result.try((): unknown => JSON.parse(json))

/** JSON without commas before the end of a list or an object; strings stay as they are. */
const withoutLooseCommas = (json: string): string =>
  json.replace(/("(?:[^"\\]|\\.)*"?)|,(?=\s*[}\]])/g, (_, string: string | undefined) => string ?? "")

const gather = (value: unknown, depth: number, items: Array<Item>): void => {
  if (depth > maxDepth || items.length >= maxItems) return
  if (Array.isArray(value)) {
    for (const each of value.slice(0, maxItems)) gather(each, depth + 1, items)
    return
  }
  if (!isObject(value)) return
  const types = typesOf(value["@type"])
  if (types.length > 0) items.push({ types, value })
  for (const name of nestingProperties) gather(value[name], depth + 1, items)
}

const typesOf = (value: unknown): ReadonlyArray<string> =>
  (Array.isArray(value) ? value.slice(0, 10) : [value])
    .filter((each) => typeof each === "string")
    .map((name) => name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("#"), name.lastIndexOf(":")) + 1).trim())
    .filter((name) => name !== "")
