/** The properties of the URL policy. */
import { assert, describe, it } from "@effect/vitest"
import { Hop, WebUrl } from "@porthole/core"
import { Result } from "effect"
import * as fc from "fast-check"
import { isIP } from "node:net"
import { address, isPrivate } from "./Registries.ts"
import { webUrl } from "./WebUrls.ts"

const policy = { ports: [80, 443] }

/** Declares them with a share of their runs. */
export const urlProperties = (share: number): void => {
  describe("the URL policy", () => {
    const hostile = fc
      .tuple(
        fc.constantFrom("http://", "https://", "http:", "//", "ftp://", "http:\\\\", "HTTP://", ""),
        fc.oneof(
          fc.string(),
          address,
          address.map((text) => `[${text}]`),
          fc.domain(),
          fc.webAuthority(),
        ),
        fc.constantFrom("", ":80", ":443", ":8080", ":0", ":99999", "@127.0.0.1", ".", "%2e", "\t"),
        fc.constantFrom("", "/", "/a?b#c", "\\..", "/\u0000"),
      )
      .map((parts) => parts.join(""))

    it("reads arbitrary text without throwing, and an admitted URL is public, bare and on an allowed port", () => {
      fc.assert(
        fc.property(fc.oneof(hostile, fc.string(), webUrl), (text) => {
          const parsed = WebUrl.parse(text, policy)
          if (Result.isFailure(parsed)) return
          const url = new URL(parsed.success)
          const host = url.hostname.replace(/^\[|\]$/g, "")
          assert.oneOf(url.protocol, ["http:", "https:"])
          assert.strictEqual(url.username + url.password, "")
          assert.oneOf(url.port, ["", "80", "443"])
          if (isIP(host) !== 0) assert.isFalse(isPrivate(host), text)
          else assert.include(host, ".")
        }),
        { numRuns: 5_000 * share },
      )
    })

    it("is idempotent: it admits an admitted URL again as the same text", () => {
      fc.assert(
        fc.property(fc.oneof(hostile, webUrl), (text) => {
          const once = WebUrl.parse(text, policy)
          // The space forces a new judgement: the policy remembers an admitted URL by its text.
          if (Result.isSuccess(once)) assert.deepStrictEqual(WebUrl.parse(` ${once.success}`, policy), once)
        }),
        { numRuns: 5_000 * share },
      )
    })

    it("admits no host that has a single private answer among its answers", () => {
      fc.assert(
        fc.property(fc.array(address, { minLength: 1, maxLength: 5 }), (answers) => {
          const vetted = Result.flatMap(WebUrl.judge("https://site.test/", policy), (target) =>
            Hop.vet(target, answers),
          )
          if (Result.isSuccess(vetted)) assert.isFalse(answers.some(isPrivate), answers.join())
        }),
        { numRuns: 5_000 * share },
      )
    })
  })
}
