/**
 * Raised and lowered text as characters: Unicode's own if each character has one (H₂O, 10⁻³), else TeX's braces
 * (x^{a+b}). Words always get braces, because no search finds ₘₐₓ. Ordinals (1st), signs that are raised anyway (®) and
 * the letters of logos (TeX) stay unchanged.
 */
import type { TextRun } from "./TextRun.ts"

/** The baseline and the size of the text around a run. */
export type Baseline = Pick<TextRun, "size" | "y">

/** Whether a run is raised or lowered. */
export const levelOf = (run: Baseline, base: Baseline): "base" | "raised" | "lowered" => {
  const rise = (run.y - base.y) / base.size
  const isSmall = run.size <= maxScriptSize * base.size
  if (run.size > base.size) return "base"
  if (rise >= (isSmall ? minRise : minRiseInSize)) return "raised"
  return -rise >= (isSmall ? minDrop : minRiseInSize) ? "lowered" : "base"
}

/** Raised or lowered text between two texts. */
export const script = (text: string, level: "raised" | "lowered", before: string, after: string): string => {
  const isOrdinal = /^\p{L}{2,3}$/u.test(text) && /\d$/.test(before.slice(-1))
  const isLogo = /^\p{Lu}+$/u.test(text) && /^\p{Lu}/u.test(after)
  if (isOrdinal || isLogo) return text
  const signs = level === "raised" ? superscripts : subscripts
  const characters = Array.from(text.replaceAll(" ", ""), (character) => signs.get(character))
  const hasAll = !characters.includes(undefined) && !/\p{L}{2}/u.test(text)
  if (!hasAll && !/[\p{L}\p{N}]/u.test(text)) return text
  return hasAll ? characters.join("") : `${level === "raised" ? "^" : "_"}{${text}}`
}

// --- private --------------------------------------------------------------------------

/** As shares of the font's size: the size of a small script, and its least distance from the baseline. */
const maxScriptSize = 0.9
const minRise = 0.15
const minDrop = 0.08
/** The least distance of a script in the size of the text around it. */
const minRiseInSize = 0.25

const signsOf = (plain: string, signs: string): ReadonlyMap<string, string> =>
  new Map(Array.from(plain, (character, at) => [character, signs.charAt(at)]))
const superscripts = signsOf("0123456789+-−–=()in", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁱⁿ")
const subscripts = signsOf("0123456789+-−–=()aeoxhklmnpst", "₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜ")
