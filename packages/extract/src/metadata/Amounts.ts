/**
 * The numbers in a text, as people write them in many countries, and those of them that are amounts of money.
 *
 * A separator before one or two last digits is the decimal one, others group digits. A space or an apostrophe groups
 * only before exactly three digits. A plain space may also stand between two numbers ("iPhone 15 999 €"), so such a
 * text is read in both ways.
 */

/** The numbers of a text. */
export const numbersIn = (text: string): ReadonlyArray<number> => readingsIn(text).map(({ digits }) => valueOf(digits))

/** The numbers of a text that have cents, or the sign, code or usual abbreviation of a currency beside them. */
export const moneyIn = (text: string): ReadonlySet<number> => {
  const amounts = new Set<number>()
  for (const { digits, end, start } of readingsIn(text)) {
    const isMoney =
      cents.test(digits.slice(-3)) ||
      currencyBefore.test(text.slice(Math.max(0, start - reach), start)) ||
      currencyAfter.test(text.slice(end, end + reach))
    if (isMoney) amounts.add(valueOf(digits))
  }
  return amounts
}

// --- private --------------------------------------------------------------------------

/** A number, without spaces and apostrophes, and its place in the text. */
interface Reading {
  readonly digits: string
  readonly start: number
  readonly end: number
}

const digitGroups = /\d(?:[\d.,’' \u00a0\u202f]*\d)?/g

const readingsIn = (text: string): ReadonlyArray<Reading> =>
  Array.from(text.matchAll(digitGroups), ({ 0: digits, index }) =>
    runsIn(partsIn(text, index, index + digits.length)).flatMap((run) => readingsOf(text, run)),
  ).flat()

/** The parts between spaces and apostrophes, without the punctuation at their ends. */
const partsIn = (text: string, from: number, to: number): ReadonlyArray<Reading> => {
  const parts: Array<Reading> = []
  let start = from
  for (let at = from; at <= to; at++) {
    if (at < to && !dividers.includes(text.charAt(at))) continue
    let end = at
    while (start < end && marks.includes(text.charAt(start))) start++
    while (start < end && marks.includes(text.charAt(end - 1))) end--
    if (start < end) parts.push({ digits: text.slice(start, end), start, end })
    start = at + 1
  }
  return parts
}

/** Runs of parts that may be the groups of one number. */
const runsIn = (parts: ReadonlyArray<Reading>): ReadonlyArray<ReadonlyArray<Reading>> => {
  const runs: Array<Array<Reading>> = []
  for (const part of parts) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run !== undefined && last !== undefined && isNextGroup(last, part)) run.push(part)
    else runs.push([part])
  }
  return runs
}

const isNextGroup = (last: Reading, { digits, start }: Reading): boolean =>
  start === last.end + 1 &&
  last.digits.length <= groupLength &&
  isDigits(last.digits) &&
  digits.length >= groupLength &&
  isDigits(digits.slice(0, groupLength)) &&
  !isDigits(digits.charAt(groupLength))

const isDigits = (text: string): boolean => /^\d+$/.test(text)

/** The number of a run, and those of its parts if plain spaces divide them. */
const readingsOf = (text: string, run: ReadonlyArray<Reading>): ReadonlyArray<Reading> => {
  const [start, end] = [run[0]?.start ?? 0, run.at(-1)?.end ?? 0]
  const whole = { digits: run.map(({ digits }) => digits).join(""), start, end }
  return run.length > 1 && text.slice(start, end).includes(" ") ? [whole, ...run] : [whole]
}

const dividers = "’' \u00a0\u202f"
const marks = ".,"
const groupLength = 3

const valueOf = (digits: string): number => {
  const [, whole = digits, fraction = "0"] = /^(.*)[.,](\d\d?)$/.exec(digits) ?? []
  return Number(`${whole.replace(/\D/g, "")}.${fraction}`)
}

const cents = /^[.,]\d\d$/

/** Characters beside a number in which a currency is looked for. */
const reach = 8

const currencyBefore = /(?:\p{Sc}|\b[A-Z]{2,3}|\bRs\.?|\bkr\.?|\bFr\.?|[￥元円원])\s?$/u
const currencyAfter =
  /^(?:,|\.)?[-–—]{0,2}\s?(?:\p{Sc}|[A-Z]{3}\b|(?:kr|Kč|zł|Ft|lei|лв|руб|[рР]|РУБ|Rs|Fr)(?!\p{L})|[元円원])/u
