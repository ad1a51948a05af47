/** JSON, JSON lines and JSON feeds. */
import { isBegun } from "../json/Tokens.ts"
import type { Format } from "./Format.ts"

export const json: Format = {
  types: [
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
  looksLike: isBegun,
  load: () => import("../json/JsonDocument.ts").then(({ read }) => read),
}
