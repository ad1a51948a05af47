import { assert, describe, it } from "@effect/vitest"
import { JsonText } from "@porthole/core"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"

const long = JsonText.maxAtOnce

/** Texts with everything that JSON escapes, and a surrogate pair, half a pair and an escape at each place of a cut. */
const texts = ['a"\\\u0000\n\u2028\ud83d\ude00é', "\ud83d", "\\", "\u0007", "字", "\ud83d\ude00"].flatMap((unit) =>
  [0, 1, 2, 3, 4, 5].map((before) => "x".repeat(before) + unit.repeat(Math.ceil((2 * long) / unit.length))),
)

/** Each unit once, each at another place. */
const some = texts.filter((_, at) => at % 7 === 0)

const values: ReadonlyArray<unknown> = [
  ...texts,
  some,
  { ...some },
  {
    content: texts[0],
    links: Array.from({ length: 20_000 }, (_, n) => `https://example.com/${n}`),
    nothing: undefined,
  },
  [texts[0], undefined, () => 0, null, true, 1.5e-7, [], {}, [[]], new Date(0), { toJSON: () => "own" }],
  { first: undefined, text: texts[0], last: undefined, method: () => 0, at: new Date(0) },
  { [texts[0] ?? ""]: 1, nested: [{ deep: [{ text: texts[1] }] }] },
  JSON.parse(`{"__proto__":{"a":1},"b":"${"x".repeat(2 * long)}"}`),
  Array.from({ length: 20_000 }, (_, n) => [n, -n, { n }]),
]

/** A value in so many arrays. */
const nested = (value: unknown, depth: number): unknown =>
  Array.from({ length: depth }).reduce((inner) => [inner], value)

/** Texts that are no JSON, once long and once short. */
const broken = [
  "",
  '"',
  '"\\"',
  '"\\x"',
  '"\n"',
  '"\\u12"',
  "[1,]",
  "[1",
  '{"a"}',
  '{"a":1,}',
  "{a:1}",
  '{"a":1',
  "01",
  "tru",
  "1 2",
  "]",
  "[1,\n]",
  "[[1], ]",
  '[{"a":1},  ,{"b":2}]',
  "[1}",
  '{"a":1]',
  "[[1,2}]",
  '{"a":1, }',
  '{,"a":1}',
  '{"a":1,,"b":2}',
]

/** A value whose texts are long. */
const lengthened = (value: unknown, more: number): unknown =>
  JSON.parse(JSON.stringify(value), (_, each: unknown) =>
    typeof each === "string" && each !== "" ? each.repeat(Math.ceil((long + more) / each.length)) : each,
  )

/** The turns that other work gets while a text is read. */
const turnsDuring = (text: string): Effect.Effect<number, JsonText.JsonTextError> =>
  Effect.gen(function* () {
    let turns = 0
    let other = setImmediate(function next() {
      turns++
      other = setImmediate(next)
    })
    yield* Effect.ensuring(
      JsonText.decode(text),
      Effect.sync(() => clearImmediate(other)),
    )
    return turns
  })

describe("JsonText", () => {
  it.effect.each(values.map((value, at) => [at, value] as const))("writes and reads value %s", ([, value]) =>
    Effect.gen(function* () {
      const text = yield* JsonText.encode(value)
      // Compared before the assertion, whose message would take minutes.
      assert.isTrue(text === JSON.stringify(value))
      const read = yield* JsonText.decode(text ?? "")
      assert.isTrue(JSON.stringify(read) === text)
      const spaced = JSON.stringify(value, undefined, " \t\r\n")
      assert.isTrue(JSON.stringify(yield* JsonText.decode(spaced)) === text)
    }),
  )

  it.effect("has no text for a function, and fails for a value that contains itself", () =>
    Effect.gen(function* () {
      assert.isUndefined(yield* JsonText.encode(() => 0))
      const circle: Record<string, unknown> = { text: texts[0] }
      circle["self"] = circle
      assert.instanceOf(yield* Effect.flip(JsonText.encode(circle)), JsonText.JsonTextError)
    }),
  )

  it.effect("writes and reads what lies deep", () =>
    Effect.gen(function* () {
      const value = nested(texts[0], 1_000)
      const text = JSON.stringify(value)
      assert.isTrue((yield* JsonText.encode(value)) === text)
      assert.isTrue(JSON.stringify(yield* JsonText.decode(text)) === text)
    }),
  )

  it("reads any value from a text of any spacing, as JSON.parse does, wherever it is split", () =>
    fc.assert(
      fc.asyncProperty(
        fc.jsonValue(),
        fc.constantFrom("", " ", "\n\t"),
        fc.integer({ min: 1, max: 40 }),
        (value, space, at) =>
          Effect.runPromise(
            Effect.map(JsonText.decode(JSON.stringify(value, undefined, space), at), (read) =>
              // By their texts, which keep the order of keys.
              assert.strictEqual(JSON.stringify(read), JSON.stringify(value)),
            ),
          ),
      ),
      { numRuns: 1_000 },
    ))

  it("reads a damaged text as JSON.parse does, wherever it is split", () =>
    fc.assert(
      fc.asyncProperty(
        fc.jsonValue(),
        fc.nat(),
        fc.constantFrom(...'[]{},:"\\ 1'),
        fc.integer({ min: 1, max: 40 }),
        (value, n, mark, at) => {
          const text = JSON.stringify(value)
          const place = n % (text.length + 1)
          const damaged = text.slice(0, place) + mark + text.slice(place + (n % 2))
          const wanted = Effect.option(Effect.try(() => JSON.stringify(JSON.parse(damaged))))
          const read = Effect.option(Effect.map(JsonText.decode(damaged, at), (each) => JSON.stringify(each)))
          return Effect.runPromise(
            Effect.map(Effect.all([wanted, read]), ([one, other]) => assert.deepStrictEqual(other, one, damaged)),
          )
        },
      ),
      { numRuns: 3_000 },
    ))

  it("writes and reads any value whose texts are about as long as one step", () =>
    fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 2 }), fc.integer({ min: -40, max: 40 }), (some, more) => {
        const value = lengthened(some, more)
        const text = JSON.stringify(value)
        return Effect.runPromise(
          Effect.gen(function* () {
            assert.isTrue((yield* JsonText.encode(value)) === text)
            assert.isTrue(JSON.stringify(yield* JsonText.decode(text)) === text)
          }),
        )
      }),
      { numRuns: 50 },
    ))

  it.effect.each([
    ["empty arrays", "[],"],
    ["empty objects", "{},"],
    ["objects", '{"a":1},'],
    ["numbers", "1,"],
  ] as const)("gives other work turns while it reads many %s, in proportion to the text", ([, part]) =>
    Effect.gen(function* () {
      const text = (steps: number): string => `[${part.repeat(Math.ceil((steps * long) / part.length))}0]`
      const [once, twice] = [yield* turnsDuring(text(10)), yield* turnsDuring(text(20))]
      assert.isAtLeast(once, 9)
      assert.isAtLeast(twice, 1.7 * once)
      // One step each: many small steps take longer than the engine.
      assert.isAtMost(twice, 30)
    }),
  )

  it.effect("reads 300,000 levels, and numbers of many digits", () =>
    Effect.gen(function* () {
      let [levels, value] = [0, yield* JsonText.decode("[".repeat(300_000) + "]".repeat(300_000))]
      for (; Array.isArray(value); value = value[0]) levels++
      assert.strictEqual(levels, 300_000)
      const digits = `${" ".repeat(2 * long)}1.${"0".repeat(2 * long)}`
      assert.strictEqual(yield* JsonText.decode(digits), 1)
      assert.deepStrictEqual(yield* JsonText.decode(`[${digits},2]`), [1, 2])
    }),
  )

  it.effect("reads nothing of a text that isn't JSON", () =>
    Effect.gen(function* () {
      for (const text of broken)
        for (const before of ["", " ".repeat(2 * long)])
          for (const atOnce of [1, 4, long])
            assert.instanceOf(yield* Effect.flip(JsonText.decode(before + text, atOnce)), JsonText.JsonTextError, text)
    }),
  )
})
