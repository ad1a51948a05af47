/**
 * An image for a caller, and the rule that turns a backend's row into one.
 *
 * As with pages, the kernel trusts no row: an invalid row is `invalid_backend_response`, more bytes than
 * `max_image_bytes` are `response_too_large`, and the kernel itself checks that the bytes are an image.
 */
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as HttpUrl from "../url/HttpUrl.ts"
import { make, type WebError } from "../WebError.ts"
import { mayDeclare, MediaType, sniff } from "./ImageType.ts"

/** The arguments of `fetchImage`. */
export const ImageRequest = Schema.Struct({
  /** Absolute http or https URL of the image. */
  url: Schema.String,
})
export type ImageRequest = typeof ImageRequest.Type
export type ImageRequestInput = typeof ImageRequest.Encoded

/**
 * An image. `media_type` is the type of the bytes: an image/png that holds a JPEG is an image/jpeg. `bytes` is the
 * file, decoded from its Content-Encoding; as JSON it is base64 ({@link ImageJson}).
 */
export const Image = Schema.Struct({
  /** The URL of the bytes. */
  url: HttpUrl.HttpUrl,
  /** Type of the bytes, whatever the site declared. */
  media_type: MediaType,
  /** The file, at most `max_image_bytes` (2 MiB). */
  bytes: Schema.Uint8Array,
}).annotate({ identifier: "Image" })
export type Image = typeof Image.Type

/** An image as JSON: `bytes` is base64. */
export const ImageJson = Schema.Struct({ ...Image.fields, bytes: Schema.Uint8ArrayFromBase64 }).annotate({
  identifier: "ImageJson",
})

/** A backend's row for an image. */
export interface ImageRow {
  /** The URL of the bytes. */
  readonly url: string
  /** The Content-Type that the site declared; absent if it declared none. */
  readonly content_type?: string
  readonly bytes: Uint8Array
}

/** Reads a backend's row; `maxBytes` is the maximum size of an image. */
export const fromRow = (row: unknown, maxBytes: number): Result.Result<Image, WebError> => {
  const read = decodeRow(row)
  if (Option.isNone(read)) return Result.fail(badRowError)
  const { bytes, content_type, url } = read.value
  if (bytes.length > maxBytes) return Result.fail(imageTooLargeError)
  const media_type = mayDeclare(content_type) ? sniff(bytes) : undefined
  return media_type === undefined
    ? Result.fail(unsupportedImageError)
    : Result.succeed({ url: HttpUrl.normalise(url) ?? url, media_type, bytes })
}

/** `unsupported_content_type`. The message doesn't repeat the type, because it is the site's text. */
export const unsupportedImageError = make({
  error: "unsupported_content_type",
  message: "Only PNG, JPEG, GIF, WebP, AVIF and icon images can be fetched. Use another image.",
})

/** `response_too_large`, for an image. */
export const imageTooLargeError = make({
  error: "response_too_large",
  message: "The image is larger than allowed. Use a smaller one.",
})

// --- private --------------------------------------------------------------------------

const decodeRow = Schema.decodeUnknownOption(
  Schema.Struct({
    url: HttpUrl.HttpUrl,
    content_type: Schema.optionalKey(Schema.String),
    bytes: Schema.Uint8Array,
  }),
)

const badRowError = make({
  error: "invalid_backend_response",
  message: "The page reader returned no valid image. Try once more.",
})
