/**
 * A page of the corpora printed as a PDF: the reader of a PDF gets lines and pages instead of paragraphs and headings.
 */
import { Blocks } from "@porthole/core"
import Document from "pdfkit"

/** Prints Markdown: text and headings in the standard fonts of PDF, without pictures and link targets. */
export const print = (markdown: string): Promise<Uint8Array> => {
  const document = new Document({ size: "A4", margin: 60, info: { CreationDate: new Date(0) } })
  const parts: Array<Uint8Array> = []
  const bytes = new Promise<Uint8Array>((resolve) => document.on("end", () => resolve(Buffer.concat(parts))))
  document.on("data", (part: Uint8Array) => parts.push(part))
  for (const block of markdown.split(/\n{2,}/)) {
    const [, marks = ""] = /^(#{1,6}) /.exec(block) ?? []
    const text = Blocks.shown(block.replace(/!\[[^\]]*\]\([^)]*\)/g, "")).replace(/^#+ /, "")
    if (text.trim() === "") continue
    document.font(marks === "" ? "Times-Roman" : "Times-Bold").fontSize(marks === "" ? 11 : 17 - marks.length)
    document.text(text.replace(/\s*\n\s*/g, " "), { align: "justify", paragraphGap: 7 })
  }
  document.end()
  return bytes
}
