/** The numbers in a text, as people write them in many countries, and those of them that are amounts of money. */

/** The numbers of a text; a separator before one or two last digits is the decimal one, others group digits. */
export const numbersIn = (text: string): ReadonlyArray<number> =>
  Array.from(text.matchAll(digitGroups), ([digits]) => valueOf(digits))

/** The numbers of a text that have cents, or the sign, code or usual abbreviation of a currency beside them. */
export const moneyIn = (text: string): ReadonlySet<number> => {
  const amounts = new Set<number>()
  for (const { 0: digits, index } of text.matchAll(digitGroups)) {
    const end = index + digits.length
    const isMoney =
      cents.test(digits.slice(-3)) ||
      currencyBefore.test(text.slice(Math.max(0, index - reach), index)) ||
      currencyAfter.test(text.slice(end, end + reach))
    if (isMoney) amounts.add(valueOf(digits))
  }
  return amounts
}

// --- private --------------------------------------------------------------------------

const digitGroups = /\d(?:[\d.,’' \u00a0\u202f]*\d)?/g

const valueOf = (digits: string): number => {
  const [, whole = digits, fraction = "0"] = /^(.*)[.,](\d\d?)$/.exec(digits) ?? []
  return Number(`${whole.replace(/\D/g, "")}.${fraction}`)
}

const cents = /^[.,]\d\d$/

/** Characters beside a number in which a currency is looked for. */
const reach = 8

const currencyBefore = /(?:\p{Sc}|\b[A-Z]{2,3}|\bRs\.?|\bkr\.?|\bFr\.?|[￥元円원])\s?$/u
const currencyAfter =
  /^(?:,|\.)?[-–—]{0,2}\s?(?:\p{Sc}|[A-Z]{3}\b|(?:kr|Kč|zł|Ft|lei|лв|руб|р|Rs|Fr)(?!\p{L})|[元円원])/u
