/** Tests files at web addresses; the download is a table. */
import { assert, describe, it } from "@effect/vitest"
import { Doubles } from "@porthole/testing"
import { Effect, Result } from "effect"
import { open, type Options } from "../../src/sources/Sources.ts"

const extractor = Doubles.extractor(() => ({ title: "HTML", content: "Of HTML.", links: [], text_length: 8 }))

const from = "/"

const read = (source: string, contentType: string, text: string, name?: string) => {
  const options: Options = {
    source,
    from,
    name,
    downloads: {
      web: (url) => Effect.succeed({ url, contentType, bytes: new TextEncoder().encode(text) }),
      registry: () => Effect.fail({ message: "not a registry" }),
    },
  }
  return Effect.provide(
    Effect.flatMap(open(options), (source) =>
      Effect.map(source.read, ({ pages }) => ({
        label: `${source.name}@${source.version}`,
        base: source.base,
        stamp: source.stamp,
        pages: pages.map(({ title, url }) => [url, title]),
      })),
    ),
    extractor,
  )
}

describe("docs add https://", () => {
  it.effect("reads a page by its type, under its own address and its host's name", () =>
    Effect.gen(function* () {
      const markdown = yield* read("https://docs.sea.test/guide/tides", "text/markdown", "# Tides\n\nHigh water.")
      assert.deepStrictEqual(markdown.pages, [["https://docs.sea.test/guide/tides", "Tides"]])
      assert.deepStrictEqual([markdown.label, markdown.base], ["sea.test@latest", "https://docs.sea.test/guide"])
      const html = yield* read("https://sea.test/a.html?x=1#y", "text/html", "<p>…")
      assert.deepStrictEqual(html.pages, [["https://sea.test/a", "HTML"]])
    }),
  )

  it.effect("cuts llms-full.txt into its pages, and sees that it has changed", () =>
    Effect.gen(function* () {
      const url = "https://sea.test/llms-full.txt"
      const text = "# A\n\none\n\n# B\n\ntwo\n\n# C\n\nthree\n\n# D\n\nfour"
      const first = yield* read(url, "text/plain", text, "sea@1")
      assert.deepStrictEqual(
        first.pages.map(([url]) => url),
        [1, 2, 3, 4].map((at) => `docs://sea@1/llms-full.txt#${at}`),
      )
      assert.strictEqual((yield* read(url, "text/plain", text)).stamp, first.stamp)
      assert.notStrictEqual((yield* read(url, "text/plain", `${text}!`)).stamp, first.stamp)
    }),
  )

  it.effect("refuses http:, and tells why a download failed", () =>
    Effect.gen(function* () {
      const failed = yield* Effect.result(read("http://sea.test/", "text/html", ""))
      assert.include(Result.isFailure(failed) ? failed.failure.message : "", "https: only")
      const downloads = {
        web: () => Effect.fail({ message: "The file has more than 64 MiB." }),
        registry: () => Effect.fail({ message: "" }),
      }
      const large = yield* Effect.result(open({ source: "https://sea.test/a.zip", from, downloads }))
      assert.include(Result.isFailure(large) ? large.failure.message : "", "64 MiB")
    }),
  )
})
