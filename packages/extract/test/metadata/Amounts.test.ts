import { assert, describe, it } from "@effect/vitest"
import { moneyIn, numbersIn } from "../../src/metadata/Amounts.ts"

describe("the numbers of a text", () => {
  it.each([
    ["1,234.56", [1234.56]],
    ["1.234,56 kr", [1234.56]],
    ["1\u00a0234\u00a0567,89", [1234567.89]],
    ["CHF 1’299.–", [1299]],
    ["1\u202f299,00 €", [1299]],
    ["12 or 13", [12, 13]],
    ["29,99 19,99 €", [29.99, 19.99]],
    ["Size 42 19.99 €", [42, 19.99]],
    ["29,99, 5'11", [29.99, 5, 11]],
    ["10 2000", [10, 2000]],
    ["", []],
  ] as const)("%s are %j", (text, numbers) => assert.deepStrictEqual(numbersIn(text), numbers))

  it("are read in both ways where a space may group digits or divide two numbers", () => {
    assert.deepStrictEqual(numbersIn("iPhone 15 999 €"), [15999, 15, 999])
    assert.deepStrictEqual(numbersIn("1 234,50"), [1234.5, 1, 234.5])
  })
})

describe("the money in a text", () => {
  it.each([
    ["Size 42 19.99 €", [19.99]],
    ["29,99 19,99 €", [29.99, 19.99]],
    ["iPhone 15 999 €", [15999, 999]],
    ["€ 1 299 in 12 months", [1299, 1]],
    ["12 boats, 13 oars", []],
    ["CHF 12.–", [12]],
  ] as const)("%s is %j", (text, amounts) => assert.deepStrictEqual<ReadonlyArray<number>>([...moneyIn(text)], amounts))
})
