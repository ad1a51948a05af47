/** Tests of the list of rules: each rule is in its file, in the list, in its place, and needed. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { select } from "@porthole/visibility/dom"
import { read, stagesOf } from "../../src/html/Pipeline.ts"
import { phasesOf } from "../../src/phases/Phases.ts"
import type { Rule } from "../../src/phases/Rule.ts"
import { rules } from "../../src/rules/index.ts"
import { parse } from "../../src/tree/Parse.ts"
import * as FieldCases from "../field-cases/FieldCases.ts"
import { fetchedOf } from "../support.ts"
import { attributesAsked } from "./attributesAsked.ts"
import { keptOfSample, samples } from "./samples.ts"

const phases: ReadonlyArray<Rule["phase"]> = ["control", "document", "record", "column", "block", "unit", "content"]

/** The Markdown of a field case by some rules. */
const readBy = (one: FieldCases.FieldCase, some: ReadonlyArray<Rule>): string =>
  Result.getOrThrow(
    read(fetchedOf(FieldCases.bytesOf(one), { url: one.url ?? `https://harbour.test/docs/${one.name}` }), {
      isTimedOut: () => false,
      spent: () => 0,
      stages: stagesOf({ rules: some }),
      attributes: phasesOf(some).attributes,
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

describe("the attributes that a rule reads", () => {
  const cases = FieldCases.read().filter(({ type }) => type === undefined)
  const asked = attributesAsked(rules, (some) => cases.forEach((one) => readBy(one, some)))

  it.each(rules.map((rule) => [rule.name, rule.reads] as const))("are all in its list: %s", (name, reads) => {
    const listed = new Set([...(reads.attributes ?? []), ...Object.keys(reads.attributesOn ?? {})])
    assert.deepStrictEqual(
      [...(asked.get(name) ?? [])].filter((one) => !listed.has(one)),
      [],
    )
  })

  it("are kept by the tree, also in a frame, and no others", () => {
    const planted: Rule = {
      name: "shelves",
      case: "A shelf of a shop says only by an attribute what it holds.",
      phase: "control",
      reads: { attributes: ["data-shop"], attributesOn: { "data-shelf": ["li"] } },
      run: (root) => {
        for (const element of select(root, "[data-shop], [data-shelf]"))
          element.append(` ${element.getAttribute("data-shop")} ${element.getAttribute("data-shelf")}`)
      },
    }
    const list = "<p data-shop=Quay data-shelf=p>Shop</p><ul><li data-shelf=ropes>Shelf</li></ul>"
    const read = (some: ReadonlyArray<Rule>) =>
      readBy({ name: "shelves", kind: "rules", article: `${list}<iframe srcdoc="${list}"></iframe>` }, some)
    for (const text of ["Shop Quay null", "Shelf null ropes"]) {
      assert.lengthOf(read([...rules, planted]).split(text), 3)
      assert.notInclude(read(rules), text)
    }
  })
})

/** An element of a name, or with an attribute. */
const tagOf = (name: string): string => {
  const [element, attribute = ""] = name.startsWith("[") ? ["span", ` ${name.slice(1, -1)}`] : [name]
  return `<${element}${attribute}>a</${element}>`
}

describe("the elements that a rule of the phase document asks for are those that it reads:", () => {
  const documents = rules.filter((rule) => rule.phase === "document")

  it.each(documents.map((rule) => [rule.name, rule] as const))("%s", (_, { reads, run }) => {
    const { elements = [] } = reads
    const { body } = parse(`<p>${elements.map(tagOf).join("")}`, "https://a.test/").document
    const asked = new Set<string>()
    run({
      root: body,
      candidates: (...names) => {
        for (const name of names) asked.add(name)
        return names.flatMap((name) => select(body, name))
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
