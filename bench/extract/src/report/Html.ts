/**
 * Markup with all text escaped: {@link html} is a template that escapes text and inserts only its own results as
 * markup. The text of a page can't become markup.
 */

/** A piece of markup. */
export interface Html {
  readonly markup: string
}

type Value = string | number | Html | ReadonlyArray<Html>

/** Makes markup. Values go between tags or into attributes in double quotes. */
export const html = (strings: TemplateStringsArray, ...values: ReadonlyArray<Value>): Html => ({
  markup: strings.map((text, at) => text + (at < values.length ? markupOf(values[at] ?? "") : "")).join(""),
})

/** Our own text for a `style` or `script`, unescaped. */
export const raw = (markup: string): Html => ({ markup })

// --- private --------------------------------------------------------------------------

const markupOf = (value: Value): string => {
  if (typeof value === "number") return String(value)
  if (typeof value === "string") return escape(value)
  return "markup" in value ? value.markup : value.map(({ markup }) => markup).join("")
}

/** Control characters and bidi overrides could deceive a person who reads the report; they become visible. */
const escape = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, "\ufffd")
    .replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
