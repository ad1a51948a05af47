/** Archives written by hand, and the reading of documents in this process with the extractor's own readers. */
import type { Extractor, WebError } from "@porthole/core"
import { Effect } from "effect"
import { deflateRawSync } from "node:zlib"
import { read as readMessage } from "../src/MessageFormat.ts"
import { read as readNotebook } from "../src/NotebookFormat.ts"
import { read as readOffice } from "../src/OfficeFormat.ts"

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** A file of an archive, and what its directory says of it if that is wrong. */
export interface File {
  readonly name: string
  readonly content: string | Uint8Array
  readonly size?: number
  readonly flags?: number
}

/** A ZIP archive. */
export const zipOf = (files: ReadonlyArray<File>): Uint8Array => {
  const [parts, directory]: [Array<Buffer>, Array<Buffer>] = [[], []]
  let at = 0
  for (const { content, flags = 0, name, size } of files) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const names = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(flags, 6)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(size ?? bytes.length, 22)
    local.writeUInt16LE(names.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(size ?? bytes.length, 24)
    entry.writeUInt16LE(names.length, 28)
    entry.writeUInt32LE(at, 42)
    parts.push(local, names, packed)
    directory.push(entry, names)
    at += 30 + names.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...directory, end])
}

/** A relationship: identifier, type, target. An address is external. */
export type Link = readonly [id: string, type: string, target: string]

/** The relationships of a part, as a file of the archive. */
export const relationships = (name: string, links: ReadonlyArray<Link>): File => ({
  name,
  content: `<Relationships>${links
    .map(
      ([id, type, target]) =>
        `<Relationship Id="${id}" Type="http://x/relationships/${type}" Target="${target}"${/^\w+:/.test(target) ? ' TargetMode="External"' : ""}/>`,
    )
    .join("")}</Relationships>`,
})

/** An Office file; of files with one name it has the last. */
export const officeOf = (main: string, files: ReadonlyArray<File>): Uint8Array =>
  zipOf([
    { name: "[Content_Types].xml", content: "<Types/>" },
    relationships("_rels/.rels", [
      ["rId1", "officeDocument", main],
      ["rId2", "core-properties", "docProps/core.xml"],
    ]),
    ...new Map(files.map((file) => [file.name, file])).values(),
  ])

/** Reads an archive. */
export const read = (
  bytes: Uint8Array,
  mode: Extractor.Fetched["mode"] = "markdown",
): Effect.Effect<Extractor.Extracted, WebError.WebError> => readBy(readOffice, bytes, mode)

/** Reads a notebook. */
export const readJson = (
  notebook: unknown,
  mode: Extractor.Fetched["mode"] = "markdown",
): Effect.Effect<Extractor.Extracted, WebError.WebError> =>
  readBy(readNotebook, utf8(typeof notebook === "string" ? notebook : JSON.stringify(notebook)), mode)

/** Reads a message, given as the text of its bytes. */
export const readMail = (source: string): Effect.Effect<Extractor.Extracted, WebError.WebError> =>
  readBy(readMessage, utf8(source), "markdown")

// --- private --------------------------------------------------------------------------

const formats = new URL("../../extract/src/formats/", import.meta.url)

const readBy = (format: typeof readOffice, bytes: Uint8Array, mode: Extractor.Fetched["mode"]) =>
  Effect.flatMap(
    Effect.promise(() =>
      Promise.resolve(
        format(
          { url: "https://site.test/dir/file", contentType: "application/zip", bytes, mode },
          {
            timeout: 3_600_000,
            isTimedOut: () => false,
            isTimeRunningOut: () => false,
            readers: { html: new URL("WholeFormat.ts", formats), markdown: new URL("MarkdownFormat.ts", formats) },
          },
        ),
      ),
    ),
    Effect.fromResult,
  )
