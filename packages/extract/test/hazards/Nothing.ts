/** Documents of one word. A hazard's cost is the difference from {@link nothingLike} it. */
import { pdfOf } from "../../../extract-pdf/test/samplePdf.ts"
import type { Hazard } from "./Hazard.ts"

const aPage = "a page of one word"
const aPdf = "a PDF of one word"

export const nothing: ReadonlyArray<Hazard> = [
  { name: aPage, document: () => "<p>word", contentType: "text/html", expected: "word" },
  {
    name: aPdf,
    document: () => pdfOf([{ texts: [{ text: "word", y: 700 }] }]),
    contentType: "application/pdf",
    expected: "word",
  },
]

/** The name of the one-word document that is read like a hazard: PDFs always have a process of their own. */
export const nothingLike = ({ contentType }: Hazard): string => (contentType === "application/pdf" ? aPdf : aPage)
