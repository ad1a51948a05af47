/** The limits of a document; most are enforced while its tree is built (`TreeBuilder.ts`). */

/** Upper bounds, in elements and characters. */
export const limits = {
  /** Elements of a document; later ones aren't read. */
  elements: 120_000,
  /** Characters of a document's source. */
  source: 8_000_000,
  /** Characters of a document's text; later ones aren't read. */
  text: 3_000_000,
  /** Ancestors of all elements, and of all characters; beyond that nothing is nested deeper than `shallow`. */
  around: 3_000_000,
  aroundText: 100_000_000,
  shallow: 16,
  /** Characters of Markdown of the text around the content. */
  outside: 200_000,
  /** Blocks of text that are scored; a page with more is read by its `main` or body. */
  blocks: 40_000,
  /** Bytes of a document whose blocks are scored within 0.2 s, whatever it contains. */
  small: 262_144,
  /** Characters of the source of a document of which all text may be little. */
  complete: 4_096,
  /** Links of an answer. */
  links: 5_000,
  /** Milliseconds of processor time that a document may take by the default `extract_timeout`. */
  processorTime: 5_000,
  /** Ancestors of an element. */
  depth: 100,
  /** Ancestors of the same group: their cost, or their indent in Markdown, is quadratic. */
  nested: { list: 16, table: 8, blockquote: 16 },
  /** Attributes of an element, and characters of a value; a URL that is longer is dropped. */
  attributes: 40,
  attribute: 1_000,
  address: 8_000,
  /** Characters of a `base` address, which is written before each relative link; a longer one is ignored. */
  base: 1_000,
  /** Consecutive line breaks, or other white space, within `pre`. */
  preBreaks: 3,
  preSpaces: 200,
  /** Characters of a formula's source in a script. */
  formula: 4_000,
  /** Formulas that are found in running text by their delimiters; later ones stay text. */
  formulas: 5_000,
  /** Characters of a document's style sheets; later ones are ignored. */
  styles: 1_000_000,
  /** Scripts whose beginning is kept, and its characters; no script ever runs. */
  scripts: 60,
  script: 2_000,
  /** Characters of embedded structured data. */
  data: 1_000_000,
} as const
