/**
 * An image as a caller gets it, and the rule by which a backend's row becomes one.
 *
 * As with pages, the kernel trusts no row: what is no row is `invalid_backend_response`, more bytes
 * than `max_image_bytes` are `response_too_large`, and whether the bytes are an image at all is
 * judged here, whoever fetched them.
 */
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as HttpUrl from "./HttpUrl.ts"
import * as ImageType from "./ImageType.ts"
import { make, type WebError } from "./WebError.ts"

/** What `fetchImage` is asked: the absolute http or https URL of an image. */
export const ImageRequest = Schema.Struct({ url: Schema.String })
export type ImageRequest = typeof ImageRequest.Type
export type ImageRequestInput = typeof ImageRequest.Encoded

/**
 * An image. `media_type` is what the bytes are: an image/png that holds a JPEG is an image/jpeg.
 * `bytes` is the file, decoded from its Content-Encoding; as JSON it would be base64.
 */
export const Image = Schema.Struct({
  url: HttpUrl.HttpUrl,
  media_type: ImageType.MediaType,
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
  const media_type = ImageType.mayDeclare(content_type) ? ImageType.sniff(bytes) : undefined
  return media_type === undefined
    ? Result.fail(unsupported)
    : Result.succeed({ url: HttpUrl.normalise(url) ?? url, media_type, bytes })
}

/** `unsupported_content_type`. The type itself isn't told: it is the site's text. */
export const unsupported = make({
  error: "unsupported_content_type",
  message: "Only PNG, JPEG, GIF, WebP, AVIF and icon images can be fetched.",
})

/** `response_too_large`, for an image. */
export const tooLarge = make({ error: "response_too_large", message: "The image is larger than allowed." })

// --- private --------------------------------------------------------------------------

const decodeRow = Schema.decodeUnknownOption(
  Schema.Struct({
    url: HttpUrl.HttpUrl,
    content_type: Schema.optionalKey(Schema.String),
    bytes: Schema.Uint8Array,
  }),
)

const badRow = make({
  error: "invalid_backend_response",
  message: "The backend answered with something that is no image.",
})
