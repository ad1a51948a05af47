/**
 * Prints the regular expressions whose use grows faster than a text: a search for all matches, as `replaceAll` does it,
 * over repetitions of the expression's own characters and words. recheck judges one match. Many matches that each look
 * far ahead take quadratic time together, and behind a lookaround it only guesses.
 */
import { text } from "node:stream/consumers"
import type { Expression } from "../expressions/Sources.ts"
import { growthOf, limit, repeated, type Shape } from "./Growth.ts"

const length = 12_000

/** Characters that stand for classes. */
const samples: Readonly<Record<string, string>> = {
  s: " ",
  S: "a",
  d: "1",
  D: "a",
  w: "a",
  W: " ",
  n: "\n",
  t: "\t",
  p: "é",
}

const atomsOf = (source: string): ReadonlyArray<string> => {
  const words = source.match(/[a-z]{3,}\(?/gi) ?? []
  const escapes = Array.from(
    source.matchAll(/\\(.)/g),
    ([, sign = ""]) => samples[sign] ?? (/[a-z]/i.test(sign) ? "" : sign),
  )
  const signs = source.replace(/\\./g, "").match(/[^?:|+$^.]/g) ?? []
  return Array.from(new Set([...escapes, ...signs, " ", "a", ...words.slice(0, 4)]))
    .filter(Boolean)
    .slice(0, 12)
}

const shapesOf = (source: string): ReadonlyArray<Shape> => {
  const atoms = atomsOf(source)
  return atoms.flatMap((one) =>
    atoms.flatMap((other) => [
      repeated(one === other ? one : one + other),
      repeated(one, other, "\u0000"),
      repeated(one, "", other),
    ]),
  )
}

/** Without a quantifier but `?`, each match looks at a few characters. */
const isBounded = (source: string): boolean => !/[*+{]/.test(source.replace(/\\[^]/g, ""))

const expressions: ReadonlyArray<Expression> = JSON.parse(await text(process.stdin))
const different = new Map(expressions.map((one) => [`/${one.source}/${one.flags}`, one]))
for (const { flags, place, source } of different.values()) {
  if (isBounded(source)) continue
  process.stdout.write(`at ${place}\n`)
  const pattern = new RegExp(source, flags.includes("g") ? flags : `${flags}g`)
  for (const shape of shapesOf(source)) {
    const growth = growthOf((hostile) => hostile.replace(pattern, ""), shape, length)
    if (growth < limit) continue
    process.stdout.write(`grows ${place} /${source}/${flags} over ${shape.name}: ${growth}\n`)
    break
  }
}
process.stdout.write("done\n")
