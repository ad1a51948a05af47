/** Long texts in our own words, made by rules, so that a test can double one, wrap it, or move it. */

/** What a text is made of. */
export interface LongText {
  readonly paragraphs: number
  /** The elements around all paragraphs, from the outermost on, such as `main` or `div`. */
  readonly around?: ReadonlyArray<string>
  /** The elements around each paragraph. */
  readonly each?: ReadonlyArray<string>
  /** The number of paragraphs after which a heading comes. */
  readonly perSection?: number
  /** Whether a short line follows each third paragraph, as in a dialogue. */
  readonly hasLines?: boolean
}

/** A page with a menu, a title, the text and a footer. */
export const pageOf = ({
  around = [],
  each = ["p"],
  hasLines = false,
  paragraphs,
  perSection = 8,
}: LongText): string => {
  const text = Array.from({ length: paragraphs }, (_, at) => {
    const heading =
      at % perSection === 0 ? `<h2>Part ${at / perSection + 1} on ${objects[at % objects.length]}</h2>` : ""
    const line = hasLines && at % 3 === 0 ? inside(lineOf(at), each) : ""
    return heading + inside(paragraphOf(at), each) + line
  })
  return `<!doctype html><html lang="en"><head><title>On waiting</title></head><body>
<header><a href="/">Home</a><nav><ul><li><a href="/about">About</a></li><li><a href="/essays">Essays</a></li></ul></nav></header>
${inside(`<h1>On waiting</h1>${text.join("\n")}`, around)}
<footer><p>© 2026 The essayist. All rights reserved.</p><a href="/imprint">Imprint</a></footer></body></html>`
}

/** The end of a paragraph, by its number. */
export const endOf = (at: number): string => `So much for point ${at}.`

/** A short line after a paragraph. */
export const lineOf = (at: number): string => `“Why ${at}?” she said.`

/** The numbers of the paragraphs that a Markdown lacks. */
export const lostIn = (markdown: string, paragraphs: number): ReadonlyArray<number> =>
  Array.from({ length: paragraphs }, (_, at) => at).filter((at) => !markdown.includes(endOf(at)))

// --- private --------------------------------------------------------------------------

const inside = (html: string, names: ReadonlyArray<string>): string =>
  names.reduceRight((inner, name) => `<${name}>${inner}</${name}>`, html)

/** From one sentence to six, of which some have a link. */
const paragraphOf = (at: number): string =>
  [...Array.from({ length: 1 + ((at * 7) % 6) }, (_, part) => sentenceOf(at * 11 + part * 5)), endOf(at)].join(" ")

const sentenceOf = (seed: number): string => {
  const object = objects[(seed * 3) % objects.length] ?? ""
  const named = seed % 9 === 0 ? `<a href="/ref/${seed}">${object}</a>` : seed % 7 === 0 ? `<em>${object}</em>` : object
  return `${subjects[seed % subjects.length]} ${verbs[(seed * 7) % verbs.length]} ${named}${tails[(seed * 5) % tails.length]}.`
}

const subjects = [
  "The old engineer",
  "A patient gardener",
  "My first teacher",
  "Every committee",
  "The market",
  "Nobody in the village",
  "It",
  "They",
  "A common mistake",
  "The river",
  "Most people",
]
const verbs = [
  "never quite explained",
  "has written at length about",
  "keeps returning to",
  "would rather forget",
  "depends on",
  "argued against",
  "slowly changed",
  "measured",
]
const objects = [
  "the price of bread",
  "a theory of memory",
  "the long winter of 1963",
  "its own history",
  "the number of bees in a hive",
  "the way children learn to count",
  "a map without names",
  "the cost of waiting",
]
const tails = [
  "",
  ", which matters more than it seems",
  "; the evidence for this is thin",
  ", as far as I know",
  ", in spite of everything",
]
