/** The pictures of an archive, for an operator who wants them as files. No model sees them. */
import { ImageType, WebError } from "@porthole/core"
import * as Result from "effect/Result"
import * as Zip from "./container/Zip.ts"

/** A picture of a document. */
export interface Picture {
  /** A file's name of letters, digits, `_` and `-`, with the extension of its kind; no other has it in any case. */
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * The pictures in an Office file, a book or another archive: PNG, JPEG, GIF and WebP, told by their first bytes. An
 * archive in the archive isn't opened. Fails if the file is no archive, or a damaged, encrypted or too large one.
 */
export const picturesOf = (bytes: Uint8Array): Result.Result<ReadonlyArray<Picture>, WebError.WebError> =>
  Result.gen(function* () {
    if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return yield* Result.fail(notArchive)
    const zip = yield* Zip.open(bytes)
    const pictures = new Map<string, Picture>()
    for (const entry of zip.entries.keys()) {
      if (pictures.size >= maxPictures) break
      if (!/\.(?:png|jpe?g|gif|webp)$/i.test(entry) || isPreview(entry)) continue
      const picture = (yield* zip.read(entry)) ?? new Uint8Array()
      const extension = extensions[ImageType.sniff(picture) ?? ""]
      if (extension === undefined) continue
      const stem = entry
        .slice(entry.lastIndexOf("/") + 1, entry.lastIndexOf("."))
        .replace(/[^\w-]/g, "_")
        .slice(0, maxName)
      let name = `${stem}.${extension}`
      for (let at = 1; pictures.has(name.toLowerCase()); at++) name = `${stem}-${at}.${extension}`
      if (stem !== "") pictures.set(name.toLowerCase(), { name, bytes: picture })
    }
    return Array.from(pictures.values())
  })

// --- private --------------------------------------------------------------------------

const notArchive = WebError.make({
  error: "unsupported_content_type",
  message: "Pictures are taken from Office files, books and other archives only.",
})

/** Whether a file shows the first page of an OpenDocument or Office Open XML file, for lists of files. */
const isPreview = (entry: string): boolean =>
  entry === "Thumbnails/thumbnail.png" || entry.startsWith("docProps/thumbnail.")

const maxPictures = 1_000
/** In characters. */
const maxName = 100

const extensions: Readonly<Partial<Record<string, string>>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
}
