/** Code that must not compile: `tsc -b` judges it. The assertions cover attacks that types can't stop. */
import { assert, describe, it } from "@effect/vitest"
import { Hop, IpAddress, type Network, PublicAddress, WebUrl } from "@porthole/core"
import { Result } from "effect"

declare const dialer: Network.Dialer["Service"]
const headers = {}
const policy = { ports: [80, 443] }
const target = Result.getOrThrow(WebUrl.judge("https://example.com/", policy))
const { url } = target
const [hop] = Result.getOrThrow(Hop.vet(target, ["93.184.216.34"]))

/** Never called: each line is an attack on the types. */
export const attacks = () => [
  // @ts-expect-error a plain string address
  dialer.dial({ hop: { url, address: "10.0.0.1" }, headers }),
  // @ts-expect-error a vetted URL with a look-alike address
  dialer.dial({ hop: { url, address: { value: "10.0.0.1", family: 4 }, target }, headers }),
  // @ts-expect-error a clone of a hop is no hop
  dialer.dial({ hop: { ...hop }, headers }),
  // @ts-expect-error a string is no vetted URL
  Hop.vet("http://10.0.0.1/", []),
  // @ts-expect-error the text of a vetted URL is no proof
  Hop.vet(url, []),
  // @ts-expect-error a clone of a target is no target
  Hop.vet({ ...target, host: "10.0.0.1" }, []),
  // @ts-expect-error only the policy makes a target
  new WebUrl.Target(url, new URL(url), { literal: true, value: "10.0.0.1" }),
  // @ts-expect-error only the policy makes an address
  new PublicAddress.PublicAddress("10.0.0.1", 4),
  // @ts-expect-error only the policy makes a hop
  new Hop(target, hop.address),
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
    assert.throws(() => Reflect.construct(Hop, [target, hop.address]), TypeError)
    const host = { literal: true, value: "10.0.0.1" }
    assert.throws(() => Reflect.construct(WebUrl.Target, [url, new URL(url), host]), TypeError)
    assert.throws(() => Reflect.construct(target.constructor, [undefined, url, new URL(url), host]), TypeError)
    assert.throws(() => Reflect.construct(Hop, [undefined, target, hop.address]), TypeError)
  })

  it("can't be changed", () => {
    assert.isTrue(Object.isFrozen(hop))
    assert.isTrue(Object.isFrozen(hop.target))
    assert.isTrue(Object.isFrozen(hop.address))
  })

  it("are compared by value, an IPv4-mapped spelling by its IPv4", () => {
    const { sameAddress } = IpAddress
    assert.isTrue(sameAddress("93.184.216.34", "::ffff:93.184.216.34"))
    assert.isTrue(sameAddress("2606:2800:21:0:0:0:0:1", "2606:2800:21::1"))
    assert.isFalse(sameAddress("93.184.216.34", "93.184.216.35"))
    assert.isFalse(sameAddress("", ""))
  })

  it("aren't made of a URL that was forged by a cast", () => {
    const isForged = (_: unknown): _ is WebUrl.Target => true
    for (const text of ["http://169.254.169.254/", "http://localhost/", "ftp://a.test/", "http://a.test:22/", "x"]) {
      const parts = { url: text, host: "a.test", literal: false }
      for (const forged of [text, parts, Object.create(target, { url: { value: text } })]) {
        assert.isFalse(WebUrl.Target.is(forged))
        assert.isTrue(isForged(forged))
        assert.throws(() => isForged(forged) && Hop.vet(forged, ["93.184.216.34"]), TypeError, "Target", text)
      }
    }
  })

  it("get a literal's only address from the URL itself", () => {
    const literal = Result.getOrThrow(WebUrl.judge("http://93.184.216.34/", policy))
    const hops = Result.getOrThrow(Hop.vet(literal, ["10.0.0.1", "1.1.1.1"]))
    assert.deepStrictEqual(
      hops.map(({ address }) => address.value),
      ["93.184.216.34"],
    )
  })
})
