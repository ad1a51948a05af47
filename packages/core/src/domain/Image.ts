/**
 * An image as a caller gets it, and the rule by which a backend's row becomes one.
 *
 * As with pages, the kernel trusts no row: what is no row is `invalid_backend_response`, more bytes
 * than `max_image_bytes` are `response_too_large`, and whether the bytes are an image at all is
 * judged here, whoever fetched them.
 *
 * Images are accepted that declare a type of the list, or none, and whose bytes are an
 * image of the list. The bytes decide which one it is.
 *
 * The signatures are those of the WHATWG MIME Sniffing Standard, section 6.1 "matching an image type
 * pattern", without BMP; AVIF, which the standard doesn't know, is read by its File Type Box (ISO/IEC
 * 14496-12 section 4.3, AV1 Image File Format section 6 "brands"). SVG has no signature: it is a
 * document with scripts and links, and refused whatever it says it is.
 */
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as HttpUrl from "./HttpUrl.ts"
import { make, type WebError } from "./WebError.ts"

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
 * Whether an image may declare this Content-Type (as received; the header's parameters and case don't
 * count). A missing or empty one may be: then the bytes alone decide. `application/octet-stream` is a
 * declaration like any other that isn't on the list, and refused.
 */
export const mayDeclare = (contentType: string | undefined): boolean => {
  const essence = (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? ""
  return essence === "" || aliases.has(essence) || isMediaType(essence)
}

/** The type that the first bytes of a file say it is; `undefined` for what is no image of the list. */
export const sniff = (bytes: Uint8Array): MediaType | undefined =>
  signatures.find(({ pattern }) => matches(bytes, pattern))?.type ?? (isAvif(bytes) ? "image/avif" : undefined)

/** What `fetchImage` is asked: the absolute http or https URL of an image. */
export const ImageRequest = Schema.Struct({
  /** Absolute http or https URL of the image. */
  url: Schema.String,
})
export type ImageRequest = typeof ImageRequest.Type
export type ImageRequestInput = typeof ImageRequest.Encoded

/**
 * An image. `media_type` is what the bytes are: an image/png that holds a JPEG is an image/jpeg.
 * `bytes` is the file, decoded from its Content-Encoding; as JSON it would be base64.
 */
export const Image = Schema.Struct({
  /** URL that the bytes came from. */
  url: HttpUrl.HttpUrl,
  /** Type of the bytes, whatever the site declared. */
  media_type: MediaType,
  /** The file, at most `max_image_bytes` (2 MiB). */
  bytes: Schema.Uint8Array,
}).annotate({ identifier: "Image" })
export type Image = typeof Image.Type

/** What a backend hands to the kernel for an image. */
export interface ImageRow {
  /** Where the bytes came from. */
  readonly url: string
  /** The Content-Type that the site declared; absent when it declared none. */
  readonly content_type?: string
  readonly bytes: Uint8Array
}

/** Reads a backend's row; `maxBytes` is the most that an image may have. */
export const fromRow = (row: unknown, maxBytes: number): Result.Result<Image, WebError> => {
  const read = decodeRow(row)
  if (Option.isNone(read)) return Result.fail(badRow)
  const { bytes, content_type, url } = read.value
  if (bytes.length > maxBytes) return Result.fail(tooLarge)
  const media_type = mayDeclare(content_type) ? sniff(bytes) : undefined
  return media_type === undefined
    ? Result.fail(unsupported)
    : Result.succeed({ url: HttpUrl.normalise(url) ?? url, media_type, bytes })
}

/** `unsupported_content_type`. The type itself isn't told: it is the site's text. */
export const unsupported = make({
  error: "unsupported_content_type",
  message: "Only PNG, JPEG, GIF, WebP, AVIF and icon images can be fetched. Use another image.",
})

/** `response_too_large`, for an image. */
export const tooLarge = make({
  error: "response_too_large",
  message: "The image is larger than allowed. Use a smaller one.",
})

// --- private --------------------------------------------------------------------------

const isMediaType = Schema.is(MediaType)

/** The name that IANA registered for icons, and a frequent slip. */
const aliases: ReadonlySet<string> = new Set(["image/vnd.microsoft.icon", "image/jpg"])

/** Bytes of a signature from the start of a file; `undefined` stands for any byte. */
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
  // A cursor, which the standard calls an icon as well.
  { type: "image/x-icon", pattern: [0x00, 0x00, 0x02, 0x00] },
]

const matches = (bytes: Uint8Array, pattern: Pattern): boolean =>
  pattern.every((byte, at) => byte === undefined || bytes[at] === byte)

/** As much of a file as the standard's resource header holds: a File Type Box that is longer is none. */
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

const decodeRow = Schema.decodeUnknownOption(
  Schema.Struct({
    url: HttpUrl.HttpUrl,
    content_type: Schema.optionalKey(Schema.String),
    bytes: Schema.Uint8Array,
  }),
)

const badRow = make({
  error: "invalid_backend_response",
  message: "The page reader returned no valid image. Try once more.",
})
