/** The pictures of an archive, for an operator who wants them as files. No model sees them. */
import { ImageType, type WebError } from "@porthole/core"
import * as Result from "effect/Result"
import * as Zip from "./container/Zip.ts"

/** A picture of a document. */
export interface Picture {
  /** A file's name of letters, digits, `_` and `-`, with the extension of its kind; no other picture has it. */
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * The pictures in an Office file, a book or another archive: PNG, JPEG, GIF and WebP, told by their first bytes. An
 * archive in the archive isn't opened. Fails if the archive is damaged, encrypted or too large.
 */
export const picturesOf = (bytes: Uint8Array): Result.Result<ReadonlyArray<Picture>, WebError.WebError> =>
  Result.gen(function* () {
    const zip = yield* Zip.open(bytes)
    const pictures = new Map<string, Picture>()
    for (const entry of zip.entries.keys()) {
      if (pictures.size >= maxPictures) break
      if (!/\.(?:png|jpe?g|gif|webp)$/i.test(entry)) continue
      const picture = (yield* zip.read(entry)) ?? new Uint8Array()
      const extension = extensions[ImageType.sniff(picture) ?? ""]
      if (extension === undefined) continue
      const stem = entry
        .slice(entry.lastIndexOf("/") + 1, entry.lastIndexOf("."))
        .replace(/[^\w-]/g, "_")
        .slice(0, maxName)
      const first = `${stem}.${extension}`
      const name = pictures.has(first) ? `${stem}-${pictures.size}.${extension}` : first
      if (stem !== "" && !pictures.has(name)) pictures.set(name, { name, bytes: picture })
    }
    return Array.from(pictures.values())
  })

// --- private --------------------------------------------------------------------------

const maxPictures = 1_000
/** In characters. */
const maxName = 100

const extensions: Readonly<Partial<Record<string, string>>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
}
