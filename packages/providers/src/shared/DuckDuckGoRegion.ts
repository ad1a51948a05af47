/** DuckDuckGo's regions (its parameter `kl`): a country with one of its languages, the usual one first. */

/** A region, and whether its language is the one that was asked for. */
export interface Region {
  readonly name: string
  readonly isOfLanguage: boolean
}

/**
 * The region of a country (two letters) and a language (`de`, `de-AT`), either of which may be missing; without
 * a country it is the language's own. `undefined` where DuckDuckGo has none.
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

/** What DuckDuckGo calls otherwise than ISO 639 does. */
const languages: ReadonlyMap<string, string> = new Map([
  ["jp", "ja"],
  ["kr", "ko"],
  ["tzh", "zh"],
])

/** And otherwise than ISO 3166. */
const abroad: ReadonlyMap<string, string> = new Map([
  ["gb", "uk"],
  ["si", "sl"],
])

/** Where a language is at home, where that is neither a country of its own letters nor the first of its regions. */
const homes: ReadonlyMap<string, string> = new Map([["en", "us"]])

const all = names.map((name) => {
  const language = name.slice(3)
  return { name, language: languages.get(language) ?? language }
})
