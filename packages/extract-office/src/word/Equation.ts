/**
 * Writes Office's equations (OMML, ISO/IEC 29500-1 section 22.1) as MathML, which the reader of HTML turns into TeX.
 */
import { attribute, elementsOf, find, isOn, type Node, textOf } from "../container/Xml.ts"
import { escaped } from "../Made.ts"

/** An equation in a line, or on lines of its own. */
export const equation = (node: Node, display: "inline" | "block"): string =>
  `<math display="${display}"><mrow>${inside(node)}</mrow></math>`

// --- private --------------------------------------------------------------------------

const inside = (node: Node | undefined): string => elementsOf(node).map(write).join("")

/** The content of one argument of an operator. */
const row = (node: Node | undefined): string => `<mrow>${inside(node)}</mrow>`

const write = (node: Node): string => {
  const part = (name: string): string => row(find(node, name))
  const property = (name: string): string | undefined => attribute(find(node, `${node.name}Pr`, name), "val")
  switch (node.name) {
    case "r":
      return text(node)
    case "f": {
      const line = property("type") === "noBar" ? ' linethickness="0"' : ""
      return `<mfrac${line}>${part("num")}${part("den")}</mfrac>`
    }
    case "rad":
      return isOn(find(node, "radPr", "degHide")) || inside(find(node, "deg")) === ""
        ? `<msqrt>${part("e")}</msqrt>`
        : `<mroot>${part("e")}${part("deg")}</mroot>`
    case "sSup":
      return `<msup>${part("e")}${part("sup")}</msup>`
    case "sSub":
      return `<msub>${part("e")}${part("sub")}</msub>`
    case "sSubSup":
      return `<msubsup>${part("e")}${part("sub")}${part("sup")}</msubsup>`
    case "sPre":
      return `<msubsup><mrow></mrow>${part("sub")}${part("sup")}</msubsup>${part("e")}`
    case "nary": {
      const sign = `<mo>${escaped(property("chr") ?? "∫")}</mo>`
      return `<msubsup>${sign}${part("sub")}${part("sup")}</msubsup>${part("e")}`
    }
    case "d":
      return delimited(node, property("begChr") ?? "(", property("sepChr") ?? "|", property("endChr") ?? ")")
    case "func":
      return `${nameOf(find(node, "fName"))}<mo>&#x2061;</mo>${part("e")}`
    case "limLow":
      return `<munder>${nameOf(find(node, "e"))}${part("lim")}</munder>`
    case "limUpp":
      return `<mover>${nameOf(find(node, "e"))}${part("lim")}</mover>`
    case "groupChr": {
      const sign = `<mo>${escaped(property("chr") ?? "⏟")}</mo>`
      return property("pos") === "top" ? `<mover>${part("e")}${sign}</mover>` : `<munder>${part("e")}${sign}</munder>`
    }
    case "borderBox":
      return `<menclose notation="box">${part("e")}</menclose>`
    case "acc":
      return `<mover accent="true">${part("e")}<mo>${escaped(property("chr") ?? "^")}</mo></mover>`
    case "bar":
      return property("pos") === "top"
        ? `<mover>${part("e")}<mo>¯</mo></mover>`
        : `<munder>${part("e")}<mo>_</mo></munder>`
    case "m":
      return `<mtable>${elementsOf(node, "mr").map(tableRow).join("")}</mtable>`
    case "eqArr": {
      const lines = elementsOf(node, "e")
      if (lines.length < 2) return lines.map(row).join("")
      return `<mtable>${lines.map((line) => `<mtr><mtd>${inside(line)}</mtd></mtr>`).join("")}</mtable>`
    }
    default:
      return node.name.endsWith("Pr") ? "" : inside(node)
  }
}

const tableRow = (node: Node): string =>
  `<mtr>${elementsOf(node, "e")
    .map((cell) => `<mtd>${inside(cell)}</mtd>`)
    .join("")}</mtr>`

/** Content between signs, which grow with it if it is tall. */
const delimited = (node: Node, begin: string, separator: string, end: string): string => {
  const parts = elementsOf(node, "e").map(row)
  const isTall = begin === "" || end === "" || parts.some((part) => /<(?:mfrac>|mtable|munder)/.test(part))
  if (isTall) {
    const signs = `open="${escaped(begin)}" close="${escaped(end)}" separators="${escaped(separator)}"`
    return `<mfenced ${signs}>${parts.join("")}</mfenced>`
  }
  const between = `<mo>${escaped(separator)}</mo>`
  return `<mo>${escaped(begin)}</mo>${parts.map(unwrapped).join(between)}<mo>${escaped(end)}</mo>`
}

/** A fraction without a line next to its brackets is a binomial coefficient. */
const unwrapped = (html: string): string =>
  html.startsWith('<mrow><mfrac linethickness="0">') ? html.slice(6, -7) : html

/** A function's name, whose letters belong together. */
const nameOf = (node: Node | undefined): string => {
  const name = textOf(node).trim()
  return /^\p{L}{2,30}$/u.test(name) && find(node, "r") !== undefined ? `<mi>${name}</mi>` : row(node)
}

/** A run: plain text, a name in upright letters, or single symbols. */
const text = (node: Node): string => {
  const content = elementsOf(node, "t").map(textOf).join("")
  const properties = find(node, "rPr")
  if (isOn(find(properties, "nor"))) return `<mtext>${escaped(content)}</mtext>`
  const isUpright = attribute(find(properties, "sty"), "val") === "p"
  return isUpright && /^\p{L}{2,30}$/u.test(content) ? `<mi>${content}</mi>` : symbols(content)
}

/** Text as numbers, names and signs, without the marks that align the lines of an array. */
const symbols = (content: string): string =>
  Array.from(content.matchAll(/(\d+(?:[.,]\d+)*)|(\p{L})|([\s&]+)|(.)/gsu), ([, digits, letter, space, sign = ""]) => {
    if (digits !== undefined) return `<mn>${digits}</mn>`
    if (letter !== undefined) return `<mi>${letter}</mi>`
    return space === undefined ? `<mo>${escaped(sign)}</mo>` : ""
  }).join("")
