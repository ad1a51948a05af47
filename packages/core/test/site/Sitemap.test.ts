import { assert, describe, it } from "vitest"
import type { Listing } from "../../src/site/Listed.ts"
import * as Sitemap from "../../src/site/Sitemap.ts"

const base = "https://docs.example/sitemap.xml"

const entries = (listing: Listing) =>
  Array.from(listing).flatMap((entry) =>
    entry === undefined
      ? []
      : [[entry.isList ? "list" : "page", entry.url, entry.title, entry.modified].join(" ").trim()],
  )

describe("a sitemap", () => {
  it("has pages with their dates, and no URL of an extension", () => {
    const xml = `<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY a "b">]>
      <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="x"><!-- <url><loc>no</loc></url> -->
      <url><loc> https://docs.example/a?x=1&amp;y=&#50; </loc><lastmod>2026-01-02</lastmod>
      <image:image><image:loc>https://docs.example/a.png</image:loc></image:image></url>
      <url><image:loc>https://docs.example/b.png</image:loc><loc><![CDATA[/b]]></loc></url>
      <url><loc>javascript:alert(1)</loc></url><url/></urlset>`
    assert.deepStrictEqual(entries(Sitemap.read(xml, base)), [
      "page https://docs.example/a?x=1&y=2  2026-01-02",
      "page https://docs.example/b",
    ])
  })

  it("may have a prefix, and a sitemap of sitemaps names lists", () => {
    const xml = `<s:sitemapindex xmlns:s="x"><s:sitemap><s:loc>/one.xml.gz</s:loc></s:sitemap></s:sitemapindex>`
    assert.deepStrictEqual(entries(Sitemap.read(xml, base)), ["list https://docs.example/one.xml.gz"])
  })

  it.each([
    [
      `<rss><channel><link>https://docs.example/</link><item><title>One &lt;b&gt;</title><link>/one</link>
      <pubDate>Mon, 05 Jan 2026 10:00:00 GMT</pubDate></item></channel></rss>`,
      "page https://docs.example/one One <b> Mon, 05 Jan 2026 10:00:00 GMT",
    ],
    [
      `<feed><title>All</title><entry><link rel="edit" href="/edit"/><link href="/two"/><title>Two</title>
      <updated>2026-01-05T10:00:00Z</updated></entry></feed>`,
      "page https://docs.example/two Two 2026-01-05T10:00:00Z",
    ],
    [" https://docs.example/three \nnothing\n", "page https://docs.example/three"],
  ])("may be a feed or a text: %s", (text, entry) => {
    assert.deepStrictEqual(entries(Sitemap.read(text, base)), [entry])
  })

  it.each([
    "<html><url><loc>https://docs.example/a</loc></url></html>",
    "<urlset><url><loc>https://docs.exam",
    "<",
    "",
  ])("that is none, or is cut, has no pages: %s", (text) => {
    assert.deepStrictEqual(entries(Sitemap.read(text, base)), [])
  })
})
