/** Documents of one word. The cost of a hazard is what it costs more than {@link nothingLike} it. */
import { pdfOf } from "../../../extract-pdf/test/samplePdf.ts"
import type { Hazard } from "./Hazards.ts"

export const nothing: ReadonlyArray<Hazard> = [
  { name: "a page of one word", document: () => "<p>word", contentType: "text/html", expected: "word" },
  {
    name: "a PDF of one word",
    document: () => pdfOf([{ texts: [{ text: "word", y: 700 }] }]),
    contentType: "application/pdf",
    expected: "word",
  },
]

/** The name of the document of one word that is read where a hazard is: PDFs always have a process of their own. */
export const nothingLike = ({ contentType }: Hazard): string =>
  contentType === "application/pdf" ? "a PDF of one word" : "a page of one word"
