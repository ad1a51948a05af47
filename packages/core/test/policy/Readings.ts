/** The readings of a path by servers, and the property that a URL that is judged to be inside is inside by each. */
import { assert, it } from "@effect/vitest"
import { SitePrefix } from "@porthole/core"
import * as fc from "fast-check"

/** Everything that a server may do to a path before it looks the path up; it shares no code with the policy. */
const decodeOnce = (path: string): string =>
  path.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
const backslashes = (path: string): string => path.replaceAll("\\", "/")
const parameters = (path: string): string => path.replaceAll(/;[^/]*/g, "")
const merged = (path: string): string => path.replaceAll(/\/{2,}/g, "/")
const cutAtNul = (path: string): string => path.replace(/\0.*$/s, "")
const trimmed = (path: string): string =>
  path
    .split("/")
    .map((segment) => segment.trim())
    .join("/")
const wide = (path: string): string => path.normalize("NFKC")
const resolvedPath = (path: string): string => {
  const kept: Array<string> = []
  for (const segment of path.split("/").slice(1)) {
    if (segment === "..") kept.pop()
    else if (segment !== ".") kept.push(segment)
  }
  return `/${kept.join("/")}`
}

const deeds = [decodeOnce, backslashes, parameters, merged, cutAtNul, trimmed, wide, resolvedPath]

const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("/", ".", "..", "%2e", "%2f", "%5c", "\\", ";", "%3b", "//", "a", "guide") },
  {
    weight: 2,
    arbitrary: fc.constantFrom("%25", "%252e", "%252f", "%00", "%20", "%09", "%c0%ae", "%c0%af", "\uff0e", "\uff0f"),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 3 }) },
)

const prefix = SitePrefix.read("https://docs.test/guide") ?? assert.fail("no prefix")

/** Declares it with so many runs. */
export const readingProperty = (numRuns: number): void => {
  it("is inside by every reading of a server", () => {
    let inside = 0
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }),
        fc.array(fc.constantFrom(...deeds), { minLength: 1, maxLength: 7 }),
        (pieces, order) => {
          const url = URL.parse(`https://docs.test/guide/${pieces.join("")}`)
          if (url === null || !SitePrefix.contains(prefix, url)) return
          inside++
          const read = resolvedPath(order.reduce((path, deed) => deed(path), url.pathname))
          assert.match(read, /^\/guide(?:\/|$)/, `${url.pathname} by ${order.map(({ name }) => name).join()}`)
        },
      ),
      { numRuns },
    )
    assert.isAbove(inside, numRuns / 10)
  })
}
