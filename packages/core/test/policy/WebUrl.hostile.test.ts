import { assert, describe, it } from "@effect/vitest"
import { Hop, PublicAddress, type WebError, WebUrl } from "@porthole/core"
import { Result } from "effect"
import cases from "../vectors/cases.json" with { type: "json" }
import iana from "../vectors/iana-special-purpose.json" with { type: "json" }
import corpus from "../vectors/url-vectors.json" with { type: "json" }
import * as Block from "./Block.ts"
import { vectorsOf } from "../vectors/make-vectors.ts"

interface Verdict {
  readonly allowed: boolean
  readonly error?: string | undefined
  readonly reason?: string | undefined
}

const policy = { ports: [80, 443] }

/** The verdict of the whole policy on a URL and its DNS answer. */
const judge = (url: string, resolves: ReadonlyArray<string>): Verdict => {
  const hops = Result.flatMap(WebUrl.judge(url, policy), (target) => Hop.vet(target, resolves))
  return Result.match(hops, {
    onSuccess: () => ({ allowed: true }),
    onFailure: ({ wire }: WebError.WebError) => ({ allowed: false, error: wire.error, reason: wire.reason }),
  })
}

describe("the corpus of URL and address vectors", () => {
  it("has at least 1,000 vectors, each with its source", () => {
    assert.isAtLeast(corpus.vectors.length, 1_000)
    for (const vector of corpus.vectors) assert.isNotEmpty(vector.source, vector.id)
  })

  it("is made of the cases", () => {
    assert.deepStrictEqual(vectorsOf(cases), corpus.vectors)
  })

  it("is judged as written, vector by vector", () => {
    const wrong = corpus.vectors.flatMap(
      (vector: Verdict & { id: string; url: string; resolves?: ReadonlyArray<string> }) => {
        const expected = vector.allowed
          ? { allowed: true }
          : { allowed: false, error: vector.error, reason: vector.reason }
        const verdict = judge(vector.url, vector.resolves ?? [])
        return JSON.stringify(verdict) === JSON.stringify(expected) ? [] : [{ ...vector, verdict }]
      },
    )
    assert.deepStrictEqual(wrong, [])
  })
})

describe("the IANA special-purpose registries", () => {
  // 64:ff9b::/96 is decoded; its first, middle and last addresses embed 0.0.0.0, 128.0.0.0 and 255.255.255.255.
  const embedsPublic = new Set(["64:ff9b::8000:0"])
  const addresses = [...iana.ipv4, ...iana.ipv6].flatMap(({ block, name }) =>
    Block.samples(block).map((address) => ({ address, block, name })),
  )

  it.each(addresses)("$address ($block, $name) is refused, as literal and as answer", ({ address }) => {
    const expected = embedsPublic.has(address)
      ? { allowed: true }
      : { allowed: false, error: "blocked_url", reason: "private_or_metadata_target" }
    const literal = address.includes(":") ? `[${address}]` : address
    assert.deepStrictEqual(judge(`http://${literal}/`, []), expected)
    assert.deepStrictEqual(judge("http://site.test/", [address]), expected)
    assert.deepStrictEqual(judge("http://site.test/", ["93.184.216.34", address]), expected)
    assert.strictEqual(PublicAddress.PublicAddress.classify(address) !== undefined, expected.allowed)
  })
})
