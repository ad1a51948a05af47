/** JSON, JSON lines and JSON feeds, by their own types, or sent as HTML, the default type of many servers. */
import type { Format } from "./Format.ts"

export const json: Format = {
  mediaTypes: [
    "application/json",
    "application/feed+json",
    "text/json",
    "application/x-ndjson",
    "application/ndjson",
    "application/jsonl",
    "application/*+json",
  ],
  extensions: ["json", "jsonl", "ndjson"],
  weight: 0.7,
  isBinary: false,
  sniff: (start) => begun.test(start),
  sentAs: ["text/html"],
  load: () => import("../json/JsonDocument.ts").then(({ read }) => read),
}

// --- private --------------------------------------------------------------------------

/** The beginning of an object or an array, token by token; the last token may be cut off. */
const begun =
  /^\s*(?=[[{])(?:\s|[}[\],:]|\{(?=\s*(?:["}]|$))|"(?:[^"\\\n]|\\.)*"|(?:-?\d[\d.eE+-]*|true|false|null)(?![\w.+-]))*(?:"(?:[^"\\\n]|\\.)*\\?|[-\w.+]{1,30})?$/
