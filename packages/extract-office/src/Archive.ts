/** Converts an archive: an Office file, a book, or any other, of which the names of the files are listed. */
import type { Extractor, WebError } from "@porthole/core"
import * as Result from "effect/Result"
import * as Book from "./book/Book.ts"
import * as OpenXml from "./container/OpenXml.ts"
import { notArchive } from "./container/OldFile.ts"
import * as Zip from "./container/Zip.ts"
import { type Made, escaped } from "./Made.ts"
import * as OpenDocument from "./opendocument/OpenDocument.ts"
import { propertiesOf } from "./Properties.ts"
import * as Presentation from "./slides/Presentation.ts"
import * as Workbook from "./sheet/Workbook.ts"
import * as WordDocument from "./word/WordDocument.ts"

/** Converts an archive by the files that it has. */
export const madeOf = ({
  bytes,
  contentType,
}: Pick<Extractor.Fetched, "bytes" | "contentType">): Result.Result<Made, WebError.WebError> =>
  Result.gen(function* () {
    if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return yield* Result.fail(notArchive(bytes, contentType))
    const zip = yield* Zip.open(bytes)
    if (zip.entries.has("META-INF/container.xml")) return yield* Book.read(zip)
    const declared = new TextDecoder().decode(yield* zip.read("mimetype"))
    if (declared.startsWith(OpenDocument.typePrefix)) return yield* OpenDocument.read(zip)
    if (!zip.entries.has("[Content_Types].xml")) return listOf(zip)
    const office = OpenXml.make(zip)
    const main = OpenXml.targetOf(yield* office.relationships(""), "officeDocument")
    const root = yield* office.part(main)
    if (main === undefined || root === undefined) return listOf(zip)
    const reader = readers.get(root.name)
    if (reader === undefined) return listOf(zip)
    const { parts, ...made } = yield* reader(office, main, root)
    const note = OpenXml.notRead(office)
    return {
      ...(yield* propertiesOf(office)),
      ...made,
      parts: note === "" ? parts : [...parts, { language: "html", source: note }],
      isWhole: note === "" && !Array.from(zip.entries.keys()).some((name) => name.includes("/media/")),
      reduced: [...made.reduced, ...(office.budget.isCut ? [{ part: "structure" as const }] : [])],
    }
  })

// --- private --------------------------------------------------------------------------

/** By the name of the main part's root element. */
const readers = new Map([
  ["document", WordDocument.read],
  ["workbook", Workbook.read],
  ["presentation", Presentation.read],
])

/** The names of an archive's files. */
const listOf = ({ entries }: Zip.Zip): Made => {
  const names = Array.from(entries).slice(0, maxListed)
  const items = names.map(([name, size]) => `<li>${escaped(name)} (${size.toLocaleString("en")} bytes)</li>`)
  const count = `<p>An archive of ${entries.size.toLocaleString("en")} files, which aren't read:</p>`
  return {
    title: "",
    parts: [{ language: "html", source: `${count}<ul>${items.join("")}</ul>` }],
    hidden: 0,
    reduced: names.length < entries.size ? [{ part: "entries", read: names.length, of: entries.size }] : [],
  }
}

const maxListed = 1_000
