/** Reads JSON: a feed as its entries, everything else laid out anew, and what isn't valid as the text that it is. */
import type { Reduced } from "@porthole/core"
import * as Result from "effect/Result"
import * as Charset from "../decode/Charset.ts"
import * as Code from "../formats/Code.ts"
import { extractedOf as entriesOf } from "../feed/FeedPage.ts"
import type { Read } from "../formats/Format.ts"
import { feedIn } from "./JsonFeed.ts"
import { layOut } from "./Layout.ts"
import { extractedOf as textOf } from "../formats/TextDocument.ts"

/** Reads a JSON document. */
export const read: Read = (fetched, options) => {
  const source = Charset.decode(fetched.bytes, fetched.contentType, false)
  const feed = feedIn(source)
  if (feed !== undefined) return entriesOf(feed, fetched, options)
  const laidOut = layOut(source)
  if (laidOut === undefined) return Result.succeed(textOf(source, "text", fetched))
  const { of, text, values } = laidOut
  const reduced: ReadonlyArray<Reduced.Reduced> = values < of ? [{ part: "values", read: values, of }] : []
  return Result.succeed(Code.extractedOf({ text, language: "json", reduced }, fetched.mode))
}
