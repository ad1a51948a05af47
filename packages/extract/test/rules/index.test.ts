/** Tests of the list of rules: each rule is in its file, in the list, in its place, and needed. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { select } from "@porthole/visibility/dom"
import { read, stagesOf } from "../../src/html/Pipeline.ts"
import { drawnBoxes, spaced } from "../../src/phases/Candidates.ts"
import type { Rule } from "../../src/phases/Rule.ts"
import { rules } from "../../src/rules/index.ts"
import { Attributes } from "../../src/tree/Attributes.ts"
import { parse } from "../../src/tree/Parse.ts"
import * as FieldCases from "../field-cases/FieldCases.ts"
import { fetchedOf } from "../support.ts"
import { keptOfSample, samples } from "./samples.ts"

const phases: ReadonlyArray<Rule["phase"]> = ["control", "document", "record", "column", "block", "unit", "content"]

/** The Markdown of a field case by some rules. */
const readBy = (one: FieldCases.FieldCase, some: ReadonlyArray<Rule>): string =>
  Result.getOrThrow(
    read(fetchedOf(FieldCases.bytesOf(one), { url: one.url ?? `https://harbour.test/docs/${one.name}` }), {
      isTimedOut: () => false,
      spent: () => 0,
      stages: stagesOf({ rules: some }),
    }),
  ).content

describe("the list of rules", () => {
  it("has the rule of every file, by its name", () => {
    const files = readdirSync(join(import.meta.dirname, "../../src/rules")).filter((file) => file !== "index.ts")
    const named = rules.map(({ name }) => `${name.replace(/^./, (letter) => letter.toUpperCase())}.ts`)
    assert.deepStrictEqual(named.toSorted(), files.toSorted())
  })

  it("has the phases in the order in which they run", () => {
    const order = rules.map(({ phase }) => phases.indexOf(phase))
    assert.deepStrictEqual(
      order,
      order.toSorted((a, b) => a - b),
    )
    assert.lengthOf(new Set(order), phases.length)
  })

  it("says the case of each rule in one sentence", () => {
    for (const rule of rules) assert.match(rule.case, /^[A-Z][^.]{20,110}\.$/)
  })
})

describe("the tree keeps every attribute that a rule reads:", () => {
  const attributes = new Attributes()
  /** Elements of which the tree keeps any data attributes or more names than of others. */
  const special = ["img", "td", "abbr", "label", "input", "meter", "source", "option"]

  it.each(rules.map((rule) => [rule.name, rule.reads] as const))(
    "%s",
    (_, { attributes: names = [], elements = [] }) => {
      // Where it isn't kept, add it to `usedNames` or `usedOn` of `Attributes.ts`.
      const isKept = (name: string): boolean =>
        [...elements, ...special].some((element) => attributes.isUsed(element, name))
      assert.deepStrictEqual(
        names.filter((name) => !isKept(name)),
        [],
      )
    },
  )
})

describe("the elements that a rule of the phase document asks for are those that it reads:", () => {
  const documents = rules.filter((rule) => rule.phase === "document")

  it.each(documents.map((rule) => [rule.name, rule] as const))("%s", (_, { reads, run }) => {
    const { elements = [] } = reads
    const { body } = parse(`<p>${elements.map((name) => `<${name}>a</${name}>`).join("")}`, "https://a.test/").document
    const asked = new Set<string>()
    run({
      root: body,
      candidates: (...names) => {
        for (const name of names) if (name !== spaced && name !== drawnBoxes) asked.add(name)
        return names.flatMap((name) => (/^\w+$/.test(name) ? select(body, name) : []))
      },
    })
    assert.deepStrictEqual([...asked].toSorted(), elements.toSorted())
  })
})

describe("a document is read otherwise without the rule", () => {
  const cases = FieldCases.read()

  it("of every name that one has", () => {
    const names = new Set(rules.map(({ name }) => name))
    assert.deepStrictEqual(
      cases.flatMap(({ rules: own = [] }) => own).filter((name) => !names.has(name)),
      [],
    )
  })

  it.each(rules.map((rule) => [rule.name, rule] as const))("%s", (name, rule) => {
    const own = cases.filter((one) => one.rules?.includes(name) === true)
    const sample = samples.get(name)
    assert.isTrue(own.length > 0 || sample !== undefined, "add a field case with this rule")
    for (const one of own) {
      assert.strictEqual(FieldCases.faultsIn(one, readBy(one, rules)), "", one.name)
      const without = rules.filter((other) => other !== rule)
      assert.notStrictEqual(FieldCases.faultsIn(one, readBy(one, without)), "", one.name)
    }
    if (sample === undefined) return
    const [withRule, without] = keptOfSample(rule, sample)
    assert.notDeepEqual(withRule, without)
  })
})
