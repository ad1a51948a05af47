/** PDF. */
import type { Format } from "./Format.ts"

export const pdf: Format = {
  mediaTypes: ["application/pdf", "application/x-pdf"],
  extensions: ["pdf"],
  weight: 0.5,
  isBinary: true,
  mark: "%PDF-",
  // What readers accept (ISO 32000-1, appendix H, implementation note 13).
  markWithin: 1_024,
  load: () => import("../pdf/PdfDocument.ts").then(({ read }) => read),
}
