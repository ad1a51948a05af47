/** Markup with all text escaped: only what {@link element} makes is markup, so the text of a page can't become one. */

/** A piece of markup. */
export interface Html {
  readonly markup: string
}

export type Value = string | number | Html

/** Makes an element. */
export const element = (
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: ReadonlyArray<Value>
): Html => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(value)}"`)
  const end = empty.has(name) ? "" : `</${name}>`
  return { markup: `<${name}${written.join("")}>${children.map(markupOf).join("")}${end}` }
}

/** Makes a table; the first cell of a row is its head. */
export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<Value>>): Html =>
  element(
    "table",
    {},
    element("thead", {}, element("tr", {}, ...head.map((text) => element("th", {}, text)))),
    ...rows.map(([first = "", ...cells]) =>
      element("tr", {}, element("th", { scope: "row" }, first), ...cells.map((cell) => element("td", {}, cell))),
    ),
  )

/** Our own text for a `style` or `script`, unescaped. */
export const raw = (markup: string): Html => ({ markup })

// --- private --------------------------------------------------------------------------

const empty: ReadonlySet<string> = new Set(["meta"])

const markupOf = (value: Value): string => (typeof value === "object" ? value.markup : escape(String(value), /[&<>]/g))

/** Control characters and bidi overrides could deceive a person who reads the report; they become visible. */
const escape = (text: string, special = /[&<>"'`]/g): string =>
  text
    // oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, "\ufffd")
    .replace(special, (character) => `&#${character.charCodeAt(0)};`)
