/** A browser's verdict on each page, saved with the cases so that the measurement needs no browser. */
import { existsSync, readFileSync, writeFileSync } from "node:fs"

/** Whether the sentence of a page is visible, by the name of its case. */
export type Truth = Readonly<Record<string, boolean>>

/** Reads the saved truth; an empty one if there is none yet. */
export const read = (): Truth => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {})

/** Saves the truth. */
export const write = (truth: Truth): void => writeFileSync(file, `${JSON.stringify(truth, null, 2)}\n`)

// --- private --------------------------------------------------------------------------

const file = new URL("truth.json", import.meta.url)
