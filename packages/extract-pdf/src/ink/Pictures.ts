/** Whether a page shows pictures, whose words are in no text: a scan, a drawing, a table that was photographed. */
import { OPS } from "unpdf/pdfjs"
import type { Operators } from "./HiddenText.ts"
import { identity, matrixOf, scaleOf } from "./Matrix.ts"

/** pdf.js doesn't report large pictures, only the transformation that gives them their size. */
export const mayShow = ({ argsArray, fnArray }: Operators): boolean =>
  fnArray.some(
    (operator, at) => operator === OPS.transform && !(scaleOf(matrixOf(argsArray[at]) ?? identity) < minReadable),
  )

// --- private --------------------------------------------------------------------------

/** The size in points from which a picture may hold words. */
const minReadable = 36
