/** Which attributes rules ask elements for, while pages are read. */
import type { Rule } from "../../src/phases/Rule.ts"
import { ownMarks } from "../../src/tree/Attributes.ts"
import { parse } from "../../src/tree/Parse.ts"

/** Reads by some rules; the names of the attributes that each rule asked for. */
export const attributesAsked = (
  rules: ReadonlyArray<Rule>,
  readBy: (watched: ReadonlyArray<Rule>) => void,
): ReadonlyMap<string, ReadonlySet<string>> => {
  const asked = new Map<string, Set<string>>(rules.map(({ name }) => [name, new Set()]))
  let running: Set<string> | undefined
  const elements = prototypeWith("getAttributeNode", parse("<p>a</p>", "https://a.test/").document.body)
  const originals = asking.map((method) => [method, Reflect.get(elements, method)] as const)
  for (const [method, original] of originals)
    Reflect.set(elements, method, function (this: Element, name: string): unknown {
      if (!ownMarks.has(name)) running?.add(name)
      return Reflect.apply(original, this, [name])
    })
  readBy(
    rules.map(
      (rule) =>
        new Proxy(rule, {
          get: (target, key) =>
            key !== "run"
              ? Reflect.get(target, key)
              : (...args: ReadonlyArray<unknown>) => {
                  const around = running
                  running = asked.get(target.name)
                  Reflect.apply(target.run, target, args)
                  running = around
                },
        }),
    ),
  )
  for (const [method, original] of originals) Reflect.set(elements, method, original)
  return asked
}

// --- private --------------------------------------------------------------------------

const asking = ["getAttribute", "getAttributeNode", "hasAttribute"] as const

/** The prototype of an object that has a method. */
const prototypeWith = (method: string, from: object | null): object => {
  if (from === null) throw new Error(`There is no ${method}.`)
  return Object.hasOwn(from, method) ? from : prototypeWith(method, Reflect.getPrototypeOf(from))
}
