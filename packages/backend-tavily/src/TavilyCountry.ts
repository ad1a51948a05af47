/**
 * Tavily's names of countries, which are English and in small letters. Where its list (docs.tavily.com,
 * `POST /search`, `country`) isn't the CLDR's English name, it stands here.
 */

/** The name of a country by its two letters; `undefined` where Tavily has none for it. */
export const nameOf = (code: string): string | undefined => {
  const own = Object.hasOwn(names, code) ? names[code] : undefined
  const name = own ?? english.of(code)?.toLowerCase()
  return name === undefined || name === code.toLowerCase() ? undefined : name
}

// --- private --------------------------------------------------------------------------

const english = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" })

const names: Readonly<Record<string, string>> = {
  BA: "bosnia and herzegovina",
  CD: "congo",
  CG: "congo",
  CZ: "czech republic",
  MK: "north macedonia",
  MM: "myanmar",
  TR: "turkey",
  TT: "trinidad and tobago",
}
