/** How a workbook shows its cells: number formats, and formats that hide (ISO/IEC 29500-1, section 18.8). */
import { attribute, elementsOf, find, type Node } from "../container/Xml.ts"

/** The format of a cell. */
export interface CellStyle {
  /** The pattern of its number format. */
  readonly pattern: string
  /** Whether its letters are as white as the ground. */
  readonly isWhite: boolean
}

/** The formats by their index. */
export const stylesOf = (root: Node | undefined): ReadonlyArray<CellStyle> => {
  const patterns = new Map(
    elementsOf(find(root, "numFmts"), "numFmt").map((node) => [
      attribute(node, "numFmtId"),
      attribute(node, "formatCode") ?? "General",
    ]),
  )
  const whiteFonts = elementsOf(find(root, "fonts"), "font").map((font) => isWhite(find(font, "color")))
  const fills = elementsOf(find(root, "fills"), "fill").map((fill) => {
    const pattern = find(fill, "patternFill")
    const isSolid = pattern !== undefined && attribute(pattern, "patternType") !== "none"
    return find(fill, "gradientFill") !== undefined || (isSolid && !isWhite(find(pattern, "fgColor")))
  })
  return elementsOf(find(root, "cellXfs"), "xf").map((node) => {
    const id = attribute(node, "numFmtId") ?? "0"
    return {
      pattern: patterns.get(id) ?? builtIn[id] ?? "General",
      isWhite:
        whiteFonts[Number(attribute(node, "fontId") ?? 0)] === true &&
        fills[Number(attribute(node, "fillId") ?? 0)] !== true,
    }
  })
}

// --- private --------------------------------------------------------------------------

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
