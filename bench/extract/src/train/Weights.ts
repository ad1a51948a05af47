/** The files of the content model's weights: the shipped ones, and those learnt without a fold. */
import { mkdirSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { names } from "../../../../packages/extract/src/content/Model.ts"
import type { Forest } from "../../../../packages/extract/src/content/Forest.ts"
import type { Models } from "./Models.ts"

/** The number of folds. */
export const folds = 5

/** The shipped weights. */
export const shippedFile = fileURLToPath(
  new URL("../../../../packages/extract/src/content/weights.json", import.meta.url),
)

/** The weights learnt without a fold. */
export const foldFile = (fold: number): string => `${foldFolder}/fold-${fold}.json`

/** Writes weights to a file. */
export const write = (file: string, { first, second }: Models): void => {
  mkdirSync(foldFolder, { recursive: true })
  const lines = [`"features": ${JSON.stringify(names)}`, `"first": ${textOf(first)}`, `"second": ${textOf(second)}`]
  writeFileSync(file, `{\n${lines.join(",\n")}\n}\n`)
}

// --- private --------------------------------------------------------------------------

const foldFolder = fileURLToPath(new URL("../../node_modules/.cache/folds", import.meta.url))

const textOf = ({ bias, trees }: Forest): string =>
  `{ "bias": ${bias}, "trees": [\n${trees.map((tree) => JSON.stringify(tree)).join(",\n")}\n]}`
