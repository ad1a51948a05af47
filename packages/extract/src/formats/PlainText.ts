/** Plain text, which is handed on as it is. */
import type { Format } from "./Format.ts"

export const plainText: Format = {
  mediaTypes: ["text/plain"],
  extensions: ["txt", "text"],
  weight: 0.8,
  isBinary: false,
  load: () => import("./TextDocument.ts").then(({ readText }) => readText("text")),
}
