/** HTML and XHTML: the only kind of document that goes through the stages of `Pipeline.ts`. */
import type { Format } from "./Format.ts"

export const html: Format = {
  mediaTypes: ["text/html", "application/xhtml+xml"],
  extensions: ["html", "htm", "xhtml"],
  weight: 0.9,
  isBinary: false,
  sniff: (start) => /^\s*<(?:[a-z]|!doctype|!--|\?xml)/i.test(start),
  load: () => import("../Pipeline.ts").then(({ read }) => read),
}
