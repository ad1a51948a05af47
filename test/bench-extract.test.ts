/** The comparisons of the reader's bench, and the safety of its report against hostile pages. */
import { assert, describe, it } from "vitest"
import { compare } from "../bench/extract/src/Diff.ts"
import * as Quality from "../bench/extract/src/Quality.ts"
import { isRendered } from "../bench/extract/src/RenderChoice.ts"
import { shells } from "../bench/extract/src/Shells.ts"
import * as Report from "../bench/extract/src/report/Report.ts"
import type { Row } from "../bench/extract/src/Rig.ts"

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

describe("the choice of pages that are rendered", () => {
  it("finds at least 26 of 30 shells of applications", () => {
    const chosen = shells.filter(({ html }) => isRendered(new TextEncoder().encode(html)) === true)
    assert.lengthOf(shells, 30)
    assert.isAtLeast(chosen.length, 26)
  })

  it.each([
    ["an article", "<article>" + "<p>High water is at six, and low water at noon.</p>".repeat(8) + "</article>"],
    ["a short page without a script", "<p>High water at six.</p>"],
    ["a login", '<form action="/login"><h1>Log in</h1><input name="user"><input type="password"></form>'],
  ])("leaves %s alone, though it has a script", (name, body) => {
    const script = name.includes("without") ? "" : '<script src="/a.js"></script>'
    assert.isFalse(isRendered(new TextEncoder().encode(`<title>Tides</title><body>${body}${script}`)))
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
