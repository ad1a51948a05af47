/** Arbitrary URLs of web pages, like those of fast-check, which takes a second of processor time to make its first. */
import * as fc from "fast-check"

const byte = fc.nat(255).map((value) => `%${value.toString(16).toUpperCase().padStart(2, "0")}`)
const segment = fc
  .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(..."abcXYZ019-._~!$&'()*+,;=:@") }, byte), { maxLength: 9 })
  .map((parts) => parts.join(""))

/** A path: empty, or segments after slashes. */
export const webPath: fc.Arbitrary<string> = fc
  .array(segment, { maxLength: 5 })
  .map((segments) => segments.map((text) => `/${text}`).join(""))

/** An absolute http(s) URL of a domain. */
export const webUrl: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom("http", "https"), fc.domain(), webPath)
  .map(([scheme, domain, path]) => `${scheme}://${domain}${path}`)
