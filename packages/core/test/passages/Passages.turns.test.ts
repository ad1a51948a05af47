/** Each step from a text to its passages is done in slices: other work gets turns, which are counted. */
import { assert, describe, it } from "@effect/vitest"
import { HostileTexts } from "@porthole/testing"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { globSync } from "node:fs"
import { basename, join } from "node:path"
import * as Steps from "./Steps.ts"
import * as WorstPages from "./WorstPages.ts"

const { "64 compounds": compounds = "", usual = "" } = HostileTexts.questions
const { "headings with spaces inside": headings = HostileTexts.usual } = HostileTexts.texts

type Turns = Readonly<Record<string, number>>

/** Runs a step, and gives the turns that other work gets during it. */
const counted = <A, E>(step: Effect.Effect<A, E>, give: (turns: number) => void): Effect.Effect<A, E> =>
  Effect.suspend(() => {
    let count = 0
    let other = setImmediate(function next() {
      count++
      other = setImmediate(next)
    })
    return Effect.onExit(step, () =>
      Effect.sync(() => {
        clearImmediate(other)
        give(count)
      }),
    )
  })

/** The turns during each step. */
const turnsOf = (text: string, question: string): Effect.Effect<Turns> =>
  Effect.suspend(() => {
    const turns: Record<string, number> = {}
    const watch: Steps.Watch = (name, step) => counted(step, (count) => (turns[name] = count))
    return Effect.as(Steps.take(text, question, watch), turns)
  })

/** The turns during each function that works on a whole page and has a name among these. */
const turnsOn = (page: WorstPages.Page, names: ReadonlySet<string>): Effect.Effect<Turns> =>
  Effect.suspend(() => {
    const turns: Record<string, number> = {}
    const step: WorstPages.Step = (name, run) =>
      names.has(name) ? Effect.ignore(counted(run, (count) => (turns[name] = count))) : Effect.void
    return Effect.as(WorstPages.takeAll(page, step), turns)
  })

describe("during the passages of a long page, other work gets turns", () => {
  it.effect.each([
    [
      "usual text",
      HostileTexts.usual,
      usual,
      { targets: 3, parse: 3, chunks: 2, index: 12, rank: 55, order: 2, select: 8, quote: 25 },
    ],
    ["usual text and a question of many terms", HostileTexts.usual, compounds, { question: 20, rank: 390 }],
    ["headings", headings, usual, { targets: 2, parse: 2, index: 2 }],
  ] as const)("%s", ([, make, question, least]) =>
    Effect.gen(function* () {
      const turns = yield* turnsOf(make(200_000), question)
      for (const [step, count] of Object.entries(least)) assert.isAtLeast(turns[step] ?? 0, count, step)
    }),
  )
})

/** The size of the pages; and the turns of functions with their worst pages of it, less about a tenth. */
const size = 8_000
type Least = Readonly<Record<string, Readonly<Record<string, number>>>>
const least: Least = {
  "Latin text": {
    "Sections.cut": 2,
    "Ranking.rank": 13,
    "English.featuresOf": 15,
    "Passages.rank, Passages.select": 40,
    "Excerpt.show": 2,
    "Selection.select": 60,
    "Documents.order": 43,
    "JsonText.decode": 1,
  },
  "U+FDFA": {
    "Sections.cut": 5,
    "Blocks.parse": 5,
    "Chunks.cut": 3,
    "ChunkIndex.makeIndex": 71,
    "English.featuresOf": 130,
    "English.unitsOf": 2,
    "English.rank": 149,
    "Quote.find, as written": 33,
    "PageRow.read": 2,
  },
  "one huge line": {
    "BareText.make": 11,
    "Chunks.cut": 4,
    "Question.readQuestion": 5,
    "Selection.reorder": 20,
    "Paging.pageAt": 2,
    "Quote.find, as written": 47,
    "Quote.find": 52,
    "NearWords.find": 60,
    "Find.find": 5,
    "PageRow.read": 8,
    "ShownPages.keep": 4,
    "JsonText.encode": 1,
  },
  "sentences of one character": { "Selection.select": 15 },
  headings: { "Sections.cut": 5, "ChunkIndex.makeIndex": 20, "Chunks.cut": 2 },
  introductions: { "Sections.cut": 5, "Selection.orderOf": 5, "SlicedSort.sorted": 2, "English.unitsOf": 2 },
  links: {
    "Sections.cut": 8,
    "BareText.make": 11,
    "Ranking.rank": 115,
    "English.rank": 120,
    "Selection.select": 15,
    "PageRow.read": 38,
    "JsonText.encode": 2,
    "JsonText.decode": 4,
  },
}

/** Those whose work a constant bounds, which these pages reach. */
const leastOfBounded: Least = {
  headings: {
    "ChunkIndex.makeIndex, headings": 17,
    "Chunks.cut, headings": 1,
    "Outline.section": 17,
    "Selection.orderOf": 5,
  },
  introductions: { "Sharing.byRelevance": 2 },
}

describe("every function over a whole page gives other work turns in proportion to the page", () => {
  it.effect.each(Object.entries(WorstPages.pages))("%s", ([name, make]) =>
    Effect.gen(function* () {
      const names = new Set(Object.keys({ ...least[name], ...leastOfBounded[name] }))
      const [once, twice] = [yield* turnsOn(make(size), names), yield* turnsOn(make(2 * size), names)]
      for (const [table, isBounded] of [
        [least, false],
        [leastOfBounded, true],
      ] as const)
        for (const [step, turns] of Object.entries(table[name] ?? {})) {
          const growth = { once: once[step] ?? 0, twice: twice[step] ?? 0 }
          assert.isTrue(WorstPages.isSliced(growth, turns, isBounded), `${step}: ${JSON.stringify(growth)}`)
        }
    }),
  )

  it.effect("but for one that does it in one step", () =>
    Effect.gen(function* () {
      const turns: Array<number> = []
      for (const length of [size, 2 * size]) {
        const split = Effect.sync(() => "word ".repeat(30 * length).split(" "))
        yield* counted(split, (count) => turns.push(count))
      }
      const [once = 0, twice = 0] = turns
      assert.isFalse(WorstPages.isSliced({ once, twice }, 1))
      assert.isFalse(WorstPages.isSliced({ once: 1, twice: 1 }, 1))
      assert.isFalse(WorstPages.isSliced({ once: 10, twice: 12 }, 1))
    }),
  )

  it("and none is left out", async () => {
    const tables = [...Object.values(least), ...Object.values(leastOfBounded)]
    const names = [...tables.flatMap(Object.keys), ...Object.keys(WorstPages.bounded)]
    const known = new Set(names.flatMap((name) => name.split(", ")))
    const folder = join(import.meta.dirname, "../../src/passages")
    for (const file of globSync("*.ts", { cwd: folder })) {
      const exported: Readonly<Record<string, unknown>> = await import(join(folder, file))
      for (const [name, value] of Object.entries(exported)) {
        const full = `${basename(file, ".ts")}.${name}`
        if (typeof value === "function" && !Context.isKey(value)) assert.isTrue(known.has(full), full)
      }
    }
  })
})
