/** Tests that a thread's posts lose their signatures, buttons and details of authors, and keep the rest. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { blocksOf } from "../../src/content/Block.ts"
import { recordsIn } from "../../src/content/Records.ts"
import { blocksOfUnits, unitsOf } from "../../src/content/Units.ts"

const sentence = "The pump trips its breaker whenever the float rises, although the reed is free of salt."

/** The texts that remain of posts with equal chances, each with `parts` and replies after its text. */
const keptOf = (parts: ReadonlyArray<string>, replies: ReadonlyArray<string> = []): ReadonlyArray<string> => {
  const posts = parts.map((part, at) => {
    const [author, day] = [`Skipper ${at % 2}`, `${at + 1} May 2026, 10:0${at}`]
    const head = `<a class=author href=/u>${author}</a><div class=date>${day}</div>`
    return `<div class=post>${head}<div class=text><p>${sentence} ${at}</p></div>${part}${replies[at] ?? ""}</div>`
  })
  const { body } = parseHTML(`<html><body><div class=thread>${posts.join("")}</div></body></html>`).document
  const pieces = blocksOf(body).blocks
  const units = unitsOf(
    pieces,
    pieces.map(() => 0.9),
    recordsIn(body),
  )
  const kept = blocksOfUnits(
    pieces,
    units,
    units.map(({ chance }) => chance > 0),
  )
  return pieces.flatMap(({ text }, at) => (kept[at] === true ? [text] : [])).filter((text) => !text.includes(sentence))
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
    ["an author's texts that differ", (at: number) => `<div class=place>Berth ${at}</div>`],
  ])("keep %s", (_, part) => assert.strictEqual(keptOf(four(part)).length, heads.length + 4))

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
