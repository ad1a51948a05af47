/** Pictures of formulas whose TeX is in their address, by services that draw it, or in their alternative text. */

/** The TeX that a picture shows; empty if it isn't a formula. */
export const pictureTexOf = (image: Element): string => {
  const address = image.getAttribute("src") ?? ""
  const drawn = services.test(address) ? texIn(address) : ""
  if (drawn !== "") return drawn
  const alt = (image.getAttribute("alt") ?? "").trim()
  const [, dollars, parens, displayed] =
    /^(?:\$\$?([^$]+)\$\$?|\\[([]([^]*)\\[)\]]|(\{\\displaystyle[^]*\}))$/.exec(alt) ?? []
  const delimited = dollars ?? parens ?? displayed
  if (delimited !== undefined) return looksLikeTex.test(delimited) ? delimited : ""
  return command.test(alt) && formulaClass.test(image.getAttribute("class") ?? "") ? alt : ""
}

// --- private --------------------------------------------------------------------------

/** What an address of such a service contains; only these are parsed. */
const services = /latex|equation|[?&/](?:tex|math)\b|mathtex|mathurl|upmath|cht=tx/i

/** The parameter that holds TeX, or the whole query, or the end of the path. */
const texIn = (address: string): string => {
  const url = URL.parse(address, "https://relative.invalid")
  if (url === null) return ""
  for (const name of ["latex", "tex", "math", "formula", "eq", "chl", "from"]) {
    const value = url.searchParams.get(name)
    if (value !== null && looksLikeTex.test(value)) return tidied(value)
  }
  const written = url.search.slice(1) || url.pathname.slice(url.pathname.lastIndexOf("/") + 1)
  const tex = decoded(written.replace(/\+/g, " "))
  return looksLikeTex.test(tex) ? tidied(tex) : ""
}

/** Invalid escapes stay. */
const decoded = (text: string): string => new URLSearchParams(`t=${text.replaceAll("&", "%26")}`).get("t") ?? ""

/** TeX without the resolution, colour and spacing of its picture. */
const tidied = (tex: string): string =>
  tex
    .replace(/\\(?:dpi|bg_?|fn_?|color)\s*\{[^{}]{0,20}\}|\\(?:inline|fn_[a-z]{1,3}|bg_[a-z]{1,9})\b/g, "")
    .replace(/&space;/g, " ")
    .trim()

const command = /\\[a-z]{2,}/i
const looksLikeTex = /\\[a-z]|[_^=]/i
const formulaClass = /\b(?:math|equation|formula|tex|latex)/i
