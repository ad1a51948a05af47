/** Tests the proof that an address was judged, and the memory of judgements; the vectors hold the public addresses. */
import { assert, describe, it } from "@effect/vitest"
import { PublicAddress } from "../../src/index.ts"

const classify = (text: string) => PublicAddress.PublicAddress.classify(text) ?? assert.fail(text)

describe("a public address", () => {
  it("comes only from the check; a look-alike is rejected", () => {
    const address = classify("93.184.216.34")
    const { is } = PublicAddress.PublicAddress
    assert.isTrue(is(address))
    for (const other of [{ ...address }, structuredClone(address), Object.create(address), null, undefined, "8.8.8.8"])
      assert.isFalse(is(other))
  })

  it("can't be changed, and is its text in JSON", () => {
    const address = classify("2606:2800:0220:1::1")
    assert.isFrozen(address)
    assert.strictEqual(JSON.stringify({ address }), '{"address":"2606:2800:220:1::1"}')
  })

  it("is judged once while it is among the last ones", () => {
    const one = classify("93.184.216.34")
    const other = classify("93.184.216.35")
    assert.strictEqual(classify("93.184.216.34"), one)
    assert.strictEqual(classify("93.184.216.35"), other)
    for (let at = 0; at < 1_025; at++) classify(`9.9.${at >> 8}.${at & 255}`)
    assert.notStrictEqual(classify("93.184.216.34"), one)
    assert.strictEqual(classify("93.184.216.34").value, one.value)
  })
})
