/** DuckDuckGo's regions (its parameter `kl`): a country with one of its languages. */

/** A region, and whether its language is the requested one. */
export interface Region {
  readonly name: string
  readonly isOfLanguage: boolean
}

/**
 * The region of a country (two letters) and a language tag (`de`, `de-AT`), either of which may be missing. Without a
 * country, the tag's country counts (`at-de`), or else the main country of its language (`de-de`). For a `country`
 * alone, or one without a region of the language, the region of its usual language counts. `undefined` if DuckDuckGo
 * has none of these.
 */
export const of = (country: string | undefined, language: string | undefined): Region | undefined => {
  const [spoken = "", ...parts] = (language ?? "").toLowerCase().split(/[-_]/)
  const where = country?.toLowerCase() ?? parts.find((part) => part.length === 2)
  const regions =
    where === undefined ? all : all.filter(({ name }) => name.startsWith(`${duckDuckGoCountries.get(where) ?? where}-`))
  const matching = regions.filter((region) => region.language === spoken)
  const home = matching.find(({ name }) => name.startsWith(`${mainCountries.get(spoken) ?? spoken}-`))
  const found = home ?? matching[0] ?? (country === undefined ? undefined : regions[0])
  return found === undefined ? undefined : { name: found.name, isOfLanguage: found.language === spoken }
}

// --- private --------------------------------------------------------------------------

/** Of a country's regions, the one of its usual language is first. */
const names = [
  "ar-es at-de au-en be-nl be-fr bg-bg br-pt ca-en ca-fr ch-de ch-fr ch-it cl-es cn-zh co-es cz-cs de-de dk-da",
  "ee-et es-es fi-fi fr-fr gr-el hk-tzh hr-hr hu-hu id-id ie-en il-he in-en it-it jp-jp kr-kr lt-lt lv-lv mx-es",
  "my-ms my-en nl-nl no-no nz-en pe-es ph-en ph-tl pl-pl pt-pt ro-ro ru-ru se-sv sg-en sk-sk sl-sl th-th tr-tr",
  "tw-tzh ua-uk uk-en us-en us-es ve-es vn-vi za-en",
].flatMap((line) => line.split(" "))

/** The ISO 639 codes of DuckDuckGo's languages, where they differ. */
const isoLanguages: ReadonlyMap<string, string> = new Map([
  ["jp", "ja"],
  ["kr", "ko"],
  ["tzh", "zh"],
])

/** DuckDuckGo's codes of ISO 3166's countries, where they differ. */
const duckDuckGoCountries: ReadonlyMap<string, string> = new Map([
  ["gb", "uk"],
  ["si", "sl"],
])

/** A language's main country, if it is neither the country of the same letters nor the first of its regions. */
const mainCountries: ReadonlyMap<string, string> = new Map([["en", "us"]])

const all = names.map((name) => {
  const language = name.slice(3)
  return { name, language: isoLanguages.get(language) ?? language }
})
