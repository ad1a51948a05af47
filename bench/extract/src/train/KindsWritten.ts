/** The weights of the signs of a page's kind as the source that the reader has them in. */
import { kinds } from "../../../../packages/extract/src/kind/Kinds.ts"
import type { Weights } from "./Multinomial.ts"

/** Writes them by the names of the signs, to two digits; what is next to nothing is left out. */
export const weightsWritten = (names: ReadonlyArray<string>, weights: Weights): string =>
  [
    "/** What each sign speaks for, and how strongly. Made by `bench/extract/kind.ts`; not to be edited. */",
    'import type { PageKind } from "./Kinds.ts"',
    "",
    "/** By the names of the signs; a kind that isn't named is spoken neither for nor against. */",
    "export const weights: Readonly<Record<string, Readonly<Partial<Record<PageKind, number>>>>> = {",
    ...names.map((name, at) => `  ${key(name)}: { ${entries(weights[at] ?? [])} },`),
    "}",
    "",
  ].join("\n")

// --- private --------------------------------------------------------------------------

const least = 0.05

const key = (name: string): string => (/^[a-z]+$/.test(name) ? name : JSON.stringify(name))

const entries = (own: ReadonlyArray<number>): string =>
  kinds
    .flatMap((kind, at) => {
      const weight = own[at] ?? 0
      return Math.abs(weight) < least ? [] : [`${kind}: ${Number(weight.toFixed(2))}`]
    })
    .join(", ")
