import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Text } from "./samplePdf.ts"
import { readPages } from "./support.ts"

/** Stretches of a line in Helvetica of 12 points; those with a rise are of 8 points. */
const line = (stretches: ReadonlyArray<readonly [text: string, x: number, rise?: number]>): ReadonlyArray<Text> =>
  stretches.map(([text, x, rise]) => ({ text, x, y: 700 + (rise ?? 0), size: rise === undefined ? 12 : 8 }))

describe("raised and lowered text", () => {
  it.effect.each<readonly [string, ReadonlyArray<Text>]>([
    [
      "It holds 10⁶ grains.",
      line([
        ["It holds 10", 72],
        ["6", 127.4, 5],
        ["grains.", 135.2],
      ]),
    ],
    [
      "It holds 10⁻³ grains.",
      line([
        ["It holds 10", 72],
        ["-3", 127.4, 5],
        ["grains.", 137.9],
      ]),
    ],
    [
      "Water is H₂O.",
      line([
        ["Water is H", 72],
        ["2", 127.4, -2],
        ["O.", 131.8],
      ]),
    ],
    [
      "By v^{a+b} alone",
      line([
        ["By v", 72],
        ["a+b", 95.4, 5],
        ["alone", 113],
      ]),
    ],
    [
      "The time T_{max} of all",
      line([
        ["The time T", 72],
        ["max", 129.3, -2],
        ["of all", 147.8],
      ]),
    ],
    [
      "the 19th century",
      line([
        ["the 19", 72],
        ["th", 105.4, 5],
        ["century", 115.5],
      ]),
    ],
    [
      "¹ The tug is the Seagull.",
      line([
        ["1", 72, 5],
        ["The tug is the Seagull.", 79.8],
      ]),
    ],
    [
      "Held in TEX and more",
      line([
        ["Held in T", 72],
        ["E", 116.7, -2],
        ["X and more", 122],
      ]),
    ],
  ])("is marked: %s", ([expected, texts]) =>
    Effect.gen(function* () {
      const { content } = yield* readPages([{ texts }])
      assert.strictEqual(content, `## Page 1\n\n${expected}`)
    }),
  )

  it.effect("may be far above the line, as browsers print it", () =>
    Effect.gen(function* () {
      const content =
        "BT /F 11 Tf 1 0 0 1 72 700 Tm (It holds 10) Tj ET BT /F 9.2 Tf 1 0 0 1 122.8 705.3 Tm (6) Tj ET " +
        "BT /F 11 Tf 1 0 0 1 131 700 Tm (grains.) Tj ET"
      assert.strictEqual((yield* readPages([{ content }])).content, "## Page 1\n\nIt holds 10⁶ grains.")
    }),
  )

  it.effect("may have the size of the line", () =>
    Effect.gen(function* () {
      const content = "BT /F 12 Tf 72 700 Td (It holds 10) Tj 5 Ts (6) Tj 0 Ts ( grains.) Tj ET"
      assert.strictEqual((yield* readPages([{ content }])).content, "## Page 1\n\nIt holds 10⁶ grains.")
    }),
  )

  it.effect("is no smaller text that stands apart, or on the line", () =>
    Effect.gen(function* () {
      const texts: ReadonlyArray<Text> = [
        { text: "The tides", y: 700, size: 12 },
        { text: "small", x: 130, y: 700, size: 8 },
        { text: "apart", x: 200, y: 702, size: 8 },
      ]
      assert.strictEqual((yield* readPages([{ texts }])).content, "## Page 1\n\nThe tides small apart")
    }),
  )
})
