import { assert, it } from "vitest"
import * as PathGlob from "../../src/site/PathGlob.ts"

it.each([
  ["/guide/**", "/guide/", true],
  ["/guide/**", "/guide", true],
  ["/guide/**", "/guide/a/b.html", true],
  ["/guide/**", "/guidebook/", false],
  ["/guide/*", "/guide/a", true],
  ["/guide/*", "/guide/a/b", false],
  ["**/*.html", "/a/b.html", true],
  ["/**/api/*/v?.html", "/x/y/api/boats/v2.html", true],
  ["/**/api/*/v?.html", "/x/y/api/boats/more/v2.html", false],
  ["/*/b*/**/d", "/a/b1/x/c/d", true],
  ["", "/", false],
])("%s and %s: %s", (pattern, path, expected) => {
  assert.strictEqual(PathGlob.matches(pattern, path), expected)
})

it("takes no endless time", () => {
  assert.isFalse(PathGlob.matches(`${"**a*".repeat(200)}b`, `/${"a".repeat(4_000)}`))
})
