/**
 * How likely a character outside ASCII is in a text of some language: what tells one reading of the same bytes from
 * another. By letters alone, most frequent first; of a Latin alphabet only those that ASCII hasn't.
 *
 * The orders are those of common letter counts, rounded: a guess has to find the language's own letters plausible
 * and the others' not, no more.
 */

/** The cost of a character: the negative logarithm of about how often it comes, per character outside ASCII. */
export type Cost = (character: string) => number

/** A character that is no text at all: a control character, U+FFFD, a private one. */
export const costOfDamage = 14

/** An alphabet: the nth letter comes about as often as in a geometric row, capitals a tenth as often as their small ones. */
export const alphabet = (letters: string): Cost => {
  const costs = new Map<string, number>()
  const all = Array.from(letters)
  const share = Math.min(0.7, 2.5 / Math.max(all.length, 1))
  for (const [at, letter] of all.entries()) {
    const cost = -Math.log(share) - at * Math.log(1 - share)
    costs.set(letter, cost)
    const capital = letter.toUpperCase()
    if (capital !== letter && capital.length === 1) costs.set(capital, cost + 2.5)
  }
  return (character) => costs.get(character) ?? costOfOther(character)
}

/** A script of many characters, by how common they are: what is in the first tier costs its cost, and so on. */
export const tiers = (...rows: ReadonlyArray<readonly [characters: string, cost: number]>): Cost => {
  const costs = new Map<string, number>()
  for (const [characters, cost] of rows) {
    for (const character of characters) if (!costs.has(character)) costs.set(character, cost)
  }
  return (character) => costs.get(character) ?? costOfOther(character) + 2
}

/** Russian, Ukrainian, Bulgarian, Serbian. */
export const cyrillic: ReadonlyArray<Cost> = [
  "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё",
  "оанитвіерслкудмпязьбгйчхжїцєюшщґф",
  "аоиетнрсвлкдпмузъгбчяцщжхшюйфь",
  "аоеинстрјукмвлпдгзбшчцжњћљхђфџ",
].map(alphabet)

export const greek: ReadonlyArray<Cost> = [alphabet("αοιετσνηυρπκμλςίωάόήέδγχθύώφβξζψϊϋΐΰ")]

export const hebrew: ReadonlyArray<Cost> = [alphabet("יוהלאתרבמשנםדעקחפכגזצסטןךץף")]

/** Arabic, Persian. */
export const arabic: ReadonlyArray<Cost> = [
  "ايلمنوتربهةدسعفقكحجأشصطىخإضذزثغئءظؤآًّ،",
  "ایيرندهتموسبلشکكخفزگقعپجحآصطچئضثغذژظء\u200c",
].map(alphabet)

export const thai: ReadonlyArray<Cost> = [alphabet("านรอกเ่ง้ัมยิลวดีทุสตะปื์บคหูแจพชขำใไโ็ผซถณศธภษญฐฉฟๆฎฏ")]

export const turkish: ReadonlyArray<Cost> = [alphabet("ıüşğçöİâî")]

/** Lithuanian, Latvian, Estonian. */
export const baltic: ReadonlyArray<Cost> = ["ėšųžįąčūę", "āīēšņūžļķčģ", "äõüöšž"].map(alphabet)

/** Polish, Czech, Slovak, Hungarian, Croatian and Slovene, Romanian. */
export const centralEuropean: ReadonlyArray<Cost> = [
  "łąęóśżćńź",
  "íáéěřýčžšůúťďňó",
  "áíéčýúžšľťôňďóäĺŕ",
  "áéöóőüíúű",
  "šžčćđ",
  "ăţşîâ",
].map(alphabet)

/** French, German, Spanish, Portuguese, Italian, Finnish and Swedish, Danish and Norwegian, Dutch, Icelandic, Catalan, Estonian. */
export const westernEuropean: ReadonlyArray<Cost> = [
  "éèàêçôûîâùëïœ",
  "üäößé",
  "óíáéñúü¿¡",
  "ãçáéíõóêâúàô",
  "àèéùòì",
  "äöåé",
  "øåæéö",
  "ëéïèöü",
  "íáðéóúöþýæ",
  "àéèóòíçúïü·",
  "äõüöšž",
].map(alphabet)

// --- private --------------------------------------------------------------------------

/** Marks that texts of all languages have. */
const marks = new Set("“”‘’–—…«»„‚‹›•·©®™°€£§№´×ªº±½²³¿¡")

const costOfOther = (character: string): number => {
  const code = character.codePointAt(0) ?? 0
  if (code === 0xa0) return 3.5
  if (marks.has(character)) return 5
  if (code === 0xfffd || (code >= 0x80 && code < 0xa0) || (code >= 0xe000 && code < 0xf900)) return costOfDamage
  return 9
}
