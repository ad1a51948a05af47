/** Tests the addresses of pages, and which paths are no documentation. */
import { assert, describe, it } from "vitest"
import { distinct, inOtherVersion, isTranslation, titleOf, urlOf, whyNot } from "../../src/sources/PagePath.ts"

const library = { name: "tides", version: "1.0.0" }

describe("a page's address", () => {
  it.each([
    ["guide/start.md", "https://tides.example/docs/guide/start"],
    ["guide/index.mdx", "https://tides.example/docs/guide"],
    ["guide/_index.md", "https://tides.example/docs/guide"],
    ["README.md", "https://tides.example/docs/"],
    ["library/os.path.html", "https://tides.example/docs/library/os.path"],
  ])("of %s is %s", (path, url) => {
    assert.strictEqual(urlOf({ library, base: "https://tides.example/docs/" }, path), url)
  })

  it("is that of one page: the whole path tells a second", () => {
    const base = "https://tides.example/"
    const pages = ["guide.md", "guide/index.md"].map((path) => ({
      path,
      url: urlOf({ library, base }, path),
      title: "",
      text: "",
    }))
    assert.deepStrictEqual(
      distinct(pages, { library, base }).map(({ url }) => url),
      ["https://tides.example/guide", "https://tides.example/guide/index.md"],
    )
    // Pages of a folder may name one and the same address.
    const same = pages.map(({ path }) => ({ path, url: "https://tides.example/high", title: "", text: "" }))
    assert.deepStrictEqual(
      distinct(same, { library }).map(({ url }) => url),
      ["https://tides.example/high", "docs://tides@1.0.0/guide/index.md"],
    )
  })

  it("is one of ours without a base", () => {
    assert.strictEqual(urlOf({ library }, "dist/Tide.d.ts"), "docs://tides@1.0.0/dist/Tide.d.ts")
  })
})

describe("a path", () => {
  it.each([
    ["CHANGELOG.md", "changelogs and release notes"],
    ["docs/release-15-1.html", "changelogs and release notes"],
    ["release/3.24.rst", "changelogs and release notes"],
    ["HISTORY.md", "changelogs and release notes"],
    ["LICENSE.md", "licences and notices"],
    ["docs/license-mit.md", "licences and notices"],
    ["license-apache-2.0.md", "licences and notices"],
    ["code_of-conduct.md", "licences and notices"],
    ["Release.d.ts", undefined],
    ["dist/Changes.d.ts", undefined],
    ["notices.d.mts", undefined],
    ["genindex-all.html", "indexes"],
    ["contents.html", "indexes"],
    ["guide/contents.html", undefined],
    ["docs/start.md", undefined],
    ["history.html", undefined],
    ["http/search.html", undefined],
    ["guide/copying-files.md", undefined],
    ["guide/releasing.md", undefined],
  ])("%s: %s", (path, reason) => assert.strictEqual(whyNot(path), reason))

  it.each([
    ["README.zh-CN.md", true],
    ["i18n/README.md", true],
    ["docs/fr/start.md", true],
    ["docs/pt-br/start.html", true],
    ["es/index.d.ts", false],
    ["docs/it.md", false],
    ["docs/model.md", false],
  ])("%s is a translation: %s", (path, is) => assert.strictEqual(isTranslation(path), is))

  it("is in a folder of another version only beside that of its own", () => {
    const paths = ["v3/a.d.ts", "v4/a.d.ts", "dist/v3/a.d.ts", "apis/v3/a.d.ts", "apis/v4/a.d.ts", "README.md"]
    assert.deepStrictEqual(paths.filter(inOtherVersion(paths, "4.1.0")), ["v3/a.d.ts"])
    assert.deepStrictEqual(paths.filter(inOtherVersion(paths, "3.25.0")), ["v4/a.d.ts"])
    assert.deepStrictEqual(paths.filter(inOtherVersion(paths, "5.0.0")), [])
  })

  it("gives a title: its name, or that of its folder", () => {
    assert.strictEqual(titleOf("dist/types/middleware/cors/index.d.ts", "hono"), "cors")
    assert.strictEqual(titleOf("dist/index.d.ts", "hono"), "hono")
  })
})
