/** Tests that a call finds an English answer in other words by the word vectors, unless `semantic` is off. clock: real, since modules are loaded. */
import { assert, describe, it } from "@effect/vitest"
import { Doubles } from "@porthole/testing"
import { ConfigProvider, Effect, Layer, Option, Stream } from "effect"
import { patience } from "../../../../test/patience.ts"
import { WebToolkit, WebTools } from "../../src/index.ts"

const filler = (from: number) =>
  Array.from({ length: 25 }, (_, n) => `The village has a wall: x${from + n}, y${from + n} and z${from + n}.`).join(
    "\n\n",
  )
const other = "The moon is far away.\n\nGravity bends light.\n\nRain fell on Monday."
const answer = "A vessel sails to the island twice a day."

const network = Layer.merge(
  Doubles.resolver({ "site.test": ["93.184.216.34"] }),
  Doubles.dialer(() => ({
    status: 200,
    headers: { "content-type": "text/markdown" },
    body: `# Ways\n\n${filler(0)}\n\n${other}\n\n${answer}\n\n${other}\n\n${filler(30)}`,
  })),
)

const read = (query: string, env: Record<string, string>) =>
  Effect.gen(function* () {
    const tools = yield* WebToolkit.toolkit
    const call = tools.handle("web_fetch", { url: "https://site.test/a.md", query, max_length: 400 })
    return JSON.stringify(Option.getOrThrow(yield* Effect.flatMap(call, Stream.runLast)).encodedResult)
  }).pipe(
    Effect.provide(
      WebTools.layerNode().pipe(
        Layer.provide(
          Layer.merge(network, ConfigProvider.layer(ConfigProvider.fromEnv({ env: { ...patience, ...env } }))),
        ),
      ),
    ),
  )

const question = "How often does a boat of the village go there?"

describe("semantic", () => {
  it.live("finds an answer in other words by default", () =>
    Effect.gen(function* () {
      assert.include(yield* read(question, {}), answer)
    }),
  )

  it.live("doesn't, if it is off", () =>
    Effect.gen(function* () {
      assert.notInclude(yield* read(question, { PORTHOLE_SEMANTIC: "off" }), answer)
    }),
  )
})
