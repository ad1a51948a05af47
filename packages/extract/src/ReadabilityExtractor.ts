/**
 * The `Extractor` that reads HTML by Mozilla's Readability and Turndown, which many programs use: choose it to get what
 * they get. It is made for articles; `docs/reader.md` compares it with `DocumentExtractor`. All other formats are the
 * same, and its two libraries are loaded where it reads its first page.
 */
import type { DocumentFormat, Extractor } from "@porthole/core"
import type * as Layer from "effect/Layer"
import * as DocumentExtractor from "./DocumentExtractor.ts"
import { html, readable } from "./formats/Formats.ts"

/** The formats of this package, with HTML read by Readability. */
export const formats: ReadonlyArray<DocumentFormat.DocumentFormat> = DocumentExtractor.formats.map((format) =>
  format === html ? readable : format,
)

/** Reads documents like `DocumentExtractor.layer`. */
export const layer = (options: DocumentExtractor.Options = {}): Layer.Layer<Extractor.Extractor> =>
  DocumentExtractor.layer({ formats, ...options })
