/** PDF. */
import type { Format } from "./Format.ts"

export const pdf: Format = {
  types: ["application/pdf", "application/x-pdf"],
  extensions: ["pdf"],
  weight: 0.5,
  isBinary: true,
  mark: "%PDF-",
  load: () => import("../pdf/PdfDocument.ts").then(({ read }) => read),
}
