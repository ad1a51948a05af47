/**
 * Repairs text that was encoded twice: its UTF-8 was read as Latin-1 or Windows-1252 and encoded as UTF-8 again, so
 * "é" became "Ã©". A run of characters counts only if the bytes that they stand for are valid UTF-8, and such a run may
 * still be real text ("ÉTÉ\u00a0»" has one) or an example in a page about encodings. So evidence decides:
 * - A run with a C1 control is repaired: no text has such controls, except one whose Windows-1252 was read as Latin-1.
 *   That one also has controls outside of runs.
 * - The other runs of a passage are repaired with it, unless the passage has a letter that was encoded once.
 * - Without a control, the whole document or passage must be so: several runs within words, hardly a letter that was
 *   encoded once, hardly a run that stands alone, and in the whole document no word about encodings.
 *
 * Time is linear in the length of the text.
 */
import { isUtf8 } from "node:buffer"

/** The byte that begins the first character of each run in UTF-8: that is one from U+00C2 to U+00F4. */
export const leadByte = 0xc3

/** The text with its runs repaired. A text without runs stays as it is. */
export const repair = (text: string): string => {
  let repaired = text
  for (let depth = 0; depth < maxDepth && anyRun.test(repaired); depth++) {
    const next = repairOnce(repaired)
    if (next === repaired) return repaired
    repaired = next
  }
  return repaired
}

// --- private --------------------------------------------------------------------------

/** A text may have gone through the same fault several times. */
const maxDepth = 3
/** This many runs within words are never a coincidence, if next to nothing speaks against them. */
const minRuns = 5
/** Runs for each sign against them. */
const minRatio = 20
/** Runs with a control for each control outside of runs. */
const minControlRatio = 4

/** What Windows-1252 reads in the bytes from 0x80 to 0x9F: a character, or the control of the same number. */
const byteOf = new Map(
  Array.from(new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 32 }, (_, at) => 0x80 + at))).map(
    (character, at) => [character, 0x80 + at],
  ),
)

/** A byte after the first of a sequence, as Latin-1 or Windows-1252 reads it. */
const trail = `[\\u0080-\\u00bf${Array.from(byteOf.keys()).join("")}]`
const sequence = `(?:[\\u00c2-\\u00df]${trail}|[\\u00e0-\\u00ef]${trail}{2}|[\\u00f0-\\u00f4]${trail}{3})`
const anyRun = new RegExp(sequence)
const runs = new RegExp(`${sequence}+`, "g")
const control = /[\u0080-\u009f]/
const controls = /[\u0080-\u009f]+/g
/** Text without markup or a line break. */
const passages = /[^<>\r\n]+/g
/** Letters outside ASCII and quotation marks: those of a text that was encoded once. */
const letters = /(?:[^\p{ASCII}\P{L}]|[\u2018-\u201e])+/gu
/** Words of a text about encodings. Declarations have them after an equals sign or in quotation marks. */
const encodingWords = /[^=\w"'-](?:mojibake|encodings?|utf-?8|(?:windows-|cp)1252|iso-8859-1|latin-?1)\b(?! *[=:])/i

/** What speaks for and against a text's being encoded twice. */
interface Evidence {
  /** Runs with a control. */
  readonly withControl: number
  /** Other runs that are part of a word. */
  readonly withinWords: number
  /** Letters that were encoded once, and runs that stand alone. */
  readonly against: number
  /** Controls outside of runs. */
  readonly controls: number
}

/** Evidence by which nothing is repaired. Then the signs against it aren't counted, which would take longer. */
const tooLittle: Evidence = { withControl: 0, withinWords: 0, against: 0, controls: 0 }

const evidenceOf = (text: string): Evidence => {
  let [withControl, withinWords, alone] = [0, 0, 0]
  const rest = text.replace(runs, (run, at: number) => {
    const decoded = decodedOf(run)
    if (decoded === undefined) return run
    const [before, after] = [text[at - 1], text[at + run.length]]
    if (control.test(run)) withControl++
    else if (isWithinWord(decoded, before, after)) withinWords++
    else if (isAlone(decoded, before, after)) alone++
    return " "
  })
  if (withControl === 0 && withinWords < minRuns) return tooLittle
  return { withControl, withinWords, against: alone + lengthOf(rest, letters), controls: lengthOf(rest, controls) }
}

const repairOnce = (text: string): string => {
  const whole = evidenceOf(text)
  // A passage has no more evidence than the whole text.
  if (whole === tooLittle) return text
  const isTrusted = whole.controls * minControlRatio <= whole.withControl
  const isAboutEncodings = encodingWords.test(text)
  return text.replace(passages, (passage) => {
    if (!anyRun.test(passage)) return passage
    const own = evidenceOf(passage)
    const isWhole =
      (isTrusted && own.withControl > 0 && own.against === 0) ||
      (!isAboutEncodings && (isTwiceEncoded(whole) || isTwiceEncoded(own)))
    return passage.replace(runs, (run) => (isWhole || (isTrusted && control.test(run)) ? (decodedOf(run) ?? run) : run))
  })
}

const isTwiceEncoded = ({ against, withControl, withinWords }: Evidence): boolean =>
  withControl + withinWords >= minRuns && against * minRatio <= withControl + withinWords

/** The characters that a run stands for; `undefined` if it isn't valid UTF-8. */
const decodedOf = (run: string): string | undefined => {
  const bytes = Uint8Array.from(run, (character) => byteOf.get(character) ?? character.charCodeAt(0))
  return isUtf8(bytes) ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) : undefined
}

const isWithinWord = (decoded: string, before = " ", after = " "): boolean =>
  /[a-z]/i.test(before) || /[a-z]/i.test(after) || /^\p{L}{2}/u.test(decoded)

/** Whether a run shows one quotation mark outside of words, or one letter between two marks. */
const isAlone = (decoded: string, before = " ", after = " "): boolean =>
  /^[\u2018-\u201e]$/.test(decoded) || (/^\p{L}$/u.test(decoded) && /[^\s\w]/.test(before) && /[^\s\w]/.test(after))

/** The length of all that an expression finds. */
const lengthOf = (text: string, found: RegExp): number => text.length - text.replace(found, "").length
