import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Passages from "../../src/passages/Passages.ts"
import { passageProperties, select } from "./PassageProperties.ts"

const filler = (topic: string, count: number): string =>
  Array.from({ length: count }, (_, n) => `Paragraph ${n} says something about ${topic} and nothing else at all.`).join(
    "\n\n",
  )

describe("the passages of a page", () => {
  it("answer the query, with the headings above them and marks for omitted text", async () => {
    const text = [
      "# Manual",
      filler("cleaning", 30),
      "## Transport",
      "### Weight",
      "The machine weighs 14 kg without its battery.",
      filler("colours", 30),
      "## Price",
      "It costs 499 €.",
      filler("shops", 30),
    ].join("\n\n")
    const { content, passages } = await select(text, "how heavy is the machine without battery, weight", 300)
    assert.include(content, "## Transport\n\n### Weight\n\nThe machine weighs 14 kg without its battery.")
    assert.isAtMost(content.length, 300)
    assert.include(
      passages.map(({ heading }) => heading),
      "Weight",
    )
  })

  it("contain a row with its table's header, and a list's item with its introduction", async () => {
    const rows = Array.from({ length: 60 }, (_, n) => `| part${n} | ${n * 3} mm |`)
    const items = Array.from({ length: 60 }, (_, n) => `- component${n}`)
    const text = `| part | width |\n| --- | --- |\n${rows.join("\n")}\n\nThe kit contains these:\n\n${items.join("\n")}`
    const table = await select(text, "width of part41", 120)
    assert.include(table.content, "| part | width |\n| --- | --- |")
    assert.include(table.content, "| part41 | 123 mm |")
    const list = await select(text, "component17", 60)
    assert.include(list.content, "The kit contains these:")
    assert.include(list.content, "- component17")
  })

  it("bring the short line above them, which may be a heading without a mark", async () => {
    const text = `${filler("x", 40)}\n\nWarranty\n\nIt lasts for two years.\n\n${filler("y", 40)}`
    assert.include((await select(text, "warranty", 200)).content, "Warranty\n\nIt lasts for two years.")
  })

  it("yield to the event loop, for any length of the page and the question", async () => {
    const text = Array.from({ length: 4_000 }, (_, n) => `Sentence ${n} names word${n} and topic${n % 97}.`).join(
      "\n\n",
    )
    const question = Array.from({ length: 64 }, (_, n) => `topic${n}`).join(" ")
    const turnsFor = (characters: number): Promise<number> =>
      Effect.gen(function* () {
        let turns = 0
        const others = Effect.forever(
          Effect.andThen(
            Effect.sync(() => turns++),
            Effect.yieldNow,
          ),
        )
        yield* Effect.race(
          Passages.select({ text: text.slice(0, characters), mainLength: characters }, question, 1_500),
          others,
        )
        return turns
      }).pipe(Effect.runPromise)
    assert.isAbove(await turnsFor(text.length), 100)
    assert.isAbove(await turnsFor(text.length), 2 * (await turnsFor(text.length / 4)))
  })

  it("find inflected words, parts of compounds, words without accents, and scripts without spaces", async () => {
    const cases = [
      ["Sammelflüge der Hummeln dauern drei Stunden.", "Wie lange dauert ein Sammelflug"],
      ["Der Gesundheitsnotstand wurde ausgerufen.", "Notstand"],
      ["La adopción del régimen fue en abril.", "regimen"],
      ["蔡健雅于2017年加盟环球音乐公司。", "哪一年加盟环球"],
    ] as const
    for (const [answer, question] of cases) {
      const { content } = await select(`${filler("x", 40)}\n\n${answer}\n\n${filler("y", 40)}`, question, 250)
      assert.include(content, answer)
    }
  })

  it("come from outside of the main content, too, and are marked", async () => {
    const main = filler("news", 40)
    const text = `${main}\n\n## Contact\n\nOur telephone number is 555-0100.`
    const { passages } = await select(text, "telephone number", 200, main.length)
    assert.deepStrictEqual(
      passages.map(({ outside }) => outside),
      [true],
    )
  })

  it("are absent if the page has no word of the question", async () => {
    assert.deepStrictEqual(await select(filler("boats", 20), "quantum chromodynamics", 500), {
      passages: [],
      content: "",
    })
    assert.deepStrictEqual(await select("", "anything", 500), { passages: [], content: "" })
  })

  it("don't repeat the same text", async () => {
    const text = `${Array.from({ length: 5 }, () => "The ferry leaves at noon.").join("\n\n")}\n\n${filler("ferry", 20)}`
    const { content } = await select(text, "when does the ferry leave", 400)
    assert.strictEqual(content.split("leaves at noon").length, 2)
  })

  it("leave out the targets of links and don't count them, but keep code", async () => {
    const site = `https://example.com/${"long/".repeat(60)}`
    const answer = `The [ferry](${site}a_(b)) from [Kiel](${site} "Port") takes \`list[0](x)\` 14 hours.`
    const text = `${filler("x", 40)}\n\n${answer}\n\n${filler("y", 40)}`
    const { content, passages } = await select(text, "ferry from Kiel hours", 120)
    assert.include(content, "The [ferry] from [Kiel] takes `list[0](x)` 14 hours.")
    assert.isTrue(passages.some(({ end, start }) => text.slice(start, end).includes(answer)))
    const fenced = `${filler("x", 40)}\n\n\`\`\`js\nferry = list[0](kiel)\n\`\`\`\n\n${filler("y", 40)}`
    assert.include((await select(fenced, "ferry", 120)).content, "list[0](kiel)")
  })

  it("may be a heading without text", async () => {
    const text = `${filler("x", 40)}\n\n## The ferry leaves at noon\n\n## Other\n\n${filler("y", 40)}\n\n### Price 14 €`
    assert.include((await select(text, "when does the ferry leave", 150)).content, "## The ferry leaves at noon")
    assert.include((await select(text, "price", 150)).content, "### Price 14 €")
  })

  passageProperties({ runs: 40, length: 20_000 })
})
