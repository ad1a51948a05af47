/** Pages of what a rule reads, over and over: a rule that searches the tree for each element takes quadratic time. */
import { assert, describe, it } from "@effect/vitest"
import { growthOf, limit, repeated, type Shape } from "../../../../test/growth/Growth.ts"
import { wordsOf } from "../../src/classes/ClassNames.ts"
import type { Rule } from "../../src/phases/Rule.ts"
import { readHtml } from "../support.ts"

/** The pages for a rule: its elements side by side and within each other, with its attributes and class names. */
const shapesOf = ({ reads }: Rule): ReadonlyArray<Shape> => {
  const { attributes = [], attributesOn = {}, classes = [], elements = [] } = reads
  const names = classes.map((group) => wordsOf(group).split(" ", 1)[0]?.replaceAll(/[?*]/g, "") ?? "")
  const others = [...attributes, ...Object.keys(attributesOn)]
    .filter((name) => name !== "class")
    .map((name) => ` ${name}="#a 1"`)
  const tags = (elements.length === 0 ? ["div"] : elements).map((name) => {
    const [element, own = ""] = name.startsWith("[") ? ["span", ` ${name.slice(1, -1)}`] : [name]
    return [`<${element}${own} class="${names.join(" ")}"${others.join("")}>`, `</${element}>`] as const
  })
  return [
    repeated(tags.map(([start, end]) => `${start}a word${end} `).join("")),
    repeated(
      `${tags.map(([start]) => start).join("")}a word ${tags
        .map(([, end]) => end)
        .toReversed()
        .join("")}`,
    ),
    repeated(`${tags.map(([start]) => start).join("")}a `),
  ]
}

/** Declares that pages of them are read in linear time. */
export const ruleTests = (some: ReadonlyArray<Rule>): void => {
  describe("pages of what a rule reads take time in proportion to their length:", () => {
    it.each(some.map((rule) => [rule.name, rule] as const))("%s", (_, rule) => {
      for (const shape of shapesOf(rule)) assert.isBelow(growthOf(readHtml, shape, 20_000), limit, shape.name)
    })
  })
}
