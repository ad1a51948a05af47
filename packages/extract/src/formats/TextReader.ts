/** The reader of plain text. */
import type { DocumentFormat } from "@porthole/core"
import { readText } from "../text/TextDocument.ts"

export const read: DocumentFormat.Read = readText("text")
