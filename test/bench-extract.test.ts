/** The counts of the reader's bench, and the safety of its report against hostile pages. */
import { assert, describe, it } from "vitest"
import { compare } from "../bench/extract/src/Diff.ts"
import * as Quality from "../bench/extract/src/Quality.ts"
import { textOf, withoutNotation } from "../bench/extract/src/Rendered.ts"
import * as Report from "../bench/extract/src/report/Report.ts"
import type { Row } from "../bench/extract/src/Rig.ts"
import { hitsIn, ofHits, score, scoreOfOutput, shinglesOf, wordsOf } from "../bench/extract/src/Scores.ts"
import { binned, boost } from "../bench/extract/src/train/Boosting.ts"
import { learn } from "../bench/extract/src/train/Models.ts"
import { levels } from "../packages/extract/src/content/Context.ts"
import { featureNames } from "../packages/extract/src/content/Features.ts"
import { chancesOf, planted, rowsOf } from "../packages/extract/src/content/Forest.ts"

describe("the score", () => {
  it.each([
    ["the same words in another order", "fog over the Bay", "the bay, over fog", { f1: 1, p: 1, r: 1 }],
    ["a word that is got too often", "bay bay bay bay", "bay", { f1: 0.4, p: 0.25, r: 1 }],
    ["half of what was expected", "fog bay", "fog bay ship ship", { f1: 2 / 3, p: 1, r: 0.5 }],
    ["letters of any script", "Über_2 東京", "über_2 東京", { f1: 1, p: 1, r: 1 }],
    ["characters of a language without spaces", "東京 は 霧", "東京は雨", { f1: 0.75, p: 0.75, r: 0.75 }],
    ["compatible characters and soft hyphens", "5 km² of fog\u00adhorn", "5 km2 of foghorn", { f1: 1, p: 1, r: 1 }],
    ["nothing, where nothing was expected", " – ", "", { f1: 1, p: 1, r: 1 }],
    ["nothing, where something was", "", "fog", { f1: 0, p: 0, r: 0 }],
    ["something, where nothing was", "fog", "", { f1: 0, p: 0, r: 1 }],
  ])("of %s", (_, got, expected, result) => {
    assert.deepStrictEqual(score(wordsOf(got), wordsOf(expected)), result)
  })
})

describe("shingles", () => {
  it("are every four consecutive words, or all words if there are fewer", () => {
    assert.deepStrictEqual(shinglesOf(["a", "b", "c", "d", "e"]), ["a b c d", "b c d e"])
    assert.deepStrictEqual(shinglesOf(["a", "b"]), ["a b"])
    assert.deepStrictEqual(shinglesOf([]), [])
  })
})

describe("segments", () => {
  it("are found with any white space, and counted over all pages", () => {
    const hits = hitsIn("Fog over\n the bay. Share this", {
      keep: ["Fog over the bay.", "ship"],
      drop: ["Share  this"],
    })
    assert.deepStrictEqual(hits, { kept: 1, wrong: 1, lost: 1 })
    assert.deepStrictEqual(ofHits([hits, { kept: 2, wrong: 0, lost: 0 }]), { p: 0.75, r: 0.75, f1: 0.75 })
  })
})

describe("an output as text", () => {
  const words = (text: string) => text.split(/\s+/).filter((word) => word !== "")

  it("of Markdown has neither addresses nor alternative texts", () => {
    const markdown =
      '# Log\n\n- a [link](https://a.test/path "title")\n- ![alt](/b.png)\n\n| x | y |\n| - | - |\n| 1 | 2 |\n'
    assert.deepStrictEqual(words(textOf({ markdown })), ["Log", "a", "link", "x", "y", "1", "2"])
  })

  it("of Markdown has no labels of footnotes, as that of HTML has no numbers of lists", () => {
    assert.deepStrictEqual(words(textOf({ markdown: "A log[^1]\n\n[^1]: Of a ship\n" })), [
      "A",
      "log[^1]",
      "Of",
      "a",
      "ship",
    ])
  })

  it("of Markdown has no braces around raised and lowered text", () => {
    assert.deepStrictEqual(words(textOf({ markdown: "E_{ij} = mc^{2}" })), ["Eij", "=", "mc2"])
  })

  it.each([
    ["TeX", { markdown: "So $x^2 \\$ y$ is\n\n$$\n\\frac{1}{2}\n$$\n\nfor $5 and $6." }, "So is for $5 and $6."],
    ["MathML", { html: "<p>So <math><mi>x</mi></math> is</p>" }, "So is"],
    ["a bare address", { markdown: "A [b.test](https://b.test/x) and [b](https://b.test/c)" }, "A and b"],
    [
      "one in HTML",
      { html: 'A <a class=x href="https://b.test/x">b.test</a> and <a href="https://b.test">be</a>' },
      "A and be",
    ],
  ])("without notation lacks %s", (_, output, expected) => {
    assert.strictEqual(words(textOf(withoutNotation(output))).join(" "), expected)
  })

  it("is compared as it is, and without notation on both sides", () => {
    const truth = { text: "So x is", bare: "So is", by: "words" as const }
    assert.strictEqual(scoreOfOutput({ markdown: "So $\\sqrt{x}$ is" }, truth).f1, 1)
    assert.strictEqual(scoreOfOutput({ markdown: "So x is" }, truth).f1, 1)
    assert.strictEqual(scoreOfOutput({ markdown: "So" }, truth).f1, 2 / 3)
  })

  it("of HTML sets blocks apart and keeps words whole", () => {
    const html =
      "<p>one</p><p>t<b>w</b>o</p><ul><li>three<li>four</ul>five<br>six<script>x()</script><style>y{}</style>"
    assert.deepStrictEqual(words(textOf({ html })), ["one", "two", "three", "four", "five", "six"])
  })

  it("reads trees deeper than the stack", () => {
    assert.strictEqual(textOf({ html: `${"<i>".repeat(20_000)}deep` }).trim(), "deep")
  })
})

describe("boosted trees", () => {
  const growth = { trees: 60, leaves: 3, rate: 0.2, rowShare: 0.8, columnShare: 1, leastWeight: 1, penalty: 1 }
  // Half of .4088 is .2044, which becomes a little greater in 32 bits.
  const values = Float32Array.from({ length: 400 }, (_, row) => (row % 2 === 0 ? 0 : 0.4088))
  const rows = Int32Array.from(values.keys())
  const target = {
    shares: Float64Array.from(values, (value) => (value === 0 ? 0.2 : 0.7)),
    weights: new Float64Array(400).fill(1),
    draws: Float64Array.from(values, (_, row) => (row % 3 === 0 ? 0.5 : 1)),
  }

  it("learn the share of each bin, even if the bin's edge has more digits than the tree", () => {
    const forest = planted(boost(binned(values, 1), target, rows, growth))
    const [low, high] = chancesOf(forest, 0, rowsOf(forest, Float32Array.of(0, 0.4088), 1))
    assert.approximately(low ?? 0, 0.2, 0.02)
    assert.approximately(high ?? 0, 0.7, 0.02)
  })

  it("are the same for the same seed", () => {
    const [one, two, other] = [1, 1, 2].map((seed) => boost(binned(values, 1), target, rows, growth, seed))
    assert.deepStrictEqual(one, two)
    assert.notDeepEqual(one, other)
  })
})

describe("cross-validated models", () => {
  const growth = { trees: 4, leaves: 4, rate: 0.3, rowShare: 1, columnShare: 1, leastWeight: 1, penalty: 1 }
  const plan = { first: growth, second: growth, seed: 1, folds: 3 }
  const blocks = 20
  const all = (value: number) => new Float64Array(blocks).fill(value)
  const sample = (site: number, shareOf: (block: number) => number) => ({
    entry: {
      id: `${site}`,
      file: "",
      type: "article",
      url: "",
      site,
      truth: { text: "", bare: "", by: "words" as const },
    },
    texts: [],
    words: all(10),
    prose: all(10),
    features: Float32Array.from({ length: blocks * featureNames.length }, (_, at) => (at * (site + 7)) % 11),
    ranges: new Int32Array(blocks * levels * 2),
    titleAt: -1,
    shares: all(0).map((_, block) => shareOf(block)),
  })
  /** Pages of three folds; the labels of the first fold are inverted or not. */
  const learnt = (isTurned: boolean) =>
    learn(
      Array.from({ length: 9 }, (_, site) =>
        sample(site, (block) => {
          const share = ((block * 7 + site * 3) % 10) / 10
          return isTurned && site % 3 === 0 ? 1 - share : share
        }),
      ),
      () => ({ weights: all(1), draws: all(1) }),
      plan,
    )

  it("learn nothing from the pages that measure them, not even through other forests", () => {
    const [one, other] = [learnt(false).folds, learnt(true).folds]
    assert.deepStrictEqual(one[0], other[0])
    assert.notDeepEqual(one[1], other[1])
  })
})

describe("the comparison", () => {
  it("reports equal, moved and single words", () => {
    assert.deepStrictEqual(compare("a b c d e", "c a b x e"), {
      left: ["same", "same", "elsewhere", "alone", "same"],
      right: ["elsewhere", "same", "same", "alone", "same"],
    })
  })

  it("of long texts is anchored by the words that occur once", () => {
    const long = Array.from({ length: 3_000 }, (_, at) => (at % 3 === 0 ? `w${at}` : "and"))
    const cut = long.filter((_, at) => at < 1_000 || at >= 1_030)
    const { left, right } = compare(long.join(" "), cut.join(" "))
    assert.isTrue(right.every((fate) => fate === "same"))
    assert.deepStrictEqual(left.flatMap((fate, at) => (fate === "alone" ? [at] : [])).length, 30)
    assert.strictEqual(left.indexOf("alone"), left.lastIndexOf("alone") - 29)
  })
})

const row = (id: string, more: Partial<Row> = {}): Row => ({
  id,
  type: "forum",
  f1: 0.5,
  p: 0.5,
  r: 0.5,
  ms: 10,
  path: "main",
  empty: false,
  ...more,
})

describe("the report", () => {
  const hostile = `<script>alert(1)</script><img src=x onerror=alert(1)>"'\u202e`
  const detail = {
    url: `https://a.test/${hostile}`,
    expected: `${hostile} fog`,
    got: `${hostile} bay`,
    path: hostile,
    stages: [{ name: hostile, note: hostile, characters: 3, ms: 1, f1: 0.5, p: 0.5, r: 0.5 }],
  }

  it("shows a page's words as text, and runs and loads nothing but its own script", () => {
    const page = row("0001", { path: hostile })
    const report = Report.render([page], [page], () => detail)
    assert.strictEqual(report.split("<script").length, 2)
    assert.notInclude(report, "<img")
    assert.notInclude(report, "\u202e")
    assert.notMatch(report, /<[^>]*\s(?:src|href|on\w+)=/)
    const [, nonce = ""] = /script-src &#39;nonce-([^&]+)&#39;/.exec(report) ?? []
    assert.include(report, "default-src &#39;none&#39;")
    assert.include(report, `<script nonce="${nonce}">`)
    assert.isAbove(nonce.length, 20)
    assert.include(report, "<del>")
    assert.include(report, "<ins>")
  })

  it("cuts long texts, and reports that", () => {
    const page = row("0001")
    const got = "fog bay ".repeat(10_000)
    const report = Report.render([page], [page], () => ({ ...detail, got }))
    assert.match(report, /\b599\d\d more characters aren't shown/)
    assert.isBelow(report.length, 60_000)
  })

  it("shows the worst pages of each type", () => {
    const rows = [
      row("0001", { f1: 0.9 }),
      row("0002", { f1: 0.1 }),
      row("0003", { f1: 0.2 }),
      row("0005", { f1: 0.7, type: "article" }),
    ]
    const shown = Report.worst(rows, 2)
    assert.deepStrictEqual(
      shown.map(({ id }) => id),
      ["0002", "0003", "0005"],
    )
  })
})

describe("the changes", () => {
  it("is reported by type, and by page if it exceeds .02", () => {
    const before = [row("0001"), row("0002"), row("0003")]
    const now = [row("0001", { f1: 0.4 }), row("0002", { f1: 0.7, path: "body" }), row("0003", { f1: 0.51 })]
    const reported = Quality.changes(now, before)
    assert.match(reported, /\| 0001 \| forum \| \.500 -> \.400 \| -\.100 \|.*\| main \|/)
    assert.match(reported, /\| 0002 \| forum \| \.500 -> \.700 \| \+\.200 \|.*\| main -> body \|/)
    assert.notInclude(reported, "0003")
    assert.include(reported, "1 pages lost more than .02, 1 gained.")
  })
})
