import { assert, describe, it } from "@effect/vitest"
import { blocksOf } from "../src/blocks/Block.ts"
import { type Census, censusOf } from "../src/kind/Census.ts"
import { type Evidence, evidenceOf } from "../src/kind/Evidence.ts"
import { type Group, groupsOf } from "../src/kind/Groups.ts"
import { kinds } from "../src/kind/Kinds.ts"
import { signs } from "../src/kind/Signs.ts"
import { weights } from "../src/kind/Weights.ts"
import { declaredIn } from "../src/metadata/Declared.ts"
import { parse } from "../src/tree/Parse.ts"

const here = "https://site.test/docs/guide/page"
const documentOf = (html: string): Document => parse(html, here).document
const census = (html: string): Census => censusOf(documentOf(html).body, new URL(here), here)
const groups = (html: string): ReadonlyArray<Group> => groupsOf(blocksOf(documentOf(html).body))
const largest = (html: string): Group | undefined => groups(html).toSorted((one, other) => other.words - one.words)[0]
const evidence = (html: string, url = here): Evidence => {
  const document = documentOf(html)
  const page = { document, blocks: blocksOf(document.body), base: url, url, title: "A title" }
  return evidenceOf({ ...page, declared: declaredIn(document) })
}
const answer = (name: string, of: Evidence): number => signs.find((sign) => sign.name === name)?.of(of) ?? Number.NaN

describe("the census of a page", () => {
  it("tells where links lead", () => {
    const html =
      "<a href=#a>a</a><a href=other>b</a><a href=/docs/guide/third>c</a><a href=page/below>d</a><a href=//away.test/>e</a>" +
      "<a href=tel:1>f</a><a href=mailto:x@y.test>g</a><a href='http://['>h</a><a>i</a><a href=/elsewhere>j</a>"
    assert.deepStrictEqual(census(html).links, { all: 9, within: 1, beside: 2, below: 1, away: 1, calls: 2 })
  })

  it("finds what buys, by names or by words, and no link to a cart", () => {
    const html =
      "<button class=AddToCart>x</button><a class=add_to_cart_button>x</a><input name=add><button>Add to bag</button><button>カートに入れる</button>" +
      "<a class=cart-link href=/cart>Cart</a><p>Add to cart</p>"
    assert.strictEqual(census(html).buys, 4)
  })

  it("finds what answers, what counts and what has versions", () => {
    const html =
      "<button>Quote</button><a>Antworten</a><a class=reply-link>x</a><p>Reply</p><input name=quantity>" +
      "<select><option>2.4</option><option>v1.9 (old)</option><option>Size 2</option></select>"
    const { answers, quantities, versions } = census(html)
    assert.deepStrictEqual({ answers, quantities, versions }, { answers: 3, quantities: 1, versions: 2 })
  })

  it("counts messages by the numbers in their ids, apart from comments", () => {
    const html = [1, 2, 3].map((n) => `<p id=post-${n}>a</p><p id=row-${n}>b</p>`).join("") + "<p id=comment-9>c</p>"
    const { comments, numbered } = census(html)
    assert.deepStrictEqual({ comments, numbered }, { comments: 1, numbered: 3 })
  })

  it("tells headings that are links from those that aren't", () => {
    const { headings, linkedHeadings } = census("<h2><a href=x>a</a></h2><a href=x><h3>b</h3></a><h2>c</h2><h5>d</h5>")
    assert.deepStrictEqual({ headings, linkedHeadings }, { headings: 3, linkedHeadings: 2 })
  })
})

describe("what a page repeats", () => {
  it("are the elements of one name and class, with what they hold", () => {
    const card = (n: number): string =>
      `<li class="card c${n}"><a href=/${n}><img src=i.png>Thing number ${n}</a> <b>${n},00 €</b></li>`
    const [group, ...others] = groups(`<ul><li class=first>Other</li>${[1, 2, 3, 4].map(card).join("")}</ul><p>End`)
    assert.deepStrictEqual(others, [])
    assert.deepInclude(group, { members: 4, withPrice: 1, withImage: 1, withLink: 1, withDate: 0, withAuthor: 0 })
    assert.isFalse(group?.isAround)
  })

  it("are posts where each says who and when, however that is written", () => {
    for (const who of ["<span class=username>ann</span>", "<a href=/members/7>ann</a>", "<b itemprop=author>ann</b>"])
      for (const when of ["<time>then</time>", "12 May 2025", "2025-05-12", "3 hours ago"]) {
        const post = `<div class=row><p>${who}</p><p>${when}</p><p>What somebody has to say about it.</p></div>`
        assert.deepInclude(largest(post.repeat(3)), { members: 3, withAuthor: 1, withDate: 1 }, who + when)
      }
    const bare = largest("<div class=row><p>Somebody</p><p>sometime</p></div>".repeat(3))
    assert.deepInclude(bare, { withAuthor: 0, withDate: 0 })
  })

  it("are less where they are around the content", () => {
    assert.isTrue(groups(`<nav><ul>${"<li><a href=x>Word</a></li>".repeat(3)}</ul></nav>`)[0]?.isAround)
  })

  it("are nothing below three", () => {
    assert.deepStrictEqual(groups("<p class=a>One</p><p class=a>Two</p><p class=b>Three</p>"), [])
  })
})

describe("the signs", () => {
  it("have names of their own, and each has a weight", () => {
    const names = signs.map(({ name }) => name)
    assert.strictEqual(new Set(names).size, names.length)
    assert.deepStrictEqual(names.toSorted(), Object.keys(weights).toSorted())
  })

  it("answer from 0 to 1, also on pages of nothing and without a URL", () => {
    const pages = ["", "<h1></h1>", "x", "<h1>A</h1><p>£1</p>".repeat(300), "<pre>x</pre><time>1</time>".repeat(300)]
    for (const html of pages)
      for (const url of ["", "nonsense", here]) {
        const found = evidence(html, url)
        for (const { name, of } of signs) {
          const value = of(found)
          assert.isTrue(value >= 0 && value <= 1, `${name}: ${value}`)
        }
      }
  })

  it("see prices and controls behind the heading", () => {
    const shop = evidence("<h1>Mug</h1><p>£12</p><button class=buy>Buy</button>")
    assert.strictEqual(answer("buy: price and control", shop), 1)
    assert.strictEqual(
      answer("buy: price and control", evidence("<p>£12</p><button class=buy>Buy</button><h1>Mug</h1>")),
      0,
    )
  })

  it("see who and when near the heading", () => {
    const story = evidence("<h1>Tide</h1><p class=byline>By Ann</p><p>12 May 2025</p>")
    assert.strictEqual(answer("date: near the heading", story), 1)
    assert.strictEqual(answer("author: near the heading", story), 1)
    assert.strictEqual(answer("author: near the heading", evidence("<h1>Tide</h1><p>By Ann</p>")), 0)
  })

  it("read words as whole steps of a path", () => {
    for (const [path, sign, value] of [
      ["/forum/x", "path: forum", 1],
      ["/forumulae/x", "path: forum", 0],
      ["/products/x", "path: product", 1],
      ["/x/products", "path: product", 0],
      ["/v2.4/x", "path: docs", 1],
    ] as const)
      assert.strictEqual(answer(sign, evidence("x", `https://site.test${path}`)), value, path)
  })

  it("speak for and against kinds, on the whole for neither", () => {
    for (const [name, own] of Object.entries(weights))
      assert.closeTo(
        kinds.reduce((sum, kind) => sum + (own[kind] ?? 0), 0),
        0,
        0.3,
        name,
      )
  })
})
