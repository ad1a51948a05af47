/** The refused vectors of the policy's corpus, as URLs to fetch with their DNS answers, and their test. */
import { assert, describe, it } from "vitest"
import { isIP } from "node:net"
import corpus from "../../core/test/vectors/url-vectors.json" with { type: "json" }
import { type Dns, Network } from "../src/index.ts"
import type { Visit } from "./programs/Visit.ts"
import { visitAll } from "./Rows.ts"

/** A vector, as the corpus writes it. */
export interface Vector {
  readonly id: string
  readonly url: string
  readonly resolves?: ReadonlyArray<string>
  readonly allowed: boolean
  readonly error?: string
  readonly reason?: string
}

const vectors: ReadonlyArray<Vector> = corpus.vectors

/** Whether DNS can carry the answer: a record holds an address as bytes. The unit test covers other answers. */
const isRecord = (answer: string): boolean => isIP(answer) !== 0 && !answer.includes("%")

/** glibc asks no server for a name with a label that starts with a hyphen. */
const isRequested = (url: string): boolean => !/^https?:\/\/(?:[^/]*\.)?-/.test(url)

/** The refused vectors that a fetch can be made of. */
export const askable = vectors.filter(
  ({ allowed, resolves = [], url }) =>
    !allowed && resolves.every(isRecord) && isRequested(url) && !url.includes("\u0000"),
)

/** IPv6 in the one spelling that the name server reads. */
const plain = (answer: string): string =>
  answer.includes(":") ? new URL(`http://[${answer}]/`).hostname.slice(1, -1) : answer

/** Their DNS answers. */
export const zone: Dns.Zone = Object.fromEntries(
  askable.flatMap(({ resolves, url }) => {
    const host = URL.parse(url)?.hostname.replace(/\.$/, "")
    return resolves === undefined || host === undefined || host === "" ? [] : [[host, [resolves.map(plain)]]]
  }),
)

/** The vectors whose visit isn't refused as written, or reached the private side. */
export const wrongOf = (visits: ReadonlyArray<Visit>, met: ReadonlyArray<Vector>): ReadonlyArray<unknown> =>
  visits.flatMap(({ answer, intruders }, at) => {
    const { error, id, reason, url } = met[at]!
    // The policy never sees text without a scheme: the tools read it as https or refuse it.
    const isAsWritten = /^[^<].*:\/\//s.test(url)
    const isRefused = !isAsWritten || (answer["error"] === error && answer["reason"] === reason)
    return intruders.length === 0 && isRefused ? [] : [{ id, url, answer, intruders }]
  })

/** Declares the test of these vectors. */
export const declare = (met: ReadonlyArray<Vector>): void => {
  describe.skipIf(Network.isMissing())(`${met.length} refused vectors, fetched for real`, () => {
    it("are refused as written, and nothing reaches the private side", async () => {
      const visits = await visitAll(
        met.map(({ url }) => ({ url })),
        { zone },
      )
      assert.lengthOf(visits, met.length)
      assert.deepStrictEqual(wrongOf(visits, met), [])
    })
  })
}
