/** Tables as text: values between commas (RFC 4180), semicolons or tabs. */
import type { Format } from "./Format.ts"

export const table: Format = {
  mediaTypes: ["text/csv", "application/csv", "text/tab-separated-values"],
  extensions: ["csv", "tsv", "tab"],
  weight: 0.7,
  isBinary: false,
  load: () => import("../table/TableDocument.ts").then(({ read }) => read),
}
