/** Tests that a thread's posts lose their signatures, buttons and details of authors, and keep the rest. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { keptBy } from "./keptBy.ts"

const sentence = "The pump trips its breaker whenever the float rises, although the reed is free of salt."

/** The texts that remain of posts with equal chances, each with `parts` and replies after its text. */
const keptOf = (
  parts: ReadonlyArray<string>,
  replies: ReadonlyArray<string> = [],
  authorOf = (at: number) => `Skipper ${at % 2}`,
): ReadonlyArray<string> => {
  const posts = parts.map((part, at) => {
    const [author, day] = [authorOf(at), `${at + 1} May 2026, 10:0${at}`]
    const head = `<a class=author href=/u>${author}</a><div class=date>${day}</div>`
    return `<div class=post>${head}<div class=text><p>${sentence} ${at}</p></div>${part}${replies[at] ?? ""}</div>`
  })
  const { body } = parseHTML(`<html><body><div class=thread>${posts.join("")}</div></body></html>`).document
  return keptBy(
    body,
    () => 0.9,
    (chance) => chance > 0,
  ).filter((text) => !text.includes(sentence))
}

const heads = [0, 1, 2, 3].flatMap((at) => [`Skipper ${at % 2}`, `${at + 1} May 2026, 10:0${at}`])
const four = (one: (at: number) => string): ReadonlyArray<string> => [0, 1, 2, 3].map(one)

describe("a thread's posts", () => {
  it.each([
    ["signatures", (at: number) => `<div class=post-signature>Fair winds ${at}</div>`],
    ["buttons", () => "<div class=tools><a href=#>Reply</a></div>"],
    ["an author's details", (at: number) => `<div class=side>Home port of ${at % 2}</div>`],
  ])("lose %s", (_, part) => assert.deepStrictEqual(keptOf(four(part)), heads))

  it.each([
    ["votes", () => "<div class=votes>3</div>"],
    ["dates of one day", () => "<time>12 May</time>"],
    ["stars", () => "<div class=stars>5 stars</div>"],
    ["relative dates", () => "<a class=when href=/p>2 years ago</a>"],
    ["two states", (at: number) => `<div><a class=state href=/s>${["Open", "Fixed"][at >> 1]}</a></div>`],
    ["verdicts", () => "<div class=verdict>Recommended</div>"],
    ["locations", () => "<div class=location><a href=/b>Berlin</a></div>"],
    ["labels before lists", (at: number) => `<div><a href=#>Added</a></div><ul><li>Fuse ${at}</li></ul>`, 2],
    ["labels before text", (at: number) => `<div><a href=#>Pros</a></div><p>It is light and small. ${at}</p>`, 2],
    ["code that is named a signature", (at: number) => `<div class=signature><code>trip(${at})</code></div>`],
    ["dishes that are named signatures", (at: number) => `<div class=signature-dish>Soup ${at}</div>`],
    ["code that an author repeats", (at: number) => `<pre>install pump@${at % 2}</pre>`],
    ["long texts that an author repeats", (at: number) => `<div class=own>${`word${at % 2} `.repeat(20)}</div>`],
    ["what only one author repeats", (at: number) => `<div class=bot>${at % 2 === 0 ? "Stale" : `No ${at}`}</div>`],
    ["an author's texts that differ", (at: number) => `<div class=place>Berth ${at}</div>`],
  ])("keep %s", (_, part, parts = 1) => assert.strictEqual(keptOf(four(part)).length, heads.length + 4 * parts))

  it("keep a text that a machine repeats among people's", () => {
    const authors = ["Elm", "Bot", "Ash", "Bot", "Oak", "Bot"]
    const kept = keptOf(
      authors.map((name, at) => `<div class=own>${name === "Bot" ? "This is stale" : `Fair winds ${at}`}</div>`),
      [],
      (at) => authors[at] ?? "",
    )
    assert.strictEqual(kept.length, authors.length * 3)
  })

  it("keep the authors that they quote", () => {
    const quote = (at: number) => `<blockquote><b>Elm said</b><p>It trips ${at}</p></blockquote>`
    assert.strictEqual(keptOf(four(quote)).filter((text) => text === "Elm said").length, 4)
  })

  it("include replies without another one beside them", () => {
    const reply = `<div class=thread><div class=post><a class=author href=/m>Mate</a><div class=text><p>${sentence}</p></div></div></div>`
    const kept = keptOf(
      four(() => "<div class=tools><a href=#>Reply</a></div>"),
      [reply],
    )
    assert.deepStrictEqual(kept, heads.toSpliced(2, 0, "Mate"))
  })
})
