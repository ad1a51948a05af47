import { assert, describe, it } from "vitest"
import * as fc from "fast-check"
import { BoundedMap } from "@porthole/core"

const keysOf = <A>(map: BoundedMap.BoundedMap<A>) => map.entries().map(([key]) => key)

describe("BoundedMap", () => {
  it("drops the least recently used for more entries than its limit", () => {
    const map = BoundedMap.make<number>({ maxEntries: 3, maxWeight: 100 })
    for (const [at, key] of ["a", "b", "c"].entries()) assert.deepStrictEqual(map.set(key, at, 1), [])
    assert.strictEqual(map.get("a"), 0)
    assert.deepStrictEqual(map.set("d", 3, 1), [["b", 1]])
    assert.deepStrictEqual(keysOf(map), ["c", "a", "d"])
  })

  it("doesn't count a peek as a use", () => {
    const map = BoundedMap.make<number>({ maxEntries: 2, maxWeight: 100 })
    map.set("a", 1, 1)
    map.set("b", 2, 1)
    assert.strictEqual(map.peek("a"), 1)
    assert.deepStrictEqual(map.set("c", 3, 1), [["a", 1]])
  })

  it("drops as many entries as a heavy one needs, and no more", () => {
    const map = BoundedMap.make<number>({ maxEntries: 10, maxWeight: 10 })
    for (const key of ["a", "b", "c", "d"]) map.set(key, 0, 2)
    assert.deepStrictEqual(
      map.set("e", 0, 5).map(([key]) => key),
      ["a", "b"],
    )
    assert.strictEqual(map.weight, 9)
  })

  it("weighs a replaced entry anew", () => {
    const map = BoundedMap.make<number>({ maxEntries: 10, maxWeight: 10 })
    map.set("a", 1, 9)
    assert.deepStrictEqual(map.set("a", 2, 10), [])
    assert.strictEqual(map.weight, 10)
    assert.strictEqual(map.get("a"), 2)
  })

  it("rejects an entry heavier than the whole, and drops the one that it should have replaced", () => {
    const map = BoundedMap.make<number>({ maxEntries: 10, maxWeight: 10 })
    map.set("a", 1, 3)
    map.set("b", 1, 3)
    assert.deepStrictEqual(map.set("a", 2, 11), [["a", 2]])
    assert.strictEqual(map.get("a"), undefined)
    assert.deepStrictEqual([map.size, map.weight], [1, 3])
  })

  it("keeps both bounds and the order of use, for any operations", () => {
    const key = fc.constantFrom("a", "b", "c", "d", "e", "__proto__")
    const step = fc.oneof(
      fc.record({ do: fc.constant("set" as const), key, weight: fc.nat({ max: 12 }) }),
      fc.record({ do: fc.constant("get" as const), key, weight: fc.constant(0) }),
      fc.record({ do: fc.constant("remove" as const), key, weight: fc.constant(0) }),
    )
    fc.assert(
      fc.property(fc.array(step), fc.nat({ max: 4 }), fc.nat({ max: 20 }), (steps, maxEntries, maxWeight) => {
        const map = BoundedMap.make<number>({ maxEntries, maxWeight })
        // The same map, written naively: a list, the least recently used first.
        let model: Array<{ readonly key: string; readonly weight: number }> = []
        for (const step of steps) {
          const had = model.find(({ key }) => key === step.key)
          const others = model.filter(({ key }) => key !== step.key)
          if (step.do === "get") {
            assert.strictEqual(map.get(step.key), had?.weight)
            if (had !== undefined) model = [...others, had]
          } else if (step.do === "remove") {
            assert.strictEqual(map.remove(step.key), had !== undefined)
            model = others
          } else {
            map.set(step.key, step.weight, step.weight)
            model = step.weight > maxWeight || maxEntries < 1 ? others : [...others, step]
            const total = () => model.reduce((sum, { weight }) => sum + weight, 0)
            while (model.length > maxEntries || total() > maxWeight) model.shift()
          }
          assert.deepStrictEqual(
            keysOf(map),
            model.map(({ key }) => key),
          )
          assert.strictEqual(map.size, model.length)
          assert.strictEqual(
            map.weight,
            model.reduce((sum, { weight }) => sum + weight, 0),
          )
        }
      }),
    )
  })
})
