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
  ["guide/**", "/guide/a/b.html", true],
  ["guide/**", "/guide", true],
  ["guide/**", "/a/guide/b.html", false],
  ["?guide", "/guide", false],
  ["", "/", false],
])("%s and %s: %s", (pattern, path, expected) => {
  assert.strictEqual(PathGlob.make(pattern).matches(path), expected)
})

it("knows every state of a pattern that is longer than a word of bits", () => {
  const { matches } = PathGlob.make(`/${"a".repeat(31)}**${"b".repeat(40)}?*`)
  assert.isTrue(matches(`/${"a".repeat(31)}/x/${"b".repeat(41)}`))
  assert.isFalse(matches(`/${"a".repeat(31)}/x/${"b".repeat(40)}`))
  assert.isFalse(matches(`/${"a".repeat(30)}/x/${"b".repeat(41)}`))
})

// Each of these takes minutes if the pattern is tried anew at each place.
it.each([`${"**a*".repeat(200)}b`, `**${"a".repeat(900)}*${"a".repeat(900)}b`])("takes no endless time", (pattern) => {
  assert.isFalse(PathGlob.make(pattern).matches(`/${"a".repeat(8_000)}`))
})
