/**
 * The types of images, and how to recognise them.
 *
 * An image is accepted if it declares a type of the list, or none, and its bytes are an image of the list. The bytes
 * decide its type.
 *
 * The signatures come from the WHATWG MIME Sniffing Standard, section 6.1 "matching an image type pattern", without
 * BMP. The standard lacks AVIF, which is detected by its File Type Box (ISO/IEC 14496-12 section 4.3, AV1 Image File
 * Format section 6 "brands"). SVG has no signature: it is a document with scripts and links, and always refused.
 */
import * as Schema from "effect/Schema"

/** The types of images, each under one name. */
export const MediaType = Schema.Literals([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "image/x-icon",
])
export type MediaType = typeof MediaType.Type

/**
 * Whether an image may declare this Content-Type (as received; parameters and case don't count). It may be missing or
 * empty: then the bytes alone decide. `application/octet-stream` is a type outside the list, and refused.
 */
export const mayDeclare = (contentType: string | undefined): boolean => {
  const essence = (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? ""
  return essence === "" || aliases.has(essence) || isMediaType(essence)
}

/** The image type of a file by its first bytes; `undefined` if they are no image of the list. */
export const sniff = (bytes: Uint8Array): MediaType | undefined =>
  signatures.find(({ pattern }) => matches(bytes, pattern))?.type ?? (isAvif(bytes) ? "image/avif" : undefined)

// --- private --------------------------------------------------------------------------

const isMediaType = Schema.is(MediaType)

/** The name that IANA registered for icons, and a frequent mistake. */
const aliases: ReadonlySet<string> = new Set(["image/vnd.microsoft.icon", "image/jpg"])

/** The first bytes of a file; `undefined` stands for any byte. */
type Pattern = ReadonlyArray<number | undefined>

const ascii = (text: string): ReadonlyArray<number> => Array.from(text, (char) => char.charCodeAt(0))
const anyFour: Pattern = [undefined, undefined, undefined, undefined]

const signatures: ReadonlyArray<{ readonly type: MediaType; readonly pattern: Pattern }> = [
  { type: "image/png", pattern: [0x89, ...ascii("PNG\r\n"), 0x1a, 0x0a] },
  { type: "image/jpeg", pattern: [0xff, 0xd8, 0xff] },
  { type: "image/gif", pattern: ascii("GIF87a") },
  { type: "image/gif", pattern: ascii("GIF89a") },
  { type: "image/webp", pattern: [...ascii("RIFF"), ...anyFour, ...ascii("WEBPVP")] },
  { type: "image/x-icon", pattern: [0x00, 0x00, 0x01, 0x00] },
  // A cursor; the standard calls it an icon as well.
  { type: "image/x-icon", pattern: [0x00, 0x00, 0x02, 0x00] },
]

const matches = (bytes: Uint8Array, pattern: Pattern): boolean =>
  pattern.every((byte, at) => byte === undefined || bytes[at] === byte)

/** The length of the standard's resource header: a longer File Type Box doesn't count. */
const headLength = 1_445

const boxType = [...anyFour, ...ascii("ftyp")]
const brands = [ascii("avif"), ascii("avis")]

/** A box of size, `ftyp`, major brand, version and compatible brands, four bytes each; one brand is AVIF's. */
const isAvif = (bytes: Uint8Array): boolean => {
  const head = bytes.subarray(0, headLength)
  if (!matches(head, boxType) || head.length < 16) return false
  const size = new DataView(head.buffer, head.byteOffset).getUint32(0)
  if (size < 16 || size > head.length || size % 4 !== 0) return false
  for (let at = 8; at < size; at += 4) {
    if (at !== 12 && brands.some((brand) => matches(head.subarray(at, at + 4), brand))) return true
  }
  return false
}
