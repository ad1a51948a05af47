/** Code that must not compile: `tsc -b` judges it. The assertions cover attacks that types can't stop. */
import { assert, describe, it } from "@effect/vitest"
import { Hop, type Network, PublicAddress, WebUrl } from "@porthole/core"
import { Result } from "effect"

declare const dialer: Network.Dialer["Service"]
const headers = {}
const policy = { ports: [80, 443] }
const url = Result.getOrThrow(WebUrl.parse("https://example.com/", policy))
const [hop] = Result.getOrThrow(Hop.vet(url, ["93.184.216.34"], policy))

/** Never called: each line is an attack on the types. */
export const attacks = () => [
  // @ts-expect-error a plain string address
  dialer.dial({ hop: { url, address: "10.0.0.1" }, headers }),
  // @ts-expect-error a vetted URL with a look-alike address
  dialer.dial({ hop: { url, address: { value: "10.0.0.1", family: 4 }, target: WebUrl.target(url) }, headers }),
  // @ts-expect-error a clone of a hop is no hop
  dialer.dial({ hop: { ...hop }, headers }),
  // @ts-expect-error a string is no vetted URL
  Hop.vet("http://10.0.0.1/", [], policy),
  // @ts-expect-error only the policy makes an address
  new PublicAddress.PublicAddress("10.0.0.1", 4),
  // @ts-expect-error only the policy makes a hop
  new Hop(url, WebUrl.target(url), hop.address),
]

/** A text with a look-alike brand is no vetted URL. */
// @ts-expect-error the brand's symbol isn't exported
export const forged = (): WebUrl.WebUrl => Object.assign("http://10.0.0.1/", { vetted: true })

describe("vetted values", () => {
  it("differ from look-alikes at run time", () => {
    assert.isTrue(Hop.is(hop))
    assert.isTrue(PublicAddress.PublicAddress.is(hop.address))
    for (const fake of [
      { ...hop },
      Object.create(Hop.prototype),
      Object.create(hop),
      structuredClone({ url }),
      null,
      "x",
    ]) {
      assert.isFalse(Hop.is(fake))
    }
    assert.isFalse(PublicAddress.PublicAddress.is({ value: "10.0.0.1", family: 4 }))
    assert.isFalse(PublicAddress.PublicAddress.is(Object.create(PublicAddress.PublicAddress.prototype)))
  })

  it("are made by no other code, even without types", () => {
    const { PublicAddress: Address } = PublicAddress
    assert.throws(() => Reflect.construct(Address, ["10.0.0.1", 4]), TypeError)
    assert.throws(() => Reflect.construct(hop.address.constructor, [undefined, "10.0.0.1", 4]), TypeError)
    assert.throws(() => Reflect.construct(Hop, [url, WebUrl.target(url), hop.address]), TypeError)
    assert.throws(() => Reflect.construct(Hop, [undefined, url, WebUrl.target(url), hop.address]), TypeError)
  })

  it("can't be changed", () => {
    assert.isTrue(Object.isFrozen(hop))
    assert.isTrue(Object.isFrozen(hop.target))
    assert.isTrue(Object.isFrozen(hop.address))
  })

  it("are compared by value, an IPv4-mapped spelling by its IPv4", () => {
    const { sameAddress } = PublicAddress
    assert.isTrue(sameAddress("93.184.216.34", "::ffff:93.184.216.34"))
    assert.isTrue(sameAddress("2606:2800:21:0:0:0:0:1", "2606:2800:21::1"))
    assert.isFalse(sameAddress("93.184.216.34", "93.184.216.35"))
    assert.isFalse(sameAddress("", ""))
  })

  it("are judged again when a URL was forged by a cast", () => {
    const isForged = (_: string): _ is WebUrl.WebUrl => true
    for (const text of ["http://169.254.169.254/", "http://localhost/", "ftp://a.test/", "http://a.test:22/", "x"]) {
      assert.isTrue(isForged(text) && Result.isFailure(Hop.vet(text, ["93.184.216.34"], policy)), text)
    }
  })

  it("get a literal's only address from the URL itself", () => {
    const literal = Result.getOrThrow(WebUrl.parse("http://93.184.216.34/", policy))
    const hops = Result.getOrThrow(Hop.vet(literal, ["10.0.0.1", "1.1.1.1"], policy))
    assert.deepStrictEqual(
      hops.map(({ address }) => address.value),
      ["93.184.216.34"],
    )
  })
})
