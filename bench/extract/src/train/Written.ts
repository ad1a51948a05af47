/** The models as the source that the reader has them in. */
import type { Model } from "../../../../packages/extract/src/blocks/Weights.ts"

/** A model and the names of its features. */
export type Named = readonly [names: ReadonlyArray<string>, model: Model]

/** Writes both. */
export const written = ({ first, second }: { readonly first: Named; readonly second: Named }): string =>
  [
    "/**",
    " * What each answer counts when blocks are judged: its mean, its standard deviation, and the weight of a deviation",
    " * from the mean. Made by `bench/extract/train.ts`; not to be edited.",
    " */",
    'import type { Table } from "./Weights.ts"',
    "",
    "/** The weights of the first model. */",
    source("firstTable", first),
    "",
    "/** The weights of the second model. */",
    source("secondTable", second),
    "",
  ].join("\n")

// --- private --------------------------------------------------------------------------

const source = (name: string, [names, { bias, weights }]: Named): string =>
  [
    `export const ${name}: Table = {`,
    `  bias: ${figure(bias)},`,
    "  weights: {",
    ...names.map((feature, at) => `    ${key(feature)}: [${(weights[at] ?? []).map(figure).join(", ")}],`),
    "  },",
    "}",
  ].join("\n")

const key = (name: string): string => (/^[a-z]+$/.test(name) ? name : JSON.stringify(name))

const figure = (value: number): string => String(Number(value.toPrecision(4)))
