/**
 * Foreign text made safe for a terminal: removes everything that could move the cursor, rename the window, or hide or
 * reorder text.
 */

/** Several lines; line breaks and tabs stay. */
export const text = (untrusted: string): string => untrusted.replace(/\r\n?/g, "\n").replace(controlCharacters, "")

/** One line. */
export const line = (untrusted: string): string => text(untrusted).replace(/\s+/g, " ").trim()

// --- private --------------------------------------------------------------------------

/** C0 without tab and line feed; DEL; C1; separators of lines and paragraphs; every bidi control character. */
// oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
