/** The contract of `Compressor`, for every adapter. */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { WebError } from "../domain/WebError.ts"
import { Compressor, type CompressorShape } from "../ports/Compressor.ts"
import * as Contract from "./Contract.ts"

/** What the suite needs: the adapter, and one whose engine is broken. */
export interface CompressorFixture {
  readonly layer: Layer.Layer<never>
  readonly broken: Layer.Layer<never>
}

const long = Array.from(
  { length: 400 },
  (_, at) => `Sentence ${at} of a long report on the tides and the weather.`,
).join("\n\n")

/** The cases. */
export const cases = ({ layer, broken }: CompressorFixture): ReadonlyArray<Contract.Case> => [
  test("makes a long text shorter, and leaves something", layer, (compress) =>
    Effect.flatMap(compress(long, "Keep what is said of sentence 7."), (text) =>
      Contract.expect(text !== undefined && text.length > 0 && text.length < long.length, "shorter and not empty"),
    ),
  ),
  test("takes an empty text and an empty instruction", layer, (compress) =>
    Effect.flatMap(compress("", ""), (text = "") => Contract.expectEqual(typeof text, "string", "text")),
  ),
  test("fails with compression_failed when it can't", broken, (compress) =>
    Contract.expectFailure(compress(long, "Keep the facts."), { error: "compression_failed" }, "broken engine"),
  ),
]

const test = (
  name: string,
  from: Layer.Layer<never>,
  run: (compress: CompressorShape["compress"]) => Effect.Effect<void, WebError | Contract.BrokenContract>,
): Contract.Case =>
  Contract.make(
    name,
    Compressor.use(({ compress }) => run(compress)),
    Effect.provide(from),
  )
