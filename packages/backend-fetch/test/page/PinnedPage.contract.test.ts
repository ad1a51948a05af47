/** Runs the kernel's contract suite of page readers, over doubles of the ports below. */
import { describe, it } from "@effect/vitest"
import { WebBackend, WebError } from "@porthole/core"
import { Doubles, WebBackendSuite } from "@porthole/testing"
import { Layer } from "effect"
import { PinnedFetch } from "../../src/index.ts"

const over = (answer: Parameters<typeof Doubles.dialer>[0]) =>
  WebBackend.layer({ search: WebBackend.unavailable, extract: PinnedFetch.extract }).pipe(
    Layer.provide([
      Doubles.dialer((request) => (request.hop.target.path === "/robots.txt" ? { status: 404 } : answer(request))),
      Doubles.resolver({ "site.test": ["93.184.216.34"] }),
      Doubles.extractor(({ bytes }) => {
        const content = new TextDecoder().decode(bytes)
        return content === "impossible"
          ? WebError.make({ error: "extraction_failed" })
          : { title: "", content, links: [], text_length: content.length }
      }),
    ]),
  )

const html = { status: 200, headers: { "Content-Type": "text/html" } }

describe("PinnedFetch", () => {
  const cases = WebBackendSuite.extractCases({
    url: "https://site.test/page",
    found: over(() => ({ ...html, body: "<p>words</p>" })),
    faults: [
      { name: "a 404", layer: over(() => ({ status: 404 })), expected: { error: "http_error" } },
      {
        name: "an image",
        layer: over(() => ({ status: 200, headers: { "Content-Type": "image/png" } })),
        expected: { error: "unsupported_content_type" },
      },
      {
        name: "a page too large",
        layer: over(() => ({ ...html, body: new Uint8Array(6_000_000) })),
        expected: { error: "response_too_large" },
      },
      {
        name: "a page that can't be read",
        layer: over(() => ({ ...html, body: "impossible" })),
        expected: { error: "extraction_failed" },
      },
      {
        name: "a redirect to a private place",
        layer: over(() => ({ status: 302, headers: { Location: "http://10.0.0.1/" } })),
        expected: { error: "blocked_url", reason: "redirect_to_blocked_target" },
      },
    ],
  })
  for (const { name, run } of cases) it.effect(name, () => run)
})
