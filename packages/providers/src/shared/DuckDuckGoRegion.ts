/** DuckDuckGo's regions (its parameter `kl`): a country with one of its languages, the usual one first. */

/** A region, and whether its language is the requested one. */
export interface Region {
  readonly name: string
  readonly isOfLanguage: boolean
}

/**
 * The region of a country (two letters) and a language (`de`, `de-AT`), either of which may be missing; without a
 * country it is the language's own. `undefined` if DuckDuckGo has none.
 */
export const of = (country: string | undefined, language: string | undefined): Region | undefined => {
  const [spoken = "", ...parts] = (language ?? "").toLowerCase().split(/[-_]/)
  const where = country?.toLowerCase() ?? parts.find((part) => part.length === 2)
  const there = where === undefined ? all : all.filter(({ name }) => name.startsWith(`${abroad.get(where) ?? where}-`))
  const own = there.filter((region) => region.language === spoken)
  const home = own.find(({ name }) => name.startsWith(`${homes.get(spoken) ?? spoken}-`))
  const found = home ?? own[0] ?? (country === undefined ? undefined : there[0])
  return found === undefined ? undefined : { name: found.name, isOfLanguage: found.language === spoken }
}

// --- private --------------------------------------------------------------------------

const names = [
  "ar-es at-de au-en be-nl be-fr bg-bg br-pt ca-en ca-fr ch-de ch-fr ch-it cl-es cn-zh co-es cz-cs de-de dk-da",
  "ee-et es-es fi-fi fr-fr gr-el hk-tzh hr-hr hu-hu id-id ie-en il-he in-en it-it jp-jp kr-kr lt-lt lv-lv mx-es",
  "my-ms my-en nl-nl no-no nz-en pe-es ph-en ph-tl pl-pl pt-pt ro-ro ru-ru se-sv sg-en sk-sk sl-sl th-th tr-tr",
  "tw-tzh ua-uk uk-en us-en us-es ve-es vn-vi za-en",
].flatMap((line) => line.split(" "))

/** Languages whose code differs from ISO 639. */
const languages: ReadonlyMap<string, string> = new Map([
  ["jp", "ja"],
  ["kr", "ko"],
  ["tzh", "zh"],
])

/** Countries whose code differs from ISO 3166. */
const abroad: ReadonlyMap<string, string> = new Map([
  ["gb", "uk"],
  ["si", "sl"],
])

/** A language's main country, if it is neither the country of the same letters nor the first of its regions. */
const homes: ReadonlyMap<string, string> = new Map([["en", "us"]])

const all = names.map((name) => {
  const language = name.slice(3)
  return { name, language: languages.get(language) ?? language }
})
