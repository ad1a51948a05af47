import { assert, describe, it } from "@effect/vitest"
import { MediaType } from "@porthole/core"
import { Effect } from "effect"
import * as CodeNames from "../../src/formats/CodeNames.ts"
import { formats } from "../../src/formats/Formats.ts"
import { bytesOf, readAny } from "../support.ts"

const nameOf = (type: string): string | undefined => MediaType.formatOf(type, formats)?.name

describe("a textual type", () => {
  it.each([
    "text/x-python",
    "text/vtt",
    "text/calendar",
    "text/x-never-heard-of",
    "message/rfc822",
    "application/javascript",
    "application/x-yaml",
    "application/vnd.oai.openapi+yaml",
    "application/toml",
    "application/x-sh",
    "application/sql",
    "application/x-httpd-php",
    "application/x-tex",
    "application/x-subrip",
    "application/vnd.apple.mpegurl",
    "model/gltf+json",
  ])("%s is read as text", (type) => assert.strictEqual(nameOf(type), "text"))

  it.each([
    ["application/vnd.tides+json", "json"],
    ["text/csv", "table"],
    ["text/html", "html"],
  ])("%s has a format of its own", (type, name) => assert.strictEqual(nameOf(type), name))

  it.each([
    "application/octet-stream",
    "application/zip",
    "image/png",
    "image/svg+xml",
    "video/mp2t",
    "application/msword",
    "font/woff2",
  ])("%s is none", (type) => assert.isUndefined(nameOf(type)))

  it("isn't listed, so that no request asks for it", () =>
    assert.notMatch(formats.flatMap(({ mediaTypes }) => mediaTypes).join(), /javascript|yaml/))
})

describe("code", () => {
  it.each([
    ["text/x-python", "https://a.test/", "python"],
    ["application/javascript; charset=utf-8", "https://a.test/x", "javascript"],
    ["text/css", "https://a.test/x.js", "css"],
    ["application/vnd.oai.openapi+yaml", "https://a.test/", "yaml"],
    ["text/plain", "https://a.test/src/Tide.rs?raw=1", "rust"],
    ["text/plain", "https://a.test/src/tide.go#L4", "go"],
    ["text/plain", "https://a.test/robots.php", undefined],
    ["text/plain", "https://a.test/notes.txt", undefined],
    ["text/plain", "about:blank", undefined],
    ["text/vtt", "https://a.test/x.ts", undefined],
  ])("%s at %s is %s", (type, url, language) => assert.strictEqual(CodeNames.languageOf(type, url), language))

  it.effect("is shown in a fence with its language, and text isn't", () =>
    Effect.gen(function* () {
      const read = (contentType: string) => readAny(bytesOf("tide = 4\n"), { contentType })
      assert.strictEqual((yield* read("text/x-python")).content, "```python\ntide = 4\n```")
      assert.strictEqual((yield* read("text/x-never-heard-of")).content, "tide = 4")
    }),
  )
})
