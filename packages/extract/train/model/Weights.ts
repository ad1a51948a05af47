/** The files of the content model's weights: the shipped ones, and those learnt without a fold. */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Forest } from "../../src/model/Forest.ts"
import { names } from "../../src/model/Model.ts"
import type { Models } from "./Models.ts"

/** The number of folds. */
export const folds = 5

/** The shipped weights. */
export const shippedFile = join(import.meta.dirname, "../../src/model/weights.json")

/** The folder of the weights that were learnt without a fold; it is never published. */
export const foldFolder = join(import.meta.dirname, "../../node_modules/.cache/folds")

/** The weights learnt without a fold. */
export const foldFile = (fold: number, folder: string = foldFolder): string => join(folder, `fold-${fold}.json`)

/** Writes weights to a file; those of a fold with the number of pages of all folds. */
export const write = (file: string, { first, second }: Models, pages?: number): void => {
  mkdirSync(dirname(file), { recursive: true })
  const of = pages === undefined ? [] : [`"pages": ${pages}`]
  const lines = [
    ...of,
    `"features": ${JSON.stringify(names)}`,
    `"first": ${textOf(first)}`,
    `"second": ${textOf(second)}`,
  ]
  writeFileSync(file, `{\n${lines.join(",\n")}\n}\n`)
}

// --- private --------------------------------------------------------------------------

const textOf = ({ bias, trees }: Forest): string =>
  `{ "bias": ${bias}, "trees": [\n${trees.map((tree) => JSON.stringify(tree)).join(",\n")}\n]}`
