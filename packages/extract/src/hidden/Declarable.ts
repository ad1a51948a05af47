/**
 * Whether a value may be declared for a property. Browsers pass over a declaration whose value they don't know, so that one
 * behind a value that hides must not be taken to undo it. Only properties that hide by a word or a number are looked at.
 */

/** Whether a browser would take a value, in lower case, for a property; of most properties any is taken. */
export const isValue = (property: string, value: string): boolean =>
  wide.test(value) || value.includes("var(") || (values.get(property)?.test(value) ?? value !== "")

// --- private --------------------------------------------------------------------------

/** What any property may have. */
const wide = /^(?:inherit|initial|unset|revert|revert-layer)$/

const number = "[-+]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:e[-+]?\\d+)?"
const computed = "(?:calc|min|max|clamp|env|attr|round|mod|rem|abs|sign|if)\\(.*\\)"
const length = `${number}(?:[a-z]+|%)?|${computed}`

const outer = "(?:block|inline|run-in)"
const inner = "(?:flow|flow-root|table|flex|grid|ruby|math)"
const displays =
  `none|contents|${outer}|${inner}|inline-(?:block|table|flex|grid)|-webkit-(?:inline-)?(?:box|flex)|` +
  "table-(?:row|cell|column|caption|(?:row|column|header|footer)-group)|ruby-(?:base|text)(?:-container)?"

const values: ReadonlyMap<string, RegExp> = new Map([
  [
    "display",
    new RegExp(
      `^(?:${displays}|${outer}\\s+${inner}|${inner}\\s+${outer}|(?:${outer}\\s+)?(?:flow(?:-root)?\\s+)?list-item)$`,
    ),
  ],
  ["visibility", /^(?:visible|hidden|collapse)$/],
  ["content-visibility", /^(?:visible|hidden|auto)$/],
  ["opacity", new RegExp(`^(?:${number}%?|${computed})$`)],
  ["font-size", new RegExp(`^(?:${length}|(?:xx?-|xxx-)?(?:small|large)|medium|smaller|larger|math)$`)],
  ["text-indent", new RegExp(`^(?:(?:${length}|hanging|each-line)(?:\\s+|$)){1,3}$`)],
])
