/**
 * Text that is written out as HTML and parsed again. The parser makes a node of every character reference, so the
 * characters that would become references travel as noncharacters (Unicode Standard 23.7) until {@link arrived}.
 */

/** Readies a text to be written out. */
export const departingAgain = (text: string): string =>
  text
    .replaceAll("<", bracket)
    .replaceAll("&", ampersand)
    .replaceAll(">", endBracket)
    .replaceAll("\u00a0", noBreakSpace)

/** Text as it came out of the parser, with its own characters. */
export const arrived = (text: string): string =>
  travelling.test(text)
    ? text
        .replaceAll(bracket, "<")
        .replaceAll(ampersand, "&")
        .replaceAll(endBracket, ">")
        .replaceAll(noBreakSpace, "\u00a0")
    : text

// --- private --------------------------------------------------------------------------

const bracket = "\ufdd0"
const ampersand = "\ufdd1"
const endBracket = "\ufdd2"
const noBreakSpace = "\ufdd3"
const travelling = /[\ufdd0-\ufdd3]/
