import { assert, describe, it } from "@effect/vitest"
import * as SearxngRow from "../src/SearxngRow.ts"

const ownHost = "searx.intranet.example:8931"
const rowsOf = (...results: ReadonlyArray<unknown>) => SearxngRow.fromResults(results, ownHost)
const metadataOf = (result: Record<string, unknown>) => rowsOf({ url: "https://example.com/", ...result })[0]?.metadata

/** A row as SearXNG of August 2026 sends it. */
const searxngRow = {
  url: "https://example.com/whales",
  title: "Whales",
  content: "Large animals.",
  publishedDate: "2025-03-17T07:07:47",
  pubdate: "2025-03-17 07:07:47",
  thumbnail: "//cdn.example.com/whale.jpg",
  img_src: "",
  iframe_src: "",
  audio_src: "",
  length: null,
  views: "",
  author: "",
  metadata: "",
  priority: "",
  engine: "brave",
  engines: ["brave", "mojeek"],
  positions: [1, 2],
  score: 3.5,
  category: "general",
  template: "default.html",
  parsed_url: ["https", "example.com", "/whales", "", "", ""],
}

describe("a result with a link", () => {
  it("becomes a row with all its known details", () => {
    assert.deepStrictEqual(rowsOf(searxngRow), [
      {
        title: "Whales",
        url: "https://example.com/whales",
        snippet: "Large animals.",
        metadata: {
          engine: "brave",
          score: 3.5,
          category: "general",
          published_at: "2025-03-17T07:07:47",
          thumbnail: "https://cdn.example.com/whale.jpg",
        },
      },
    ])
  })

  for (const garbage of [undefined, null, 7, true, {}, ["text"], "", "  \n"]) {
    it(`has an empty title and snippet and no metadata when they are ${JSON.stringify(garbage)}`, () => {
      const keys = [
        "title",
        "content",
        "engine",
        "score",
        "category",
        "publishedDate",
        "pubdate",
        "thumbnail",
        "img_src",
      ]
      const result = Object.fromEntries(keys.filter((key) => key !== "score").map((key) => [key, garbage]))
      assert.deepStrictEqual(rowsOf({ url: "https://example.com/", ...result }), [
        { title: "", url: "https://example.com/", snippet: "", metadata: {} },
      ])
    })
  }

  for (const score of [0, -0, "1", null, true, Number.NaN, Number.POSITIVE_INFINITY]) {
    it(`has no score when that is ${String(score)}`, () => {
      assert.deepStrictEqual(metadataOf({ score }), {})
    })
  }

  it("keeps a negative or huge score, which is unbounded", () => {
    assert.deepStrictEqual(metadataOf({ score: -2.5 }), { score: -2.5 })
    assert.deepStrictEqual(metadataOf({ score: 1e9 }), { score: 1e9 })
  })
})

describe("the date of a result", () => {
  for (const [what, result, expected] of [
    ["publishedDate", { publishedDate: "2025-03-17T07:07:47", pubdate: "2024-01-01 00:00:00" }, "2025-03-17T07:07:47"],
    [
      "pubdate where publishedDate is missing",
      { publishedDate: null, pubdate: "2024-01-01 00:00:00" },
      "2024-01-01 00:00:00",
    ],
    [
      "pubdate where publishedDate is for people",
      { publishedDate: "3 hour(s) ago", pubdate: "2024-01-01 00:00:00" },
      "2024-01-01 00:00:00",
    ],
    ["publishedDate for people where there is nothing better", { publishedDate: "Mar 17, 2025" }, "Mar 17, 2025"],
  ] as const) {
    it(`is ${what}`, () => {
      assert.strictEqual(metadataOf(result)?.published_at, expected)
    })
  }
})

describe("the thumbnail of a result", () => {
  for (const [what, result, expected] of [
    [
      "thumbnail",
      { thumbnail: "https://a.example/1.png", img_src: "https://b.example/2.png" },
      "https://a.example/1.png",
    ],
    [
      "img_src where thumbnail is empty",
      { thumbnail: "", img_src: "https://b.example/2.png" },
      "https://b.example/2.png",
    ],
    ["img_src where thumbnail is missing, made absolute", { img_src: "//b.example/2.png" }, "https://b.example/2.png"],
    [
      "dropped where the instance's own image proxy serves it",
      { thumbnail: `http://${ownHost}/image_proxy?url=x` },
      undefined,
    ],
    [
      "dropped where the instance serves it without a scheme",
      { thumbnail: `//${ownHost}/image_proxy?url=x` },
      undefined,
    ],
  ] as const) {
    it(`is ${what}`, () => {
      assert.strictEqual(metadataOf(result)?.thumbnail, expected)
    })
  }
})

describe("a result that carries no link by design", () => {
  for (const [what, result] of [
    [
      "a key-value table of SearXNG",
      { template: "keyvalue.html", kvmap: { a: "b" }, url: null, parsed_url: null, title: "" },
    ],
    ["a key-value table known by its template", { template: "keyvalue.html", url: "" }],
    ["a key-value table of searx", { template: "key-value.html", key: "value" }],
    ["a key-value table known by its map", { kvmap: { a: "b" }, title: "Table" }],
    [
      "a torrent with nothing but a magnet link",
      { template: "torrent.html", magnetlink: "magnet:?xt=urn:btih:abc", url: "" },
    ],
    ["a torrent whose URL is the magnet link", { template: "torrent.html", url: "magnet:?xt=urn:btih:abc" }],
    ["a torrent with a magnet link and a path", { magnetlink: "magnet:?xt=urn:btih:abc", url: "/torrent/7" }],
  ] as const) {
    it(`is left out: ${what}`, () => {
      assert.deepStrictEqual(
        rowsOf(result, searxngRow).map(({ url }) => url),
        ["https://example.com/whales"],
      )
    })
  }

  it("stays if it has a link", () => {
    const table = { template: "keyvalue.html", kvmap: { a: "b" }, url: "https://example.com/table" }
    const torrent = { magnetlink: "magnet:?xt=urn:btih:abc", url: "https://example.com/torrent" }
    assert.deepStrictEqual(
      rowsOf(table, torrent).map(({ url }) => url),
      ["https://example.com/table", "https://example.com/torrent"],
    )
  })
})

describe("any other result without a link", () => {
  for (const [what, result, url] of [
    ["no url", { title: "A" }, ""],
    ["a null url", { title: "A", url: null }, ""],
    ["a url that is no text", { title: "A", url: 7 }, ""],
    ["a relative url", { title: "A", url: "/a" }, "/a"],
    ["another scheme", { title: "A", url: "mailto:a@example.com" }, "mailto:a@example.com"],
    ["an empty magnet link", { title: "A", url: "", magnetlink: "" }, ""],
    ["a map that is none", { title: "A", url: null, kvmap: "a" }, ""],
  ] as const) {
    it(`passes to the kernel's judgement: ${what}`, () => {
      assert.deepStrictEqual(rowsOf(result), [{ title: "A", url, snippet: "", metadata: {} }])
    })
  }

  for (const garbage of [null, 7, "text", ["https://example.com/"], true]) {
    it(`is handed on as an empty row: ${JSON.stringify(garbage)}`, () => {
      assert.strictEqual(rowsOf(garbage)[0]?.url, "")
    })
  }
})
