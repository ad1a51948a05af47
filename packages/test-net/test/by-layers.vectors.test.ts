/**
 * Tests the corpus of the policy's vectors again, over real sockets and real DNS: every refused address is requested,
 * and nothing may reach the private side.
 */
import { assert, describe, it } from "vitest"
import { isIP } from "node:net"
import corpus from "../../core/test/vectors/url-vectors.json" with { type: "json" }
import { type Dns, Network } from "../src/index.ts"
import { visitAll } from "./Rows.ts"

interface Vector {
  readonly id: string
  readonly url: string
  readonly resolves?: ReadonlyArray<string>
  readonly allowed: boolean
  readonly error?: string
  readonly reason?: string
}

const missing = Network.isMissing()
const vectors: ReadonlyArray<Vector> = corpus.vectors

/** Whether DNS can carry the answer: a record holds an address as bytes. The unit test covers other answers. */
const isRecord = (answer: string): boolean => isIP(answer) !== 0 && !answer.includes("%")

/** glibc asks no server for a name with a label that starts with a hyphen. */
const isRequested = (url: string): boolean => !/^https?:\/\/(?:[^/]*\.)?-/.test(url)

const askable = vectors.filter(
  ({ allowed, resolves = [], url }) =>
    !allowed && resolves.every(isRecord) && isRequested(url) && !url.includes("\u0000"),
)

/** IPv6 in the one spelling that the name server reads. */
const plain = (answer: string): string =>
  answer.includes(":") ? new URL(`http://[${answer}]/`).hostname.slice(1, -1) : answer

const zone: Dns.Zone = Object.fromEntries(
  askable.flatMap(({ resolves, url }) => {
    const host = URL.parse(url)?.hostname.replace(/\.$/, "")
    return resolves === undefined || host === undefined || host === "" ? [] : [[host, [resolves.map(plain)]]]
  }),
)

describe.skipIf(missing)("every refused vector, fetched for real", () => {
  it("is refused as written, and nothing reaches the private side", async () => {
    const visits = await visitAll(
      askable.map(({ url }) => ({ url })),
      { zone },
    )
    assert.isAbove(visits.length, 1_500)
    const wrong = visits.flatMap(({ answer, intruders }, at) => {
      const { error, id, reason, url } = askable[at]!
      // The policy never sees text without a scheme: the tools read it as https or refuse it.
      const isAsWritten = /^[^<].*:\/\//s.test(url)
      const isRefused = !isAsWritten || (answer["error"] === error && answer["reason"] === reason)
      return intruders.length === 0 && isRefused ? [] : [{ id, url, answer, intruders }]
    })
    assert.deepStrictEqual(wrong, [])
  })
})
