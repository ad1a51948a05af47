import { assert, describe, it } from "@effect/vitest"
import { JsonText } from "@porthole/core"
import * as Effect from "effect/Effect"

const long = JsonText.maxAtOnce

/** Texts with everything that JSON escapes, and a surrogate pair, half a pair and an escape at each place of a cut. */
const texts = ['a"\\\u0000\n\u2028\ud83d\ude00é', "\ud83d", "\\", "\u0007", "字", "\ud83d\ude00"].flatMap((unit) =>
  [0, 1, 2, 3, 4, 5].map((before) => "x".repeat(before) + unit.repeat(Math.ceil((2 * long) / unit.length))),
)

const values: ReadonlyArray<unknown> = [
  ...texts,
  texts,
  { ...texts },
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
]

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

  it.effect("reads nothing of a text that isn't JSON", () =>
    Effect.gen(function* () {
      for (const text of broken)
        for (const before of ["", " ".repeat(2 * long)])
          assert.instanceOf(yield* Effect.flip(JsonText.decode(before + text)), JsonText.JsonTextError, text)
    }),
  )
})
