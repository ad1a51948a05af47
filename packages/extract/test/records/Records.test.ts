import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { recordsIn } from "../../src/records/Records.ts"
import { phasesOf } from "../../src/phases/Phases.ts"
import { rules } from "../../src/rules/index.ts"
import { keptBy } from "../rules/keptBy.ts"

/**
 * The texts of a page that are kept. Texts with an `x` at the end are unlikely, those with a `?` doubtful and all
 * others likely.
 */
const keptOf = (html: string): ReadonlyArray<string> => {
  const { body } = parseHTML(`<html><body>${html}</body></html>`).document
  const chanceOf = (text: string) => (text.endsWith("x") ? 0.05 : text.endsWith("?") ? 0.3 : 0.9)
  return keptBy(body, chanceOf, (chance) => chance >= 0.4)
}

const times = (count: number, one: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => one(at)).join("")

const sentence = "The saw binds in green oak when the blade is dull, so sharpen it first."

describe("records", () => {
  it("of a listing keep place and date, and company headings stay with the jobs below", () => {
    const job = (company: string) => (at: number) =>
      `<li class=job><a href=/j>Turner for oak stairs and rails at ${company} ${at}</a><div class=city>Town ${company} ${at} x</div><div class=posted>${at + 1} May x</div></li>`
    const kept = keptOf(`<h3>Alder x</h3><ul>${times(4, job("A"))}</ul><h3>Birch x</h3><ul>${times(4, job("B"))}</ul>`)
    assert.strictEqual(kept.length, 2 + 8 * 3)
    assert.deepStrictEqual(kept.slice(0, 4), [
      "Alder x",
      "Turner for oak stairs and rails at A 0",
      "Town A 0 x",
      "1 May x",
    ])
    assert.strictEqual(kept[13], "Birch x")
  })

  it("of a thread keep authors and dates, and none keeps its buttons", () => {
    const post = (at: number) =>
      `<article class=post><div class=side><h4 class=username>Member${at} x</h4><div class=rank>Rank x</div></div>` +
      `<div class=text><p>${sentence}</p><p>${sentence} ${at}</p></div>` +
      `<div class=foot><time>${at + 1} June x</time><div class=button>Reply x</div></div></article>`
    assert.deepStrictEqual(keptOf(times(5, post)).slice(0, 4), ["Member0 x", sentence, `${sentence} 0`, "1 June x"])
  })

  it("of a thread keep authors without a matching name, and quotations", () => {
    const post = (at: number) =>
      `<div class=post><dl><dt><a href=/m>Alder${at % 2} x</a></dt><dd class=usertitle>Member of guild ${at % 3} x</dd></dl>` +
      `<div class=text><blockquote><p>As said ${at} x</p></blockquote><p>${sentence.repeat(9)} ${at}</p></div></div>`
    const kept = keptOf(times(6, post))
    assert.deepStrictEqual(kept.slice(0, 3), ["Alder0 x", "As said 0 x", `${sentence.repeat(9)} 0`])
    assert.strictEqual(kept.filter((text) => text.startsWith("Alder")).length, 6)
  })

  it("of nested replies are one list, however much the first one holds", () => {
    const reply = (depth: number): string =>
      `<li class=reply><h4 class=author>Birch${depth} x</h4><p>${sentence} ${depth}</p>` +
      `${depth === 0 ? "" : `<ul>${reply(depth - 1)}</ul>`}</li>`
    const kept = keptOf(`<ul>${reply(6)}</ul>`)
    assert.strictEqual(kept.filter((text) => text.startsWith("Birch")).length, 7)
  })

  it("are judged together: an unlikely one stays with the others, and likely ones leave with unlikely others", () => {
    const card = (end: (at: number) => string) => (at: number) =>
      `<div class=card><h3><a href=/p>Chisel ${at}${end(at)}</a></h3><p class=price>$ ${at + 1}${end(at)}</p></div>`
    assert.strictEqual(
      keptOf(
        times(
          8,
          card((at) => (at === 3 ? " x" : "")),
        ),
      ).length,
      16,
    )
    assert.deepStrictEqual(
      keptOf(
        times(
          8,
          card((at) => (at === 3 ? "" : " x")),
        ),
      ),
      [],
    )
  })

  it("keep a price with its product", () => {
    const card = (at: number) =>
      `<li class=product><a href=/p>Long product name number ${at}</a><div class=amount>$${at + 3}.50 x</div><div class=buy>Add to cart x</div></li>`
    const kept = keptOf(`<ul>${times(6, card)}</ul>`)
    assert.strictEqual(kept.filter((text) => text.startsWith("$")).length, 6)
    assert.isFalse(kept.includes("Add to cart x"))
  })

  it("may nest: a reply belongs to the thread, not to the post that it answers", () => {
    const post = (name: string, inner: string) =>
      `<div class=comment><a class=author href=/u>${name} x</a><p>${sentence} ${sentence} ${sentence} ${name}</p><div class=replies>${inner}</div></div>`
    const { body } = parseHTML(
      `<html><body>${post("Ann", post("Ben", "") + post("Cleo", ""))}${post("Dan", "")}${post("Eve", "")}${post("Fay", "")}</body></html>`,
    ).document
    const records = recordsIn(body, phasesOf(rules).record)
    const ben = Array.from(body.querySelectorAll("p")).find((element) => element.textContent?.endsWith("Ben") === true)
    assert.isTrue(records.recordsAt(ben ?? body)[0]?.record.textContent?.startsWith("Ben") === true)
  })

  it("of a thread are in document order, wherever replies are", () => {
    const post = (name: string) =>
      `<div class=post><a class=author href=/u>${name}</a><p>${sentence} ${sentence} ${name}</p></div>`
    const replies = (name: string) => `<div class=replies>${post(`${name}1`)}${post(`${name}2`)}</div>`
    const names = ["Ann", "Ben", "Cleo"]
    const { body } = parseHTML(
      `<html><body><div class=replies>${names.map((name) => post(name) + replies(name)).join("")}</div></body></html>`,
    ).document
    const authors = recordsIn(body, phasesOf(rules).record).lists[0]?.records.map(
      (record) => record.querySelector("a")?.textContent,
    )
    assert.deepStrictEqual(
      authors,
      names.flatMap((name) => [name, `${name}1`, `${name}2`]),
    )
  })

  it("of a thread are whole though the first post has the same parts in other wrappers", () => {
    const parts = (at: number) =>
      `<div class=meta><a href=/u>Elm${at}</a> x</div><div class=post><p>${sentence} ${at}</p><p>${sentence} ${sentence}</p></div>`
    const type = (name: string) => `itemscope itemtype="https://schema.org/${name}"`
    const replies = times(3, (at) => `<div ${type("Comment")}>${parts(at + 1)}</div>`)
    const first = `<div ${type("DiscussionForumPosting")}><div class=topic>${parts(0)}</div>${replies}</div>`
    const kept = keptOf(first)
    assert.strictEqual(kept.filter((text) => text.startsWith("Elm")).length, 4)
  })

  it("of a short thread keep authors, dates, and the authors of quotations", () => {
    const post = (at: number) =>
      `<div class=post><h2>${at + 1} May 2025 x</h2><dl><dt>Alder${at} x</dt><dd class=rank>Rank x</dd></dl>` +
      `<div class=text><blockquote><div class=by>Elm said x</div><div class=said><p>${sentence}</p></div></blockquote>` +
      `<p>${sentence} ${at}</p></div></div>`
    const kept = ["1 May 2025 x", "Alder0 x", "Elm said x", sentence, `${sentence} 0`]
    assert.deepStrictEqual(keptOf(times(3, post)).slice(0, 5), kept)
    assert.strictEqual(keptOf(times(3, post)).length, 15)
  })

  it("of a question and one answer in other wrappers keep both authors", () => {
    const parts = (at: number) =>
      `<div class=meta><span class=creator>Elm${at}</span> 3 May 2025 x</div><div class=post><p>${sentence} ${at}</p></div>`
    const type = (name: string) => `itemscope itemtype="https://schema.org/${name}"`
    const answer = `<div ${type("Answer")}>${parts(1)}</div>`
    const kept = keptOf(`<div ${type("Question")}><div class=topic>${parts(0)}</div>${answer}</div>`)
    assert.deepStrictEqual(kept, ["Elm0 3 May 2025 x", `${sentence} 0`, "Elm1 3 May 2025 x", `${sentence} 1`])
  })

  it("of a thread keep authors whose names have digits", () => {
    const post = (name: string) =>
      `<div class=post><h4 class=name>${name}</h4><div class=rank>Rank of ${name} x</div>` +
      `<div class=text><p>${sentence.repeat(9)} ${name}</p></div><div class=foot>Reply x</div></div>`
    const kept = keptOf(["Ann", "Guest 6381", "131359", "Ben"].map(post).join(""))
    assert.deepStrictEqual(
      kept.filter((text) => text.length < 12),
      ["Ann", "Guest 6381", "131359", "Ben"],
    )
  })

  it("may hold a list in one of them, such as an author's tools", () => {
    const post = (at: number, tools: string) =>
      `<div class=post><h4>Ash${at} x</h4><div>May ${at} x</div><ul>${tools}</ul><p>${sentence} ${sentence} ${sentence} ${at}</p></div>`
    const tool = (at: number) =>
      `<li class=tool><a href=/t>Long name of a tool ${at}</a><div>It is number ${at}</div></li>`
    const { body } = parseHTML(
      `<html><body>${post(0, "")}${post(1, times(12, tool))}<p>${sentence.repeat(20)}</p></body></html>`,
    ).document
    assert.include(
      recordsIn(body, phasesOf(rules).record).lists.map(({ records }) => records.length),
      2,
    )
  })

  it("of a thread don't keep the dates of remarks that they lose", () => {
    const remark = (at: number) =>
      `<li><div class=said>As ${at} said x</div><div class=date>${at + 1} May 2025 x</div></li>`
    const post = (at: number) =>
      `<div itemscope itemtype="https://schema.org/Comment"><div class=meta><a href=/u>Elm${at}</a> x</div>` +
      `<div class=post><p>${sentence.repeat(6)} ${at}</p></div><ul class=remarks>${times(3, (of) => remark(at * 3 + of))}</ul></div>`
    assert.isFalse(keptOf(times(4, post)).some((text) => text.includes("May 2025")))
  })

  it("in the columns of a page are whole: the columns themselves aren't records", () => {
    const card = (at: number) =>
      `<article class=card><a href=/${at}><h3>Bench vise number ${at} of ${at * 3}</h3></a><div class=cost>${at} shillings x</div></article>`
    const column = (inner: string) => `<div class=column>${inner}</div>`
    const kept = keptOf(
      `<main>${column(`<h2>Benches and their makers</h2>${times(5, card)}`)}` +
        `${column(`<p>${sentence.repeat(6)}</p><a href=/a>More x</a>`)}` +
        `${column(`<blockquote>${sentence.repeat(7)} x</blockquote><h4><a href=/x>Home</a> x</h4>`)}</main>`,
    )
    assert.strictEqual(kept.filter((text) => text.endsWith("shillings x")).length, 5)
  })

  it("aren't the sections of a page, nor a page with an adjacent item of its name", () => {
    const { body } = parseHTML(
      `<html><body><div class=a><h2>One</h2>${times(4, (at) => `<p>${sentence} ${at}</p>`)}</div>` +
        `<div class=a><a href=/x>More</a></div></body></html>`,
    ).document
    assert.strictEqual(recordsIn(body, phasesOf(rules).record).lists.length, 0)
  })
})

describe("units", () => {
  it("join the cells of a table: marks stay with the name of their row", () => {
    const row = (at: number) => `<tr><td>Language${at} x</td><td>✔ since 1</td><td>✔ since 2</td></tr>`
    assert.strictEqual(keptOf(`<table>${times(4, row)}</table>`).length, 12)
    const inParagraphs = (at: number) => row(at).replaceAll(/<(t[dh])>/g, "<$1><p>")
    assert.strictEqual(keptOf(`<table>${times(4, inParagraphs)}</table>`).length, 12)
  })

  it("keep a doubtful table, and doubtful code, only next to likely text", () => {
    const table = `<table>${times(3, (at) => `<tr><td>Name${at}?</td><td>Value${at}?</td></tr>`)}</table>`
    assert.strictEqual(keptOf(`<p>${sentence}</p>${table}<pre>run it?</pre>`).length, 8)
    assert.deepStrictEqual(keptOf(`<p>Run it.</p>${table}<pre>run it?</pre>`), ["Run it."])
    assert.deepStrictEqual(keptOf(`<p>${sentence}</p><pre>run it x</pre><p>or this?</p>`), [sentence])
  })

  it("keep a heading with the text after it, also one that is a link", () => {
    const kept = keptOf(
      `<h2>Blades x</h2><p>${sentence}</p><h2><a href=/o>Other saws x</a></h2><p>${sentence} Twice.</p>`,
    )
    assert.deepStrictEqual(kept, ["Blades x", sentence, "Other saws x", `${sentence} Twice.`])
  })

  it("join a label with its value", () => {
    assert.deepStrictEqual(
      keptOf(`<div><div>Shipping:</div><div>Free in 3 to 5 days x</div></div>`),
      ["Shipping:"].slice(1),
    )
    assert.deepStrictEqual(keptOf(`<div><div>Returns within these days:</div><div>30 x</div></div>`), [
      "Returns within these days:",
      "30 x",
    ])
  })

  it("keep a heading of kept text and not one of removed text", () => {
    assert.deepStrictEqual(keptOf(`<h2>Use x</h2><p>${sentence}</p><h2>More x</h2><p>${sentence} x</p>`), [
      "Use x",
      sentence,
    ])
  })

  it("keep a heading of a kept lower heading, and none of the same level", () => {
    const html = `<h2>Fees x</h2><h3>Night school x</h3><p>${sentence}</p><h2>More x</h2><h2>Day school x</h2><p>${sentence}</p>`
    assert.deepStrictEqual(keptOf(html), ["Fees x", "Night school x", sentence, "Day school x", sentence])
  })
})
