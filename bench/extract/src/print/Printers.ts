/** Programs that print the marked documents as PDFs. Each is used if it is installed. */
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import Document from "pdfkit"
import type { MarkedDocument } from "./Documents.ts"
import { drawn } from "./Drawing.ts"
import { htmlOf, odtOf, texOf, troffOf } from "./Markup.ts"

/** Prints a document in a folder of its own. */
export type Print = (document: MarkedDocument, folder: string) => Uint8Array | Promise<Uint8Array>

/** The printers by their names. */
export const printers: Readonly<Record<string, Print>> = {
  Chromium: (document, folder) => {
    const page = saved(folder, "page.html", htmlOf(document))
    run(folder, "chromium-headless-shell", [
      "--no-sandbox",
      "--no-pdf-header-footer",
      `--print-to-pdf=${join(folder, "out.pdf")}`,
      `file://${page}`,
    ])
    return readFileSync(join(folder, "out.pdf"))
  },
  WeasyPrint: (document, folder) => {
    saved(folder, "page.html", htmlOf(document))
    run(folder, "weasyprint", ["page.html", "out.pdf"])
    return readFileSync(join(folder, "out.pdf"))
  },
  LibreOffice: (document, folder) => {
    saved(folder, "page.fodt", odtOf(document))
    run(folder, "soffice", [
      "--headless",
      `-env:UserInstallation=file://${join(folder, "..", "profile")}`,
      "--convert-to",
      "pdf",
      "page.fodt",
    ])
    return readFileSync(join(folder, "page.pdf"))
  },
  pdfTeX: (document, folder) => {
    saved(folder, "page.tex", texOf(document))
    run(folder, "pdflatex", ["-interaction=batchmode", "page.tex"])
    return readFileSync(join(folder, "page.pdf"))
  },
  Ghostscript: (document, folder) => {
    saved(folder, "page.tex", texOf(document))
    run(folder, "latex", ["-interaction=batchmode", "page.tex"])
    run(folder, "dvips", ["-q", "-o", "page.ps", "page.dvi"])
    run(folder, "ps2pdf", ["page.ps", "page.pdf"])
    return readFileSync(join(folder, "page.pdf"))
  },
  groff: (document, folder) => {
    saved(folder, "page.ms", troffOf(document))
    run(folder, "sh", ["-c", "groff -k -t -ms -Tps page.ms > page.ps && ps2pdf page.ps page.pdf"])
    return readFileSync(join(folder, "page.pdf"))
  },
  pdfkit: (document) => {
    const print = new Document({ size: "A4", margin: 0 })
    const bytes: Array<Uint8Array> = []
    const end = new Promise<Uint8Array>((resolve) => print.on("end", () => resolve(Buffer.concat(bytes))))
    print.on("data", (part: Uint8Array) => bytes.push(part))
    const set = (size: number, isCode: boolean) => print.font(isCode ? "Courier" : "Times-Roman").fontSize(size)
    for (const { isCode, size, text, x, y } of drawn(document, (text, size, isCode) =>
      set(size, isCode).widthOfString(text),
    ))
      set(size, isCode).text(text.replaceAll("\u2212", "-"), x, y, { lineBreak: false, baseline: "alphabetic" })
    print.end()
    return end
  },
}

// --- private --------------------------------------------------------------------------

const saved = (folder: string, name: string, text: string): string => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const run = (folder: string, program: string, args: ReadonlyArray<string>): void => {
  execFileSync(program, args, { cwd: folder, stdio: ["ignore", "ignore", "ignore"], timeout: 60_000 })
}
