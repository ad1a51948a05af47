/** What a document may cost: the budget that `Budget.ts` enforces before a tree is built. */

/** Upper bounds, in elements and characters. */
export const limits = {
  /** Elements of a document, all of which become a tree. */
  elements: 8_000,
  /** Of a document that has more, the first that a tree is built of; what comes after is written out as it goes by (`overflow/`). */
  elementsOfLarger: 3_000,
  /** Elements beyond those; what comes after them isn't read. */
  overflow: 110_000,
  /** Characters of a document's source that are looked at. */
  source: 8_000_000,
  /** Characters of a document's text, references read as they are written; what comes after isn't read. */
  text: 3_000_000,
  /** Elements around elements, and around each character of text, in all; from there on nothing is nested deeper than `shallow`. */
  around: 600_000,
  aroundText: 40_000_000,
  shallow: 16,
  /** Links that are told of a document, and different ones that an overflow may lead to. */
  links: 5_000,
  /**
   * What judging a page may cost, in elements and those around them, each counting {@link readable} by itself: it is asked for the
   * text of each many times. Of a larger page all is content but what surrounds it. With more time than {@link processor}
   * it grows in proportion, `growth` times at most; so do the blocks.
   */
  judged: 165_000,
  /** The same, of a page that Readability may begin anew up to three times because it found little; of a larger one the first find counts. */
  repeated: 80_000,
  growth: 8,
  /** Milliseconds of processor time that a document may take by the default `extract_timeout`; `judged` is made for it. */
  processor: 1_250,
  /**
   * Shares of the allowed processor time that may be over when the judging of a page begins, when its main part is asked for,
   * and when its blocks are judged: a net for what no count foresees. A page that meets it is read as a larger one.
   */
  before: { judging: 0.48, main: 0.64, blocks: 0.76 },
  /** Shares of it by which each of these must be done; what isn't is given up, and the page is read as a larger one, too. */
  until: { judging: 0.64, main: 0.76, blocks: 0.84 },
  /** Blocks of text that are judged one by one; a page of more is read as one that costs too much. */
  blocks: 2_000,
  /** Elements around an element. */
  depth: 100,
  /** Elements of the same group around an element: their cost, or their indent in Markdown, is quadratic. */
  nested: { list: 16, table: 8, blockquote: 16 },
  /** Attributes of an element, and characters of a value; a URL that is longer is dropped. */
  attributes: 40,
  attribute: 1_000,
  address: 8_000,
  /** Characters of the address that a document's links are relative to, where the document names one; a longer one has no say. */
  base: 1_000,
  /** Line breaks, or other white space, in a row within `pre`. */
  preBreaks: 3,
  preSpaces: 200,
  /** Characters of a formula's source in a script. */
  formula: 4_000,
  /** Formulas that are found in running text by their delimiters; those after them stay text, as they are written. */
  formulas: 5_000,
  /** Named character references that are told by their whole list of names. */
  references: 50_000,
  /** Characters of a document's stylesheets; what comes after has no say. */
  styles: 1_000_000,
  /** Scripts of which the beginning is kept to be looked at, and its characters; none is ever run. */
  scripts: 60,
  script: 2_000,
  /** Characters of embedded structured data. */
  data: 1_000_000,
} as const
