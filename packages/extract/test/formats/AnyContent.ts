/** Any content under any type is read or refused. */
import { assert, describe, it } from "@effect/vitest"
import { HttpUrl } from "@porthole/core"
import { Effect } from "effect"
import * as fc from "fast-check"
import { formats } from "../../src/formats/Formats.ts"
import { bytesOf, readAny } from "../support.ts"

/** Declares the property, with this number of runs. */
export const contentTests = (numRuns: number) =>
  describe("any content under any type", () => {
    const types = ["", ...formats.flatMap((format) => format.mediaTypes), "text/html"]
    const piece = fc.constantFrom(
      ..."<rss><channel>|<item>|</item>|<title>|<link>|<feed xmlns='a'>|<entry>|<a:b c='|'>|<![CDATA[|]]>|<!--|-->|<!DOCTYPE x [|<!ENTITY a 'b'>|&a;|&#x41;|&#99999999;|<?|<urlset><url><loc>|http://a.test/|<description>|&lt;p&gt;|{|}|[|]|,|:|\"|\\u00|\\|1e9|null|\n|\r|\t|;|\u200b|\ud800|```|https://jsonfeed.org/version/1|\"version\":".split(
        "|",
      ),
    )
    const document = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .array(fc.oneof(piece, fc.string({ maxLength: 5 })), { maxLength: 30 })
        .map((pieces) => bytesOf(pieces.join(""))),
    )

    it("is read or refused, with links that are links", () =>
      fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...types),
          document,
          fc.constantFrom("markdown", "text", "html"),
          async (contentType, bytes, mode) => {
            const page = await Effect.runPromise(
              Effect.catch(readAny(bytes, { contentType, mode }), ({ error }) => Effect.succeed(error)),
            )
            if (typeof page === "string") return assert.oneOf(page, ["extraction_failed", "unsupported_content_type"])
            assert.strictEqual(new Set(page.links).size, page.links.length)
            for (const link of page.links) assert.strictEqual(HttpUrl.withoutFragment(link), link)
            if (mode === "text") assert.isAtMost(Math.abs(page.content.length - page.text_length), page.content.length)
            assert.notMatch(page.content, /\u200b/)
          },
        ),
        { numRuns },
      ))
  })
