import { assert, describe, it } from "@effect/vitest"
import { linesOf } from "../src/layout/Lines.ts"
import { type DrawnRun, upright } from "../src/layout/Rotation.ts"

const size = 10
const matrix = (x: number, y: number): ReadonlyArray<number> => [size, 0, 0, size, x, y]

/** Text drawn from top to bottom in a font for vertical writing. */
const column = (text: string, middle: number, top: number): DrawnRun => ({
  text,
  matrix: matrix(middle, top),
  width: size,
  height: text.length * size,
})

/** The same in a font for horizontal writing: one piece for each character. */
const signs = (text: string, left: number, top: number, step = size): ReadonlyArray<DrawnRun> =>
  Array.from(text, (sign, at) => row(sign, left, top - size - at * step, size))

const row = (text: string, x: number, y: number, width = text.length * 5): DrawnRun => ({
  text,
  matrix: matrix(x, y),
  width,
  height: undefined,
})

const read = (drawn: ReadonlyArray<DrawnRun>): ReadonlyArray<string> => linesOf(upright(drawn)).map(({ text }) => text)

describe("text of a PDF that is written from top to bottom", () => {
  it("has a line a column, from right to left", () =>
    assert.deepStrictEqual(read([column("潮は日に二度満ちる", 300, 700), column("港長は時を板に書く", 280, 700)]), [
      "潮は日に二度満ちる",
      "港長は時を板に書く",
    ]))

  it("is reordered if it was drawn from left to right", () =>
    assert.deepStrictEqual(
      read([260, 280, 300, 320].map((middle, at) => column(`第${"四三二一".charAt(at)}列`, middle, 700))),
      ["第一列", "第二列", "第三列", "第四列"],
    ))

  it("is so if each character is drawn separately", () =>
    assert.deepStrictEqual(read([...signs("潮は日に", 300, 700), ...signs("港長は時", 280, 700)]), [
      "潮は日に",
      "港長は時",
    ]))

  it("continues if another font draws its punctuation or its numbers", () =>
    assert.deepStrictEqual(
      read([
        ...signs("潮は", 300, 700),
        column("︑", 305, 679),
        ...signs("日", 300, 670),
        row("12", 300, 650, 10),
        ...signs("度", 300, 650),
        column("︒", 305, 639),
      ]),
      ["潮は、日12度。"],
    ))

  it("isn't made of a table's rows", () =>
    assert.deepStrictEqual(read([row("有", 100, 700), row("無", 200, 700), row("有", 100, 680), row("有", 200, 680)]), [
      "有 無",
      "有 有",
    ]))

  it("isn't made of lines below one another", () =>
    assert.deepStrictEqual(read([row("一", 100, 700), row("二", 100, 680), row("a", 100, 660), row("b", 100, 650)]), [
      "一",
      "二",
      "a",
      "b",
    ]))

  it("isn't made of two characters, like labels and menus", () =>
    assert.deepStrictEqual(
      read([
        row("姓名", 100, 700, 20),
        row("年齡", 100, 685, 20),
        row("地址", 100, 670, 20),
        row("電話", 100, 655, 20),
      ]),
      ["姓名", "年齡", "地址", "電話"],
    ))

  it("may stand beside lines", () =>
    assert.deepStrictEqual(
      read([row("Tides of the year", 72, 750, 90), column("潮は日に二度", 300, 700), row("End", 72, 90, 20)]),
      ["Tides of the year", "潮は日に二度", "End"],
    ))
})
