/**
 * Prints small documents with marked places by several producers, and shows how many of these places the reader of PDFs
 * reads right: `node bench/extract/pdf.ts [--only TEXT]`. A printer that isn't installed is left out.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { read } from "../../packages/extract-pdf/src/PdfFormat.ts"
import { printTable } from "../harness/Figures.ts"
import * as Options from "../harness/Options.ts"
import { documents, type Mark, type MarkedDocument } from "./src/print/Documents.ts"
import { printers } from "./src/print/Printers.ts"

const { only } = Options.read({ only: "" })

const marks: ReadonlyArray<Mark> = ["scripts", "gaps", "code", "columns"]

/** The Markdown of a PDF without the headings of its pages. */
const markdownOf = async (bytes: Uint8Array): Promise<string> => {
  const result = await read(
    { url: "https://print.test/", contentType: "application/pdf", bytes, mode: "markdown" },
    { timeout: 60_000, isTimedOut: () => false, isTimeRunningOut: () => false },
  )
  if (result._tag === "Failure") throw new Error(result.failure.message)
  return result.success.content.replace(/\n\n## Page \d+\n\n/g, "\n\n")
}

/** The marked places that are right: code in its block, all else in any white space and without escapes. */
const rightIn = (document: MarkedDocument, markdown: string): ReadonlySet<string> => {
  const blocks = Array.from(markdown.matchAll(/```\n([^]*?)\n```/g), ([, code = ""]) => code)
  const flat = markdown.replace(/\s+/g, " ").replace(/\\([^\w\s])/g, "$1")
  return new Set(
    document.places.flatMap(([mark, place]) =>
      (mark === "code" ? blocks.some((code) => code.includes(place)) : flat.includes(place)) ? [place] : [],
    ),
  )
}

const folder = mkdtempSync(join(tmpdir(), "print-"))
const printRow = printTable(["producer", "documents", ...marks].join(" | "))
for (const [name, print] of Object.entries(printers).filter(([own]) => own.includes(only))) {
  const right = new Map<Mark, number>()
  const all = new Map<Mark, number>()
  let printed = 0
  for (const document of documents) {
    const own = join(folder, name, document.name)
    mkdirSync(own, { recursive: true })
    const bytes = await Promise.resolve(own)
      .then((path) => print(document, path))
      .catch(() => undefined)
    if (bytes === undefined) continue
    printed++
    const found = rightIn(document, await markdownOf(new Uint8Array(bytes)))
    for (const [mark, place] of document.places) {
      all.set(mark, (all.get(mark) ?? 0) + 1)
      if (found.has(place)) right.set(mark, (right.get(mark) ?? 0) + 1)
      else console.log(`${name}, ${document.name}: ${JSON.stringify(place)} isn't there`)
    }
  }
  if (printed === 0) console.log(`${name} isn't installed.`)
  else printRow(name, printed, ...marks.map((mark) => `${right.get(mark) ?? 0} of ${all.get(mark) ?? 0}`))
}
rmSync(folder, { recursive: true })
process.exit(0)
