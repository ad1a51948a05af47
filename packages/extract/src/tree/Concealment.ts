/**
 * Whether an element may hide its text, judged by its start tag alone. An element that stands too deep is left out,
 * unless it may hide its text. Which elements really are hidden is decided later, in `hidden/`.
 */
import { type Attribute, hidingNames, valueOf } from "./Attributes.ts"

/** Collects what the style sheets of one document may hide. */
export class Concealment {
  private readonly names = new Set<string>()

  /** Learns the names in selectors of rules that may hide. */
  learn(css: string): void {
    for (const rule of css.split("}")) {
      const brace = rule.lastIndexOf("{")
      if (brace === -1 || !hiding.test(rule.slice(brace))) continue
      for (const [name] of rule.slice(0, brace).matchAll(/[.#]?-?[a-z_][\w-]*/gi)) this.names.add(name)
    }
  }

  mayHide(element: string, attributes: ReadonlyArray<Attribute>): boolean {
    if (this.names.has(element)) return true
    if (!attributes.some(({ name }) => hidingNames.has(name))) return false
    const names = (valueOf(attributes, "class") ?? "").split(/\s+/).map((name) => `.${name}`)
    return (
      ["hidden", "popover", "aria-hidden"].some((name) => valueOf(attributes, name) !== undefined) ||
      hiding.test(valueOf(attributes, "style") ?? "") ||
      /(?:^|\s)(?:sr-only|visually-?hidden|screen-?reader-(?:text|only))(?:\s|$)/i.test(
        names.join(" ").replaceAll(".", ""),
      ) ||
      [...names, `#${valueOf(attributes, "id") ?? ""}`].some((name) => this.names.has(name))
    )
  }
}

// --- private --------------------------------------------------------------------------

/** Declarations that may hide; comments and escapes may be anything. */
const hiding = new RegExp(
  "display\\s*:\\s*none|visibility\\s*:\\s*(?:hidden|collapse)|" +
    "(?:opacity|font-size|font|width|height|scale)\\s*:\\s*0(?!\\.?\\d)|-\\d{3,}|clip|transparent|\\\\|/\\*",
  "i",
)
