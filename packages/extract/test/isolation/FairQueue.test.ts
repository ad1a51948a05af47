import { assert, describe, it } from "vitest"
import * as FairQueue from "../../src/isolation/FairQueue.ts"

/** An item of a tenant, named by a letter and a number, such as `a1`. */
interface Item extends FairQueue.Owned {
  readonly name: string
}

const itemOf = (name: string): Item => ({ tenant: name.slice(0, 1), name })

const everyone = (): boolean => true

/** A queue with these items, and the names that found no room. */
const filled = (maxLength: number, names: ReadonlyArray<string>) => {
  const queue = FairQueue.make<Item>(maxLength)
  const refused = names.map((name) => queue.add(itemOf(name))?.name)
  return { queue, refused: refused.filter((name) => name !== undefined) }
}

/** Everything that a queue still holds, in its order. */
const drained = (queue: FairQueue.FairQueue<Item>): ReadonlyArray<string> => {
  const names: Array<string> = []
  for (let item = queue.take(everyone); item !== undefined; item = queue.take(everyone)) names.push(item.name)
  return names
}

describe("a fair queue", () => {
  it("keeps the order of one tenant", () => {
    const { queue } = filled(3, ["a1", "a2", "a3"])
    assert.strictEqual(queue.length(), 3)
    assert.deepStrictEqual(drained(queue), ["a1", "a2", "a3"])
    assert.strictEqual(queue.length(), 0)
  })

  it("lets tenants take turns, however much one entered first", () => {
    const { queue } = filled(9, ["a1", "a2", "a3", "a4", "b1", "b2", "c1"])
    assert.deepStrictEqual(drained(queue), ["a1", "b1", "c1", "a2", "b2", "a3", "a4"])
  })

  it("gives a tenant that enters again its turn after the others", () => {
    const { queue } = filled(9, ["a1", "b1", "b2"])
    assert.strictEqual(queue.take(everyone)?.name, "a1")
    queue.add(itemOf("a2"))
    assert.deepStrictEqual(drained(queue), ["b1", "a2", "b2"])
  })

  it("refuses the tenant with the most when it is full", () => {
    const { queue, refused } = filled(4, ["a1", "a2", "a3", "b1", "a4"])
    assert.deepStrictEqual(refused, ["a4"])
    assert.deepStrictEqual(drained(queue), ["a1", "b1", "a2", "a3"])
  })

  it("displaces the youngest item of the tenant with the most for another tenant", () => {
    const { queue, refused } = filled(4, ["b1", "a1", "a2", "a3", "c1", "b2"])
    assert.deepStrictEqual(refused, ["a3", "b2"])
    assert.strictEqual(queue.length(), 4)
    assert.deepStrictEqual(drained(queue), ["b1", "a1", "c1", "a2"])
  })

  it("shares its places among tenants that all want every one", () => {
    const names = ["a", "b", "c"].flatMap((tenant) => Array.from({ length: 20 }, (_, at) => `${tenant}${at}`))
    const { queue } = filled(9, names)
    assert.deepStrictEqual(drained(queue), ["a0", "b0", "c0", "a1", "b1", "c1", "a2", "b2", "c2"])
  })

  it("displaces nothing where no tenant has more than one", () => {
    const { queue, refused } = filled(2, ["a1", "b1", "c1"])
    assert.deepStrictEqual(refused, ["c1"])
    assert.deepStrictEqual(drained(queue), ["a1", "b1"])
  })

  it("forgets an item that leaves, once", () => {
    const { queue } = filled(4, ["a1", "b1"])
    const leaving = itemOf("a2")
    queue.add(leaving)
    assert.deepStrictEqual([queue.remove(leaving), queue.remove(leaving), queue.length()], [true, false, 2])
    assert.deepStrictEqual(drained(queue), ["a1", "b1"])
  })

  it("holds nothing at a length of 0", () => {
    assert.deepStrictEqual(filled(0, ["a1"]).refused, ["a1"])
  })

  it("passes over a tenant that may have none, and keeps its turn", () => {
    const { queue } = filled(9, ["a1", "a2", "b1"])
    assert.strictEqual(queue.take((tenant) => tenant !== "a")?.name, "b1")
    assert.isUndefined(queue.take((tenant) => tenant !== "a"))
    assert.deepStrictEqual(drained(queue), ["a1", "a2"])
  })
})
