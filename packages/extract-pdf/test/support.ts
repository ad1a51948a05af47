import type { Extractor, WebError } from "@porthole/core"
import { Effect } from "effect"
import { read as readPdf } from "../src/PdfFormat.ts"
import { type Options, type Page, pdfOf } from "./samplePdf.ts"

/** Reads a PDF in this process, without a time limit. */
export const read = (
  bytes: Uint8Array,
  mode: Extractor.Fetched["mode"] = "markdown",
  isTimeRunningOut: () => boolean = () => false,
): Effect.Effect<Extractor.Extracted, WebError.WebError> =>
  Effect.flatMap(
    Effect.promise(() =>
      Promise.resolve(
        readPdf(
          { url: "https://site.test/dir/page", contentType: "application/pdf", bytes, mode },
          { timeout: 3_600_000, isTimedOut: () => false, isTimeRunningOut },
        ),
      ),
    ),
    Effect.fromResult,
  )

export const readPages = (
  pages: ReadonlyArray<Page>,
  options?: Options,
  mode?: Extractor.Fetched["mode"],
): Effect.Effect<Extractor.Extracted, WebError.WebError> => read(pdfOf(pages, options), mode)
