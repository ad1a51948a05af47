/** JSON, JSON lines and JSON feeds, by their own types, or as the HTML that a server calls whatever it isn't told about. */
import { isBegun } from "../json/Tokens.ts"
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
  sniff: isBegun,
  sentAs: ["text/html"],
  load: () => import("../json/JsonDocument.ts").then(({ read }) => read),
}
