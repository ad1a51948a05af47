/**
 * The contract of Effect's `BackingPersistence`, for every store: JSON objects under a store id and a key, some of them
 * with a time to live. Any string is a key, and different keys never collide.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Persistence from "effect/persistence/Persistence"
import { Contract } from "@porthole/testing"

/** The suite's input. */
export interface BackingStoreFixture {
  /** The store, empty each time it is built, with room for 100 entries and 8 MiB. */
  readonly layer: Layer.Layer<Persistence.BackingPersistence>
  /**
   * Lets 100 ms pass for the store's clock: `TestClock.adjust` if the store uses Effect's clock, a real sleep if a
   * server keeps the time. The suite retries until an entry has expired.
   */
  readonly passTime: Effect.Effect<void>
}

/** Keys that a store could misinterpret; each must be a key of its own. */
export const awkwardKeys: ReadonlyArray<string> = [
  "",
  " ",
  ".",
  "..",
  "../escape",
  "/etc/passwd",
  "a/b",
  "a\\b",
  "a:b",
  "a%3Ab",
  "a\nb",
  "a\r\nb",
  "a\u0000b",
  "a\u0000",
  "*",
  "[a-z]?",
  "__proto__",
  "constructor",
  "Straße",
  "STRASSE",
  "e\u0301",
  "é",
  "🐋",
  "\ud83d",
  "\udc0b",
  "\ufffd",
  "k".repeat(8_192),
  `${"k".repeat(8_191)}l`,
]

/** Store ids that a store could confuse with each other, or with a key. */
export const awkwardStores: ReadonlyArray<string> = ["pages", "page", "pages:", "pages:a", "p*", "", "..", "a/b"]

/** The cases. */
export const cases = ({ layer, passTime }: BackingStoreFixture): ReadonlyArray<Contract.Case> => {
  const test = testOver(layer)
  return [...valueCases(test), ...keyCases(test), ...changeCases(test, passTime), ...limitCases(test, passTime)]
}

// --- private --------------------------------------------------------------------------

type Store = Persistence.BackingPersistenceStore
type Make = (storeId: string) => Effect.Effect<Store>
type Test = (
  name: string,
  run: (make: Make) => Effect.Effect<void, Contract.BrokenContract | Persistence.PersistenceError>,
) => Contract.Case

const testOver =
  (layer: BackingStoreFixture["layer"]): Test =>
  (name, run) =>
    Contract.make(
      name,
      Persistence.BackingPersistence.use(({ make }) =>
        Effect.catchTag(
          run((storeId) => Effect.scoped(make(storeId))),
          "PersistenceError",
          ({ message }) => Effect.fail(new Contract.BrokenContract({ message: `${name}: unexpected ${message}` })),
        ),
      ),
      Effect.provide(layer),
    )

/** Values come back as they were. */
const valueCases = (test: Test): ReadonlyArray<Contract.Case> => [
  test("has nothing at first", (make) =>
    Effect.gen(function* () {
      const store = yield* make("pages")
      yield* Contract.expectEqual(yield* look(store, "a"), null, "get")
      const [first, second] = yield* store.getMany(["a", "b"])
      yield* Contract.expectEqual([first ?? null, second ?? null], [null, null], "getMany")
      yield* store.remove("a")
      yield* store.clear
    })),

  ...awkwardValues.map(([name, value]) =>
    test(`returns ${name} unchanged`, (make) =>
      Effect.gen(function* () {
        const store = yield* make("pages")
        yield* store.set("a", value, undefined)
        const found = yield* look(store, "a")
        yield* Contract.expect(JSON.stringify(found) === JSON.stringify(value), `${name} came back otherwise`)
      })),
  ),

  test("stores a copy: the caller's later changes have no effect", (make) =>
    Effect.gen(function* () {
      const store = yield* make("pages")
      const value = { list: [1] }
      yield* store.set("a", value, undefined)
      value.list.push(2)
      yield* Contract.expectEqual(yield* look(store, "a"), { list: [1] }, "after a change of what was put")
    })),
]

/** Keys and stores are kept apart. */
const keyCases = (test: Test): ReadonlyArray<Contract.Case> => [
  test("accepts any string as a key, and keeps keys apart", (make) =>
    Effect.gen(function* () {
      const store = yield* make("pages")
      yield* Effect.forEach(awkwardKeys, (key, at) => store.set(key, { at }, undefined), { discard: true })
      for (const [at, key] of awkwardKeys.entries()) {
        yield* Contract.expectEqual(yield* look(store, key), { at }, `key ${JSON.stringify(key.slice(0, 20))}`)
      }
      for (const key of awkwardKeys) yield* store.remove(key)
      for (const key of awkwardKeys) yield* Contract.expectEqual(yield* look(store, key), null, "after its removal")
    })),

  test("keeps stores separate, and clears a single one", (make) =>
    Effect.gen(function* () {
      const stores = yield* Effect.forEach(awkwardStores, (storeId) =>
        Effect.map(make(storeId), (store) => ({ storeId, store })),
      )
      for (const { storeId, store } of stores) {
        yield* store.set("a", { storeId }, undefined)
        yield* store.set(":a", { storeId, at: ":a" }, undefined)
      }
      for (const { storeId, store } of stores) {
        yield* Contract.expectEqual(yield* look(store, "a"), { storeId }, `store ${storeId}`)
      }
      for (const [at, { storeId, store }] of stores.entries()) {
        yield* store.clear
        for (const [other, { store }] of stores.entries()) {
          const [plain, colon] = yield* store.getMany(["a", ":a"])
          const isThere = other > at
          yield* Contract.expect(
            (plain !== undefined) === isThere && (colon !== undefined) === isThere,
            `store ${other} after store ${JSON.stringify(storeId)} was cleared`,
          )
        }
      }
    })),

  test("shares a store between callers with the same id", (make) =>
    Effect.gen(function* () {
      const [one, two] = [yield* make("pages"), yield* make("pages")]
      yield* one.set("a", { by: 1 }, undefined)
      yield* Contract.expectEqual(yield* look(two, "a"), { by: 1 }, "seen by the other")
    })),
]

/** Values are replaced, removed and read together. */
const changeCases = (test: Test, passTime: Effect.Effect<void>): ReadonlyArray<Contract.Case> => [
  test("replaces a value, with any time to live of the older one", (make) =>
    Effect.gen(function* () {
      const store = yield* make("pages")
      yield* store.set("a", { version: 1 }, Duration.millis(200))
      yield* store.set("a", { version: 2 }, undefined)
      yield* store.set("a", { version: 3 }, undefined)
      yield* Effect.repeat(passTime, { times: 4 })
      yield* Contract.expectEqual(yield* look(store, "a"), { version: 3 }, "the last one")
    })),

  test("removes a single value", (make) =>
    Effect.gen(function* () {
      const store = yield* make("pages")
      yield* store.set("a", { at: "a" }, undefined)
      yield* store.set("b", { at: "b" }, undefined)
      yield* store.remove("a")
      yield* Contract.expectEqual(yield* look(store, "a"), null, "the removed one")
      yield* Contract.expectEqual(yield* look(store, "b"), { at: "b" }, "the other one")
    })),

  test("returns many values in the order of the keys, with gaps for absent ones", (make) =>
    Effect.gen(function* () {
      const store = yield* make("pages")
      yield* store.setMany([
        ["a", { at: "a" }, undefined],
        ["b", { at: "old" }, undefined],
        ["c", { at: "c" }, Duration.hours(1)],
        ["b", { at: "b" }, undefined],
      ])
      const found = yield* store.getMany(["c", "none", "a", "b", "a"])
      yield* Contract.expectEqual(
        found.map((value) => value ?? null),
        [{ at: "c" }, null, { at: "a" }, { at: "b" }, { at: "a" }],
        "five answers",
      )
    })),
]

/** Values that have expired, many calls in parallel, and values without a JSON form. */
const limitCases = (test: Test, passTime: Effect.Effect<void>): ReadonlyArray<Contract.Case> => [
  test("drops a value after its time to live, and no other", (make) =>
    Effect.gen(function* () {
      const store = yield* make("pages")
      yield* store.set("short", { at: 1 }, Duration.millis(300))
      yield* store.setMany([
        ["brief", { at: 2 }, Duration.millis(300)],
        ["long", { at: 3 }, Duration.hours(1)],
        ["always", { at: 4 }, undefined],
        ["endless", { at: 5 }, Duration.infinity],
      ])
      const areGone = Effect.map(store.getMany(["short", "brief"]), (found) => found.every((it) => it === undefined))
      yield* passTime.pipe(Effect.andThen(areGone), Effect.repeat({ until: (isOver) => isOver, times: 100 }))
      yield* Contract.expect(yield* areGone, "gone after their time")
      yield* Contract.expectEqual(yield* look(store, "short"), null, "the short one, asked alone")
      const others = yield* store.getMany(["long", "always", "endless"])
      yield* Contract.expectEqual(others, [{ at: 3 }, { at: 4 }, { at: 5 }], "the others")
    })),

  test("serves many concurrent calls", (make) =>
    Effect.gen(function* () {
      const store = yield* make("pages")
      const keys = Array.from({ length: 40 }, (_, at) => `key ${at}`)
      yield* Effect.forEach(keys, (key) => store.set(key, { key }, undefined), {
        concurrency: "unbounded",
        discard: true,
      })
      const found = yield* Effect.forEach(keys, (key) => look(store, key), { concurrency: "unbounded" })
      yield* Contract.expectEqual(
        found,
        keys.map((key) => ({ key })),
        "each its own",
      )
    })),

  test("fails, and doesn't die, on a value that has no JSON form", (make) =>
    Effect.gen(function* () {
      const store = yield* make("pages")
      for (const value of valuesWithoutJson()) {
        const outcome = yield* Effect.exit(Effect.flip(Effect.suspend(() => store.set("a", value, undefined))))
        yield* Contract.expect(
          outcome._tag === "Success" && outcome.value._tag === "PersistenceError",
          "a PersistenceError",
        )
      }
    })),
]

/** One key's value; `null` for none, so that JSON shows it. */
const look = (store: Store, key: string) => Effect.map(store.get(key), (value) => value ?? null)

const awkwardValues: ReadonlyArray<readonly [name: string, value: object]> = [
  ["an empty object", {}],
  ["an empty list", []],
  ["nested values", { a: [1, -0.5, null, true, { b: "c" }], "": "" }],
  ["text of any script", { text: "Straße 東京 🐋 \u0000\u001f\n\r\u2028\ufeff e\u0301" }],
  ["halves of surrogate pairs", { text: "\ud83d and \udc0b and 🐋" }],
  ["a key named __proto__", JSON.parse(`{"__proto__":{"a":1},"constructor":2}`)],
  ["a value of 1 MB", { text: "wal\u00e9 ".repeat(200_000) }],
]

const valuesWithoutJson = (): ReadonlyArray<object> => {
  const circle: { self?: object } = {}
  circle.self = circle
  return [circle, { big: 1n }]
}
