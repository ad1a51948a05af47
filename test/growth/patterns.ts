/**
 * Regular expressions in a search for all matches, as `replaceAll` does it, over repetitions of the expression's own
 * characters and words. recheck judges one match. Many matches that each look far ahead take quadratic time together,
 * and behind a lookaround it only guesses.
 */
import { sampleOf } from "../tiers/Sample.ts"
import { repeated, report, type Shape } from "./Growth.ts"

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

/** Reports `count` of the expressions, given as literals and drawn by the run's seed. */
export const reportPatterns = (literals: ReadonlyArray<string>, count: number): void => {
  const expressions = literals
    .map((literal) => ({ literal, source: literal.slice(1, literal.lastIndexOf("/")) }))
    .filter(({ source }) => !isBounded(source))
  for (const { literal, source } of sampleOf(expressions, count)) {
    const flags = literal.slice(literal.lastIndexOf("/") + 1)
    const pattern = new RegExp(source, flags.includes("g") ? flags : `${flags}g`)
    const run = (hostile: string) => hostile.replace(pattern, "")
    report(literal, run, shapesOf(source), length)
  }
}
