/** The readers of Office files: ours in this process, and peers that are installed in a folder or on the machine. */
import { spawnSync } from "node:child_process"
import { createRequire } from "node:module"
import { extname, join } from "node:path"
import { read as readMessage } from "../../../packages/extract-office/src/MessageFormat.ts"
import { read as readNotebook } from "../../../packages/extract-office/src/NotebookFormat.ts"
import { read as readOffice } from "../../../packages/extract-office/src/OfficeFormat.ts"
import { type Facts, factsOfHtml, factsOfMarkdown } from "./Facts.ts"

/** Reads a document; the second step, which isn't timed, finds its facts. */
export type Read = (bytes: Uint8Array, path: string) => Promise<() => Facts>

/** A file as our reader writes it. */
export const markdownOf = async (bytes: Uint8Array, path: string): Promise<string> => {
  const read = readers.get(extname(path)) ?? readOffice
  const result = await read(
    { url: "https://office.test/", contentType: "application/octet-stream", bytes, mode: "markdown" },
    {
      timeout: 600_000,
      isTimedOut: () => false,
      isTimeRunningOut: () => false,
      readers: { html: new URL("WholeFormat.ts", formats), markdown: new URL("MarkdownFormat.ts", formats) },
    },
  )
  if (result._tag === "Failure") throw new Error(result.failure.message)
  return result.success.content
}

/** Our reader, and the peers in `folder` (`npm install --prefix FOLDER mammoth turndown officeparser`). */
export const readersOf = (folder: string): Readonly<Record<string, Read>> => ({
  porthole: async (bytes, path) => {
    const markdown = await markdownOf(bytes, path)
    return () => factsOfMarkdown(markdown)
  },
  ...(folder === "" ? {} : peersIn(folder)),
  pandoc: (bytes, path) => {
    // Standard input, because pandoc reads what a path names.
    const { status, stderr, stdout } = spawnSync("pandoc", ["-f", extname(path).slice(1), "-t", "html", "--mathjax"], {
      input: bytes,
      maxBuffer: 268_435_456,
    })
    if (status !== 0) return Promise.reject(new Error(stderr.toString().slice(0, 200)))
    return Promise.resolve(() => factsOfHtml(stdout.toString()))
  },
})

// --- private --------------------------------------------------------------------------

const readers = new Map([
  [".ipynb", readNotebook],
  [".eml", readMessage],
])

const formats = new URL("../../../packages/extract/src/formats/", import.meta.url)

const peersIn = (folder: string): Readonly<Record<string, Read>> => {
  const require = createRequire(join(folder, "package.json"))
  return {
    "mammoth + Turndown": async (bytes) => {
      const Turndown = require("turndown")
      const { value } = await require("mammoth").convertToHtml({ buffer: Buffer.from(bytes) })
      new Turndown().turndown(value)
      return () => factsOfHtml(value)
    },
    officeparser: async (bytes) => {
      const { parseOffice } = require("officeparser")
      const tree = await parseOffice(Buffer.from(bytes))
      const { value } = await tree.to("html")
      return () => factsOfHtml(value)
    },
  }
}
