/** Letters in their form within a word (Unicode, Alphabetic and Arabic Presentation Forms), which no search finds. */

/** A text with its letters instead of their forms. */
export const folded = (text: string): string => text.replace(form, (found) => found.normalize("NFKC"))

// --- private --------------------------------------------------------------------------

const form = /[\ufb00-\ufb06\ufb50-\ufdf9\ufe70-\ufefc]/g
