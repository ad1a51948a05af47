/**
 * Tavily's names of countries (docs.tavily.com, `POST /search`, `country`): English, in small letters, and only
 * these. Any other is a 400, so it isn't sent.
 */

/** The name of a country by its two letters; `undefined` where Tavily has none for it. */
export const nameOf = (code: string): string | undefined =>
  Object.hasOwn(own, code) ? own[code] : codes.has(code) ? english.of(code)?.toLowerCase() : undefined

// --- private --------------------------------------------------------------------------

const english = new Intl.DisplayNames(["en"], { type: "region" })

/** Where its name isn't the CLDR's. It has one Congo, and doesn't say which. */
const own: Readonly<Record<string, string>> = {
  BA: "bosnia and herzegovina",
  CD: "congo",
  CG: "congo",
  CZ: "czech republic",
  MM: "myanmar",
  TR: "turkey",
  TT: "trinidad and tobago",
}

const codes: ReadonlySet<string> = new Set(
  [
    "AD AE AF AL AM AO AR AT AU AZ BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CF CH CL CM CN CO CR CU CV CY",
    "DE DJ DK DO DZ EC EE EG ER ES ET FI FJ FR GA GB GE GH GM GN GQ GR GT HN HR HT HU ID IE IL IN IQ IR IS IT JM JO",
    "JP KE KG KH KM KP KR KW KZ LB LI LK LR LS LT LU LV LY MA MC MD ME MG MK ML MN MR MT MU MV MW MX MY MZ NA NE NG",
    "NI NL NO NP NZ OM PA PE PG PH PK PL PT PY QA RO RS RU RW SA SD SE SG SI SK SN SO SS SV SY TD TG TH TJ TM TN TW",
    "TZ UA UG US UY UZ VE VN YE ZA ZM ZW",
  ].flatMap((line) => line.split(" ")),
)
