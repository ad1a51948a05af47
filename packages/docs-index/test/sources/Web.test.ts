/** Tests files at web addresses; the download is a table. */
import { assert, describe, it } from "@effect/vitest"
import { Doubles } from "@porthole/testing"
import { Effect, Result } from "effect"
import { execFileSync } from "node:child_process"
import { open, type Options } from "../../src/sources/Sources.ts"
import { folderOf } from "../support/folder.ts"

const extractor = Doubles.extractor(() => ({ title: "HTML", content: "Of HTML.", links: [], text_length: 8 }))

const from = "/"

const read = (source: string, contentType: string, text: string | Uint8Array, name?: string, base?: string) => {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text
  const options: Options = {
    source,
    from,
    name,
    base,
    downloads: {
      web: (url) => Effect.succeed({ url, contentType, bytes }),
      registry: () => Effect.fail({ message: "not a registry" }),
    },
  }
  return Effect.provide(
    Effect.flatMap(open(options), (source) =>
      Effect.map(source.read, ({ pages }) => ({
        label: `${source.name}@${source.version}`,
        source: source.source,
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
      const again = yield* read(markdown.source, "text/markdown", "# Tides\n\nHigh water.", "sea.test", markdown.base)
      assert.strictEqual(again.stamp, markdown.stamp)
      const html = yield* read("https://sea.test/a.html?x=1#y", "text/html", "<p>…")
      assert.deepStrictEqual(html.pages, [["https://sea.test/a", "HTML"]])
    }),
  )

  it.effect("reads the pages of a site, whose stamp is that of their texts, and tells what it left out", () =>
    Effect.gen(function* () {
      const url = "https://docs.sea.test/guide/"
      let failed = 2
      const crawlOf = (...texts: ReadonlyArray<string>): Options["downloads"] => ({
        web: () => Effect.succeed({ url, contentType: "text/html", bytes: new TextEncoder().encode("<p>…") }),
        site: (start) =>
          Effect.succeed({
            pages: texts.map((text, at) => ({
              url: `${start}${at === 0 ? "" : `p${at}.html`}`,
              title: `At ${at}`,
              text,
            })),
            failed,
            beyond: 7,
            notes: texts.length === 0 ? "Left out: 1 URL, which robots.txt disallows." : "",
          }),
        registry: () => Effect.fail({ message: "not a registry" }),
      })
      const opened = (...texts: ReadonlyArray<string>) =>
        Effect.flatMap(
          open({ source: "https://docs.sea.test/", from, downloads: crawlOf(...texts) }),
          ({ name, read }) => Effect.map(read, (contents) => ({ name, ...contents })),
        )
      const { leftOut, name, pages, stamp } = yield* opened("High water.", "Two boats.")
      assert.strictEqual(name, "sea.test")
      assert.deepStrictEqual(
        pages.map(({ path, title, url }) => [path, url, title]),
        [
          ["index.md", url, "At 0"],
          ["p1.md", `${url}p1.html`, "At 1"],
        ],
      )
      assert.deepStrictEqual(
        leftOut.map(({ count }) => count),
        [7, 2],
      )
      assert.strictEqual((yield* opened("High water.", "Two boats.")).stamp, stamp)
      assert.notStrictEqual((yield* opened("Low water.", "Two boats.")).stamp, stamp)
      const none = yield* Effect.result(opened())
      assert.include(Result.isFailure(none) ? none.failure.message : "", "robots.txt disallows")
      failed = 3
      const most = yield* Effect.result(opened("High water.", "Two boats."))
      assert.include(Result.isFailure(most) ? most.failure.message : "", "Only 2 of 5 pages")
    }).pipe(Effect.provide(extractor)),
  )

  // The transport undoes a gzip that no header declares, as a site's mistake.
  it.effect("reads an archive whose compression was undone on its way", () =>
    Effect.gen(function* () {
      const folder = yield* folderOf({
        "guide/tides.md": "# Tides\n\nHigh water.",
        "guide/boats.md": "# Boats\n\nTwo.",
      })
      const tar = execFileSync("tar", ["-c", "-C", folder, "guide"])
      const { label, pages } = yield* read("https://sea.test/guide.tgz", "application/octet-stream", tar)
      assert.strictEqual(label, "guide@latest")
      assert.sameMembers(
        pages.map(([url]) => url),
        ["docs://guide@latest/tides.md", "docs://guide@latest/boats.md"],
      )
    }).pipe(Effect.scoped),
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

  it.effect("refuses a redirect to http: or to another site", () =>
    Effect.gen(function* () {
      const failureAt = (url: string) =>
        open({
          source: "https://sea.test/",
          from,
          downloads: {
            web: () => Effect.succeed({ url, contentType: "text/html", bytes: new Uint8Array() }),
            site: () => Effect.fail({ message: "crawled" }),
            registry: () => Effect.fail({ message: "" }),
          },
        }).pipe(
          Effect.flatMap(({ read }) => read),
          Effect.match({ onFailure: ({ message }) => message, onSuccess: () => "" }),
          Effect.provide(extractor),
        )
      assert.strictEqual(yield* failureAt("https://www.sea.test/guide/"), "crawled")
      assert.include(yield* failureAt("https://other.test/"), "leads to another site")
      assert.include(yield* failureAt("http://sea.test/"), "https: only")
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
