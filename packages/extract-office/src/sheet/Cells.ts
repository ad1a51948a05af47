/** How a workbook shows its cells: number formats, and formats that hide (ISO/IEC 29500-1, section 18.8). */
import { attribute, elementsOf, find, type Node } from "../container/Xml.ts"

/** The format of a cell. */
export interface CellStyle {
  /** The pattern of its number format. */
  readonly pattern: string
  /** Whether nobody sees its letters: they have the colour of their ground, or no size. */
  readonly isUnseen: boolean
}

/** The formats by their index. */
export const stylesOf = (root: Node | undefined): ReadonlyArray<CellStyle> => {
  const patterns = new Map(
    elementsOf(find(root, "numFmts"), "numFmt").map((node) => [
      attribute(node, "numFmtId"),
      attribute(node, "formatCode") ?? "General",
    ]),
  )
  const fonts = elementsOf(find(root, "fonts"), "font")
  const fills = elementsOf(find(root, "fills"), "fill")
  return elementsOf(find(root, "cellXfs"), "xf").map((node) => {
    const id = attribute(node, "numFmtId") ?? "0"
    const font = fonts[Number(attribute(node, "fontId") ?? 0)]
    return {
      pattern: patterns.get(id) ?? builtIn[id] ?? "General",
      isUnseen:
        Number(attribute(find(font, "sz"), "val") ?? 11) <= maxInvisibleSize ||
        hasColourOf(find(font, "color"), fills[Number(attribute(node, "fillId") ?? 0)]),
    }
  })
}

// --- private --------------------------------------------------------------------------

/** In points. */
const maxInvisibleSize = 1.5

/** Whether letters have the colour of their cell's ground. */
const hasColourOf = (color: Node | undefined, fill: Node | undefined): boolean => {
  if (find(fill, "gradientFill") !== undefined) return false
  const pattern = find(fill, "patternFill")
  const type = attribute(pattern, "patternType") ?? "none"
  if (type === "none") return isWhite(color)
  const ground = find(pattern, "fgColor")
  if (type !== "solid" || color === undefined || ground === undefined) return false
  return isWhite(ground) ? isWhite(color) : JSON.stringify(color.attributes) === JSON.stringify(ground.attributes)
}

const isWhite = (color: Node | undefined): boolean =>
  /^(?:FF)?FFFFFF$/i.test(attribute(color, "rgb") ?? "") ||
  (attribute(color, "theme") === "0" && attribute(color, "tint") === undefined) ||
  attribute(color, "indexed") === "9"

/** The formats that a file doesn't list (section 18.8.30). */
const builtIn: Readonly<Record<string, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  // The program's language decides on these; the order of ISO 8601 misleads nobody.
  14: "yyyy-mm-dd",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "yyyy-mm-dd h:mm",
  37: "#,##0 ;(#,##0)",
  38: "#,##0 ;(#,##0)",
  39: "#,##0.00;(#,##0.00)",
  40: "#,##0.00;(#,##0.00)",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mmss.0",
  48: "##0.0E+0",
  49: "@",
}
