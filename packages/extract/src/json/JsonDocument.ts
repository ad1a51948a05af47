/** Reads JSON and JSON lines: a feed as its entries, other data laid out, and invalid JSON as text. */
import type { DocumentFormat, Reduced } from "@porthole/core"
import * as Result from "effect/Result"
import * as Charset from "../decode/Charset.ts"
import { extractedOf as entriesOf } from "../feed/FeedPage.ts"
import * as Code from "../text/Code.ts"
import { extractedOf as textOf } from "../text/TextDocument.ts"
import { feedIn } from "./JsonFeed.ts"
import { layOut } from "./Layout.ts"

/** Reads a JSON document. */
export const read: DocumentFormat.Read = (fetched, options) => {
  const source = Charset.decode(fetched.bytes, fetched.contentType, false)
  const parsed = parse(source)
  const feed = Result.isSuccess(parsed) ? feedIn(parsed.success) : undefined
  if (feed !== undefined) return entriesOf(feed, fetched, options)
  if (Result.isFailure(parsed) && !hasJsonLines(source)) return Result.succeed(textOf(source, "text", fetched))
  const { of, text, values } = layOut(source)
  const reduced: ReadonlyArray<Reduced.Reduced> = values < of ? [{ part: "values", read: values, of }] : []
  return Result.succeed(Code.extractedOf({ text, language: "json", reduced }, fetched.mode))
}

// --- private --------------------------------------------------------------------------

const parse = (text: string): Result.Result<unknown, unknown> => Result.try((): unknown => JSON.parse(text))

const hasJsonLines = (source: string): boolean => {
  const lines = source.split("\n").filter((line) => line.trim() !== "")
  return lines.length > 1 && lines.every((line) => Result.isSuccess(parse(line)))
}
