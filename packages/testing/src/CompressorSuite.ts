/** The contract of `Compressor`, for every adapter. */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { Shortening, type WebError } from "@porthole/core"
import * as Contract from "./Contract.ts"

/** The suite's input: the adapter, and one whose engine is broken, unless it has none. */
export interface CompressorFixture {
  readonly layer: Layer.Layer<never>
  readonly broken?: Layer.Layer<never>
}

const long = Array.from(
  { length: 400 },
  (_, at) => `Sentence ${at} of a long report on the tides and the weather.`,
).join("\n\n")

const options: Shortening.CompressOptions = {
  instruction: "Keep the facts.",
  query: "What is said in sentence 7?",
  maxLength: 2_000,
}

/** The cases. */
export const cases = ({ layer, broken }: CompressorFixture): ReadonlyArray<Contract.Case> => [
  test("shortens a long text to maxLength, and not to nothing", layer, (compress) =>
    Effect.flatMap(compress(long, options), (text) =>
      Contract.expect(
        text !== undefined && text.length > 0 && text.length <= options.maxLength,
        "within maxLength, not empty",
      ),
    ),
  ),
  test("accepts an empty text, an empty instruction and no query", layer, (compress) =>
    Effect.flatMap(compress("", { instruction: "", query: undefined, maxLength: 2_000 }), (text = "") =>
      Contract.expectEqual(typeof text, "string", "text"),
    ),
  ),
  ...(broken === undefined
    ? []
    : [
        test("fails with compression_failed when it can't", broken, (compress) =>
          Contract.expectFailure(compress(long, options), { error: "compression_failed" }, "broken engine"),
        ),
      ]),
]

const test = (
  name: string,
  from: Layer.Layer<never>,
  run: (
    compress: Shortening.CompressorShape["compress"],
  ) => Effect.Effect<void, WebError.WebError | Contract.BrokenContract>,
): Contract.Case =>
  Contract.make(
    name,
    Shortening.Compressor.use(({ compress }) => run(compress)),
    Effect.provide(from),
  )
