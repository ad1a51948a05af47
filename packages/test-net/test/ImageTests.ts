/** Tests images by the real layers in a small Internet, which counts the requests to its private side. */
import { assert, beforeAll, describe, it } from "vitest"
import { SampleImages } from "@porthole/testing"
import { packedProgram } from "../../cli/test/support/packed.ts"
import { Network } from "../src/index.ts"
import type { ImageVisit } from "./programs/images.ts"

const missing = Network.isMissing()

const site = "http://images.test/"
const at = (query: Readonly<Record<string, string>>) => `${site}?${new URLSearchParams(query)}`

const unsupported = { error: "unsupported_content_type" }
const tooLarge = { error: "response_too_large", message: "The image is larger than allowed. Use a smaller one." }
const redirected = { error: "blocked_url", reason: "redirect_to_blocked_target" }
const privately = { error: "blocked_url", reason: "private_or_metadata_target" }

export type Row = readonly [url: string, expected: Readonly<Record<string, unknown>>]

export const images: ReadonlyArray<Row> = Object.entries(SampleImages.files).flatMap(
  ([type, file]): ReadonlyArray<Row> => {
    const expected = { media_type: type, bytes: Buffer.from(file).toString("base64") }
    return [
      [at({ declared: type, holds: type }), expected],
      [at({ holds: type }), expected],
    ]
  },
)

export const refused: ReadonlyArray<Row> = [
  [at({ declared: "image/svg+xml", holds: "svg" }), unsupported],
  [at({ declared: "image/png", holds: "svg" }), unsupported],
  [at({ declared: "image/png", holds: "svgz" }), unsupported],
  [at({ declared: "image/png", holds: "svgz", coding: "gzip" }), unsupported],
  [at({ holds: "svg" }), unsupported],
  [at({ declared: "image/png", holds: "html" }), unsupported],
  [at({ declared: "text/html", holds: "image/png" }), unsupported],
  [at({ declared: "application/octet-stream", holds: "image/png" }), unsupported],
  [at({ declared: "image/png", holds: "large" }), tooLarge],
  [at({ declared: "image/png", holds: "large", length: "3000069" }), tooLarge],
  [at({ declared: "image/png", holds: "bomb", coding: "gzip" }), tooLarge],
  [at({ declared: "image/png", holds: "endless" }), tooLarge],
  [at({ declared: "image/png", holds: "image/png", status: "404" }), { error: "http_error", status_code: 404 }],
]

const targets = [
  "/?declared=image/png&holds=image/png",
  "http://images.test/?declared=image/png&holds=image/png",
  "http://public.test/",
  "https://public.test/",
  "http://10.9.0.5/secret",
  "http://private.test/",
  "http://[::1]/",
  "http://169.254.169.254/latest",
]

export const redirects: ReadonlyArray<Row> = [300, 301, 302, 303, 304, 305, 307, 308].flatMap((status) =>
  targets.map((to): Row => [at({ declared: "image/png", holds: "image/png", status: String(status), to }), redirected]),
)

export const elsewhere: ReadonlyArray<Row> = [
  ["http://private.test/a.png", privately],
  ["http://mixed.test/a.png", privately],
  ["http://alias-metadata.test/a.png", privately],
  ["http://10.9.0.5/a.png", privately],
  ["http://127.0.0.1:8080/a.png", privately],
  ["http://[::ffff:169.254.169.254]/a.png", privately],
  ["http://rebind-back.test/a.png", privately],
  ["http://nothing.test/a.png", { error: "http_error", reason: "target_unreachable" }],
  ["https://other.test/a.png", { error: "http_error", reason: "tls_failed" }],
  ["file:///etc/passwd", { error: "unsupported_scheme" }],
]

/** A page has pinned the host before; the name server now returns a private address. */
const flipped: Row = [
  "http://flip.test/?declared=image/png&holds=image/png",
  { media_type: "image/png", bytes: Buffer.from(SampleImages.files["image/png"]).toString("base64") },
]

/** Declares the tests of rows that are requested from the site, and of those elsewhere. */
export const declare = (requested: ReadonlyArray<Row>, others: ReadonlyArray<Row>): void => {
  const all = [...requested, ...others, flipped]

  describe.skipIf(missing)("images in a network of their own", () => {
    const visits = new Map<string, ImageVisit>()
    beforeAll(async () => {
      const program = packedProgram("images")
      const urls = all.map(([url]) => url)
      for (const visit of await Network.run<ReadonlyArray<ImageVisit>>(program, { urls })) visits.set(visit.url, visit)
    })

    it.each(all)("%s", (url, expected) => {
      const { answer, intruders } = visits.get(url)!
      assert.deepStrictEqual(intruders, [])
      assert.include(answer, expected)
    })

    it("are requested once, and no redirect is followed to any target", () => {
      for (const [url] of requested) {
        const { queries, seen, site } = visits.get(url)!
        assert.deepStrictEqual([site, seen], [[url.slice("http://images.test".length)], []], url)
        assert.deepStrictEqual(queries.toSorted(), ["images.test 1", "images.test 28"], url)
      }
    })

    it("reuse the pins of an earlier page of their host", () => {
      const { queries, site } = visits.get(flipped[0])!
      assert.deepStrictEqual([queries, site], [[], ["/page", "/?declared=image/png&holds=image/png"]])
    })
  })
}
