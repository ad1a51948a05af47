/** JSON, JSON lines and JSON feeds, by their own types, or sent as HTML, the default type of many servers. */
import { DocumentFormat } from "@porthole/core"

export const json: DocumentFormat.DocumentFormat = {
  name: "json",
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
  reader: DocumentFormat.moduleBeside(import.meta.url, "JsonReader"),
  isolation: "thread",
}

// --- private --------------------------------------------------------------------------

/** The beginning of an object or an array, token by token; the last token may be cut off. */
const begun =
  /^\s*(?=[[{])(?:\s|[}[\],:]|\{(?=\s*(?:["}]|$))|"(?:[^"\\\n]|\\.)*"|(?:-?\d[\d.eE+-]*|true|false|null)(?![\w.+-]))*(?:"(?:[^"\\\n]|\\.)*\\?|[-\w.+]{1,30})?$/
