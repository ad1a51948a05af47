/**
 * The countries and languages that Brave knows (the enumerations of its official MCP server). Another one is
 * refused with 422, so it isn't sent.
 */
import * as Provider from "@porthole/core/provider"

/** Its code of a country: the same two letters; `undefined` where Brave doesn't have it. */
export const countryOf = (code: string): string | undefined => (countries.has(code) ? code : undefined)

/** Its code of a language, which for some is its own. */
export const languageOf = (code: string): string | undefined => {
  const parts = Provider.Language.parts(code)
  if (parts.language === "zh") return Provider.Language.isTraditional(parts) ? "zh-hant" : "zh-hans"
  if (parts.language === "pt") return parts.region === "BR" ? "pt-br" : "pt-pt"
  if (parts.language === "en") return parts.region === "GB" ? "en-gb" : "en"
  const own = others[parts.language] ?? parts.language
  return languages.has(own) ? own : undefined
}

// --- private --------------------------------------------------------------------------

const countries: ReadonlySet<string> = new Set(
  "AR AT AU BE BR CA CH CL CN DE DK ES FI FR GB HK ID IN IT JP KR MX MY NL NO NZ PH PL PT RU SA SE TR TW US ZA".split(
    " ",
  ),
)

const others: Readonly<Record<string, string>> = { ja: "jp", no: "nb" }

const languages: ReadonlySet<string> = new Set(
  "ar bg bn ca cs da de es et eu fi fr gl gu he hi hr hu is it jp kn ko lt lv ml mr ms nb nl pa pl ro ru sk sl sr sv ta te th tr uk vi".split(
    " ",
  ),
)
