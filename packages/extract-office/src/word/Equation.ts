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
      return elementsOf(node, "t")
        .map((text) => symbols(textOf(text)))
        .join("")
    case "f":
      return `<mfrac>${part("num")}${part("den")}</mfrac>`
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
    case "d": {
      const between = `<mo>${escaped(property("sepChr") ?? "|")}</mo>`
      const parts = elementsOf(node, "e").map(row).join(between)
      const [begin, end] = [property("begChr") ?? "(", property("endChr") ?? ")"]
      return `<mrow><mo>${escaped(begin)}</mo>${parts}<mo>${escaped(end)}</mo></mrow>`
    }
    case "func":
      return `${part("fName")}<mo>&#x2061;</mo>${part("e")}`
    case "limLow":
      return `<munder>${part("e")}${part("lim")}</munder>`
    case "limUpp":
      return `<mover>${part("e")}${part("lim")}</mover>`
    case "acc":
      return `<mover accent="true">${part("e")}<mo>${escaped(property("chr") ?? "^")}</mo></mover>`
    case "bar":
      return property("pos") === "top"
        ? `<mover>${part("e")}<mo>¯</mo></mover>`
        : `<munder>${part("e")}<mo>_</mo></munder>`
    case "m":
      return `<mtable>${elementsOf(node, "mr").map(tableRow).join("")}</mtable>`
    case "eqArr":
      return `<mtable>${elementsOf(node, "e")
        .map((line) => `<mtr><mtd>${inside(line)}</mtd></mtr>`)
        .join("")}</mtable>`
    default:
      return node.name.endsWith("Pr") ? "" : inside(node)
  }
}

const tableRow = (node: Node): string =>
  `<mtr>${elementsOf(node, "e")
    .map((cell) => `<mtd>${inside(cell)}</mtd>`)
    .join("")}</mtr>`

/** A run's text as numbers, names and signs. */
const symbols = (text: string): string =>
  Array.from(text.matchAll(/(\d+(?:[.,]\d+)*)|(\p{L})|(\s+)|(.)/gsu), ([, digits, letter, space, sign = ""]) => {
    if (digits !== undefined) return `<mn>${digits}</mn>`
    if (letter !== undefined) return `<mi>${letter}</mi>`
    return space === undefined ? `<mo>${escaped(sign)}</mo>` : ""
  }).join("")
