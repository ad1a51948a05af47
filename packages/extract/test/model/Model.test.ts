import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { nothingDeclared } from "../../src/metadata/Declared.ts"
import { blocksOf } from "../../src/model/Block.ts"
import { featureNames, featuresOf } from "../../src/model/Features.ts"
import { chancesOf, type Forest, compile, rowsOf, type Tree } from "../../src/model/Forest.ts"
import { judge, modelOf, names, type Weights } from "../../src/model/Model.ts"
import { pageOf } from "../../src/model/Page.ts"
import json from "../../src/model/weights.json" with { type: "json" }

const weights: Weights = json

const known = {
  title: "",
  declared: nothingDeclared,
}

/** A tree of some five columns and levels, which depends on the seed. */
const grown = (seed: number, level: number): Tree => {
  const number = (seed * 31 + level * 17) % 23
  if (level > 1 && (seed + level) % 4 === 0) return { columns: [-1], numbers: [number / 10 - 1.1] }
  if (level === 5) return { columns: [-1], numbers: [number / 7 - 1.7] }
  const sides = [grown(seed * 3 + 1, level + 1), grown(seed * 5 + 2, level + 1)]
  return {
    columns: [(seed + level) % 5, ...sides.flatMap(({ columns }) => columns)],
    numbers: [number, ...sides.flatMap(({ numbers }) => numbers)],
  }
}

/** The number of the first node after a node and those below it. */
const after = (columns: ReadonlyArray<number>, node: number): number =>
  columns[node] === -1 ? node + 1 : after(columns, after(columns, node + 1))

const judged = (html: string, model = modelOf(weights)) =>
  judge(blocksOf(parseHTML(`<html><body>${html}</body></html>`).document.body), known, model)

describe("the weights", () => {
  it("have the existing features, in their order", () => {
    assert.deepStrictEqual(weights.features, [...names])
  })

  it("form trees whose paths all end in leaves", () => {
    for (const { trees } of [weights.first, weights.second])
      for (const { columns, numbers } of trees) {
        assert.lengthOf(numbers, columns.length)
        assert.isTrue(numbers.every(Number.isFinite))
        // Each inner node has two children, so a tree ends with the leaf that completes every inner node before it.
        let waiting = 1
        const counts = columns.map((column) => (waiting += column < 0 ? -1 : 1))
        assert.strictEqual(counts.indexOf(0), columns.length - 1)
      }
  })
})

describe("a forest", () => {
  const tree = { columns: [1, 0, -1, -1, -1], numbers: [5, 2, 1, 2, -3] }

  it("sums up the leaves that a row reaches", () => {
    const forest = compile({ bias: 0.5, trees: [tree, tree] })
    const chances = chancesOf(forest, 0, rowsOf(forest, Float32Array.of(2, 5, 3, 5, 0, 6), 2))
    const sums = Array.from(chances, (chance) => Math.log(chance / (1 - chance)))
    for (const [at, sum] of [2.5, 4.5, -5.5].entries()) assert.approximately(sums[at] ?? 0, sum, 1e-6)
  })

  it("computes for each of many rows the sum of a single row", () => {
    const forest: Forest = { bias: -0.2, trees: Array.from({ length: 40 }, (_, seed) => grown(seed, 0)) }
    for (const count of [1, 31, 32, 33, 512, 513, 1_100]) {
      const rows = Float32Array.from({ length: count * 5 }, (_, at) => (at * 7_919) % 23)
      const expected = Array.from({ length: count }, (_, row) => {
        const own = rows.subarray(row * 5, row * 5 + 5)
        const sum = forest.trees.reduce((total, { columns, numbers }) => {
          let node = 0
          while (columns[node] !== -1)
            node = own[columns[node] ?? 0]! <= numbers[node]! ? node + 1 : after(columns, node + 1)
          return total + Math.fround(numbers[node] ?? 0)
        }, forest.bias)
        return 1 / (1 + Math.exp(-sum))
      })
      const laid = compile(forest)
      assert.deepStrictEqual(Array.from(chancesOf(laid, 0, rowsOf(laid, rows, 5))), expected)
    }
  })

  it("judges the rows of another one, which had no value in the columns that it didn't look at", () => {
    const forests = [0, 1].map((seed): Forest => ({ bias: seed, trees: [grown(seed * 7 + 3, 0), grown(seed, 0)] }))
    const narrow = { bias: 0, trees: [tree] }
    const values = Float32Array.from({ length: 50 * 5 }, (_, at) => (at * 7_919) % 23)
    const alone = forests.map((forest) => {
      const laid = compile(forest)
      return chancesOf(laid, 0, rowsOf(laid, values, 5))
    })
    const both = compile(narrow, ...forests)
    const early = values.map((value, at) => (at % 5 < 2 ? value : 0))
    const rows = rowsOf(both, early, 5)
    const first = chancesOf(both, 0, rows, 2)
    early.set(values)
    const laid = compile(narrow)
    assert.deepStrictEqual(first, chancesOf(laid, 0, rowsOf(laid, values, 5)))
    assert.deepStrictEqual(
      [1, 2].map((number) => chancesOf(both, number, rows)),
      alone,
    )
  })

  it("is its bias without trees, and accepts trees of one leaf", () => {
    const none = compile({ bias: 0, trees: [] })
    assert.deepStrictEqual(chancesOf(none, 0, rowsOf(none, new Float32Array(4), 2)), Float64Array.of(0.5, 0.5))
    const leaf = { columns: [-1], numbers: [2] }
    const forest = compile({ bias: 0, trees: [leaf, tree] })
    assert.approximately(
      chancesOf(forest, 0, rowsOf(forest, Float32Array.of(2, 5), 2))[0] ?? 0,
      1 / (1 + Math.exp(-3)),
      1e-6,
    )
  })
})

describe("the features", () => {
  it("are in the columns of their names", () => {
    const html = "<main><h1>Tides</h1><p>The tide came in before noon.</p></main>"
    const { body } = parseHTML(`<html><body>${html}</body></html>`).document
    const page = pageOf(blocksOf(body), { ...known, title: "Tides" })
    const rows = featuresOf(page)
    const [heading, paragraph] = [rows, rows.subarray(featureNames.length)]
    const of = (row: Float32Array, name: string) => row[featureNames.indexOf(name)]
    assert.strictEqual(of(paragraph, "copies"), 1)
    assert.strictEqual(of(heading, "heading"), 6)
    assert.strictEqual(of(heading, "in main"), 1)
    assert.strictEqual(of(heading, "is title"), 1)
    assert.strictEqual(of(paragraph, "is title"), 0)
  })
})

describe("a judgement", () => {
  it("has a chance for each block, and is the same each time", () => {
    const html =
      "<nav><a href=/a>Home</a></nav><h1>Tides</h1><p>The tide came in before noon, and with it the boats.</p>"
    const { blocks, chances } = judged(html)
    assert.lengthOf(chances, blocks.length)
    assert.isTrue(chances.every((chance) => chance > 0 && chance < 1))
    assert.deepStrictEqual(judged(html).chances, chances)
  })

  it("accepts pages without blocks", () => {
    assert.lengthOf(judged("").chances, 0)
    assert.lengthOf(judged("<div></div><img src=x>").chances, 0)
  })
})
