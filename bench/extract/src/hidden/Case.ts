/** A page of the hidden-text set: an article with one marked sentence. */

/** One page. `{T}` in its body, head or style sheet stands for the sentence. */
export interface Case {
  readonly name: string
  /** The markup around the sentence. */
  readonly body: string
  /** The page's style sheet. */
  readonly css?: string | undefined
  /** Further markup for the head. */
  readonly head?: string
  /** Why the reader deliberately disagrees with the browser; such a page isn't counted. */
  readonly policy?: string
}

/** Cases that style one element: each style as an attribute, as a class rule and as a rule of higher specificity. */
export const styled = (family: string, styles: ReadonlyArray<string>, tag = "div"): ReadonlyArray<Case> =>
  styles.map((style, at) => {
    const name = `${family}: ${tag === "div" ? "" : `${tag} `}${style}`
    if (at % 3 === 0) return { name, body: `<${tag} style="${style}">{T}</${tag}>` }
    if (at % 3 === 1) return { name, css: `.note{${style}}`, body: `<${tag} class="note">{T}</${tag}>` }
    return {
      name,
      css: `article section > ${tag}.note{${style}}.note{color:black}`,
      body: `<section><${tag} class="note wide"><b>{T}</b></${tag}></section>`,
    }
  })

/** Cases of whole rules for one element: `<div class="a b" id="one" lang="en" data-x="y">` after a paragraph. */
export const ruled = (family: string, sheets: ReadonlyArray<string>): ReadonlyArray<Case> =>
  sheets.map((css) => ({
    name: `${family}: ${css}`,
    css,
    body: `<section class="outer"><p class="first">Before.</p><div class="a b" id="one" lang="en" data-x="y">{T}</div><p>After.</p></section>`,
  }))

/** Cases of markup alone. */
export const marked = (family: string, bodies: Readonly<Record<string, string>>, css?: string): ReadonlyArray<Case> =>
  Object.entries(bodies).map(([name, body]) => ({
    name: `${family}: ${name}`,
    body,
    css,
  }))

/** The page of a case. */
export const pageOf = ({ body, css, head = "", name }: Case, sentence: string): string => {
  const fill = (text: string): string => text.replaceAll("{T}", sentence)
  const style = css === undefined ? "" : `<style>${css}</style>`
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A walk by the harbour</title>${fill(head)}${fill(style)}</head>` +
    `<body><main><article><h1>A walk by the harbour</h1>${paragraph(name, 0)}${paragraph(name, 1)}${paragraph(name, 2)}` +
    `${fill(body)}${paragraph(name, 3)}${paragraph(name, 4)}</article></main></body></html>`
  )
}

/** A sentence for a case, the same in every run. */
export const sentenceOf = (name: string): string => {
  const random = numbersOf(name)
  const words = Array.from({ length: 7 }, () => vocabulary[random() % vocabulary.length] ?? "")
  return `${words.join(" ").replace(/^./, (letter) => letter.toUpperCase())}.`
}

/** The same letters in another order, so that only their look changes. */
export const permuted = (sentence: string): string =>
  sentence.replace(/[a-z]+/gi, (word) => Array.from(word).toReversed().join(""))

// --- private --------------------------------------------------------------------------

const vocabulary = (
  "amber anchor basket candle copper distant eleven fabric garden harvest island jacket kettle lantern marble narrow " +
  "orchard pebble quiet ribbon saddle timber umbrella velvet window yellow zigzag bridge cellar drifting engine feather " +
  "glacier hollow ivory jasmine keeper ladder meadow needle olive parcel quarry river silver tunnel uncle valley walnut"
).split(" ")

const prose = [
  "The path follows the water for a mile, past the boats, the nets and the old wooden huts of the fishermen.",
  "In the morning the market opens early, and people come from the hills with bread, cheese and late apples.",
  "A small museum shows how ropes were made, and a guide explains each of the machines to anyone who asks.",
  "When the weather turns, the café at the end of the pier is a good place to wait, although it closes at six.",
  "Buses leave from the square every half hour; the last one goes at ten, and on Sundays there are fewer.",
]

const paragraph = (name: string, at: number): string => {
  const start = numbersOf(name)() % prose.length
  return `<p>${prose[(start + at) % prose.length]} ${prose[(start + at + 2) % prose.length]}</p>`
}

const numbersOf = (seed: string): (() => number) => {
  let state = 0x81_1c_9d_c5
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93)
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c_1b_3c_6d) + 0x9e_37_79_b9
    return (state ^ (state >>> 13)) >>> 0
  }
}
