import { assert, describe, it } from "@effect/vitest"
import type { Publication } from "@porthole/core"
import { publicationOf } from "../src/metadata/Publication.ts"
import { parse } from "../src/tree/Parse.ts"

const ld = (value: unknown): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const of = (head: string, body = "<p>x</p>"): Publication.Publication =>
  publicationOf(parse(`<head>${head}</head><body class="comments-on">${body}</body>`, "https://site.test/").document)

const cases: ReadonlyArray<readonly [name: string, expected: Publication.Publication, head: string, body?: string]> = [
  ["nothing, if the page declares nothing", {}, ""],
  [
    "from JSON-LD, with authors that another item describes",
    {
      published_at: "2024-03-05T06:00:00.000Z",
      modified_at: "2024-03-06T00:00:00.000Z",
      author: "A. Sea, B. Lake",
      site_name: "The Pier",
    },
    ld({
      "@graph": [
        { "@type": "WebSite", name: "The Pier" },
        { "@type": "WebPage", datePublished: "2001-01-01", author: { name: "Nobody" } },
        {
          "@type": "NewsArticle",
          datePublished: "2024-03-05T07:00:00+01:00",
          dateModified: "2024-03-06",
          author: [{ "@id": "#a" }, "B. Lake"],
        },
        { "@type": "Person", "@id": "#a", name: "A. Sea" },
      ],
    }),
  ],
  [
    "from meta elements",
    {
      published_at: "2024-03-05T06:00:00.000Z",
      modified_at: "2024-03-07T06:00:00.000Z",
      author: "A. Sea",
      site_name: "The Pier",
    },
    `<meta property="article:published_time" content="2024-03-05T06:00:00Z">
     <meta property="og:updated_time" content="2024-03-07T06:00:00Z"><meta name="author" content="By A. Sea">
     <meta property="article:author" content="https://social.test/a"><meta property="og:site_name" content="The Pier">`,
  ],
  [
    "from microdata, but not that of an answer",
    { published_at: "2024-03-05T00:00:00.000Z", author: "A. Sea" },
    "",
    `<div itemscope itemtype="https://schema.org/Answer"><time itemprop="datePublished" datetime="2020-01-01"></time>
       <span itemprop="author">Nobody</span></div>
     <div itemscope itemtype="https://schema.org/Article"><meta itemprop="datePublished" content="2024-03-05">
       <div itemprop="author" itemscope itemtype="https://schema.org/Person"><b itemprop="name">A. Sea</b> wrote</div></div>`,
  ],
  [
    "from time elements that say what they date",
    { published_at: "2024-03-05T00:00:00.000Z", modified_at: "2024-03-09T00:00:00.000Z" },
    "",
    `<aside><time datetime="2020-01-01">x</time></aside><p>Last updated <time datetime="2024-03-09">x</time></p>
     <p class="post-date"><time datetime="2024-03-05">x</time></p>`,
  ],
  [
    "not from times of several days that say nothing",
    {},
    "",
    '<time datetime="2024-03-05"></time><time datetime="2024-03-06">',
  ],
  [
    "not from a list of articles",
    {},
    ld([1, 2, 3].map((day) => ({ "@type": "Article", datePublished: `2024-01-0${day}` }))),
  ],
  ["not from the item of a product's review", {}, "", '<p itemtype="x/Review"><i itemprop="author">Nobody</i></p>'],
  [
    "without a change before the publication, an account, or a role",
    { published_at: "2024-03-05T00:00:00.000Z" },
    `<meta name="date" content="2024-03-05"><meta name="last-modified" content="2024-03-01">
     <meta name="author" content="admin"><meta name="dc.creator" content="@pier"><meta name="byl" content="{{ page.author }}"><meta name="application-name" content="Home">`,
  ],
  [
    "the author of whom all links speak",
    { author: "A. Sea" },
    "",
    '<a rel="author">By A. Sea</a> <a rel="author">A. Sea</a>',
  ],
  ["no author if links name several", {}, "", '<a rel="author">A. Sea</a> <a rel="author">B. Lake</a>'],
]

describe("who published a page, and when,", () => {
  for (const [name, expected, head, body] of cases) {
    it(`is read ${name}`, () => {
      assert.deepStrictEqual(of(head, body), expected)
    })
  }

  it("is read from broken and hostile data", () => {
    const deep: unknown = JSON.parse('{"author":'.repeat(500) + "1" + "}".repeat(500))
    for (const author of [null, 5, [], {}, [null, [], { name: 5 }], { name: { name: "x" } }, deep]) {
      assert.deepStrictEqual(of(ld({ "@type": "Article", author, datePublished: author })), {})
    }
    const many = '<a rel="author" itemprop="author">x</a><time datetime="2024-03-05"></time>'.repeat(2_000)
    assert.deepStrictEqual(of("", many), { author: "x", published_at: "2024-03-05T00:00:00.000Z" })
  })
})
