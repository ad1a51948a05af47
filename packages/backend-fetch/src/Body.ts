/**
 * The body of a response at the end of a redirect chain: its bytes, and its type.
 *
 * One Content-Encoding is decoded while the body streams, under a cap that counts decoded bytes. At most one known
 * coding is accepted (gzip, deflate, br, zstd), because stacked codings turn a few bytes into gigabytes
 * (CVE-2026-22036). The cap is checked inside the decoder, where one chunk of a bomb may unfold to thousands, and bytes
 * on the wire count against it too.
 *
 * The type decides whether a document is read: a declared type that some format has, the magic bytes of a format, or,
 * without a declared type, bytes that look like text. A binary file declared as text is refused too. A document whose
 * type means any file (`application/octet-stream`) is read only if it begins with a format's magic bytes; otherwise
 * reading stops after its beginning.
 *
 * The sniffing is the part of the WHATWG MIME Sniffing Standard that tells text from binary (section 7.2 "binary data
 * byte", section 7.1 the HTML patterns), over the first 1,445 bytes. UTF-16 without a byte order mark also counts as
 * text if every second byte is zero as in text: the standard lacks it, but sites send it.
 */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Stream from "effect/Stream"
import { MediaType, type Network, WebError } from "@porthole/core"
import * as Decoder from "./Decoder.ts"
import * as Retry from "./Retry.ts"
import { ByteBuffer } from "./Decoder.ts"

// --- the bytes -------------------------------------------------------------------------

/** Which responses are read, how many bytes of them, and the errors for the others. */
export interface Limits {
  readonly acceptsType: (contentType: string | undefined) => boolean
  readonly unsupported: WebError.WebError
  /** Returns the condition for a body's first bytes, by its type; `undefined` if the type alone decides. */
  readonly beginningOf?: (contentType: string | undefined) => Beginning | undefined
  /** Decoded bytes; a body that declares a larger length isn't read. */
  readonly maxBytes: number
  readonly tooLarge: WebError.WebError
}

/** Reads the body of a 2xx response; any other status is a failure. A connection that ends too early is transient. */
export const read = (
  { body, headers, status }: Network.DialResponse,
  { beginningOf, maxBytes, acceptsType, tooLarge, unsupported }: Limits,
): Effect.Effect<Uint8Array, Retry.FailedAttempt> => {
  if (status < 200 || status > 299) return Effect.flip(Retry.fromStatus(status, headers["retry-after"]))
  if (!acceptsType(headers["content-type"])) return Effect.fail(Retry.final(unsupported))
  if (Number(headers["content-length"] ?? 0) > maxBytes) return Effect.fail(Retry.final(tooLarge))
  const beginning = beginningOf?.(headers["content-type"])
  return Effect.mapError(
    Effect.tap(readAll(body, headers["content-encoding"], maxBytes, beginning), ({ length }) =>
      Metric.update(receivedBytes, length),
    ),
    (error) => {
      if (error.reason === "target_unreachable") return Retry.transient(error)
      return Retry.final(error === Decoder.tooLarge ? tooLarge : error)
    },
  )
}

/** Decoded bytes of the bodies that were read to their end. */
export const receivedBytes: Metric.Counter<number> = Metric.counter("porthole_received_bytes_total", {
  description: "Decoded bytes of pages and images received from sites",
  incremental: true,
})

/** The codings that we accept (RFC 9110 section 12.5.3). */
export const acceptedCodings = "gzip, deflate, br, zstd"

/** The condition for the beginning of a body under which the rest is read. */
export interface Beginning {
  /** Minimum decoded bytes for the check. */
  readonly length: number
  readonly isAccepted: (start: Uint8Array) => boolean
  /** The failure of a beginning that isn't accepted. A shorter body is read whole; the caller checks it. */
  readonly error: WebError.WebError
}

type Bytes = Stream.Stream<Uint8Array, WebError.WebError>

/**
 * Reads a whole body into memory. Fails with `response_too_large` past `maxBytes` decoded (or wire) bytes, and with
 * `malformed_response` for an unknown coding, several codings, or incomplete data. Bytes after the end of the decoder's
 * data are ignored.
 */
export const readAll = (
  body: Bytes,
  contentEncoding: string | undefined,
  maxBytes: number,
  beginning?: Beginning,
): Effect.Effect<Uint8Array, WebError.WebError> =>
  decode(body, contentEncoding, maxBytes, () => Effect.fail(Decoder.tooLarge), beginning)

/** Like {@link readAll}, but reads only the first `maxBytes` of a larger body. */
export const readFirst = (
  body: Bytes,
  contentEncoding: string | undefined,
  maxBytes: number,
): Effect.Effect<Uint8Array, WebError.WebError> => decode(body, contentEncoding, maxBytes, Effect.succeed)

// --- the type --------------------------------------------------------------------------

/**
 * Whether a document of a declared type may be one of these formats; without a declared type {@link sniffedType}
 * decides.
 */
export const mayBeRead = (header: string | undefined, formats: ReadonlyArray<MediaType.Format>): boolean => {
  const type = MediaType.essence(header)
  return type === "" || MediaType.formatOf(type, formats) !== undefined || mayHaveMagicBytes(type, formats)
}

/** The required beginning of a document with a generic file type; `undefined` for other types, which decide alone. */
export const beginningOf = (
  header: string | undefined,
  formats: ReadonlyArray<MediaType.Format>,
): Beginning | undefined =>
  mayHaveMagicBytes(MediaType.essence(header), formats)
    ? {
        length: formats.reduce(
          (most, { magicBytes = "", magicBytesWithin = 1 }) => Math.max(most, magicBytes.length + magicBytesWithin),
          0,
        ),
        isAccepted: (start) => MediaType.formatByOffsetMagicBytes(start, formats) !== undefined,
        error: unsupportedTypeError,
      }
    : undefined

/** The Content-Type to use for a body: the declared one, or the sniffed one; `undefined` if the body can't be read. */
export const sniffedType = (
  header: string | undefined,
  bytes: Uint8Array,
  formats: ReadonlyArray<MediaType.Format>,
): string | undefined => {
  const byMagicBytes = MediaType.formatByMagicBytes(bytes, formats)?.mediaTypes[0]
  if (byMagicBytes !== undefined) return byMagicBytes
  const type = MediaType.essence(header)
  if (mayHaveMagicBytes(type, formats)) return MediaType.formatByOffsetMagicBytes(bytes, formats)?.mediaTypes[0]
  const declared = type === "" ? undefined : header
  if (
    declared !== undefined &&
    (utf16.test(declared.slice(0, maxTypeLength)) || MediaType.formatOf(type, formats)?.isBinary === true)
  ) {
    return declared
  }
  const start = startOf(bytes)
  if (declared !== undefined && htmlTypes.has(type) && !isBinary(withoutFewNuls(start))) return declared
  if (isBinary(start))
    return declared === undefined ? MediaType.formatByOffsetMagicBytes(bytes, formats)?.mediaTypes[0] : undefined
  return declared ?? typeOf(start.replace(byteOrderMark, ""), formats)
}

/** `unsupported_content_type`. The message doesn't repeat the type, because it is the site's text. */
export const unsupportedTypeError = WebError.make({
  error: "unsupported_content_type",
  message: "Documents of this type can't be read. Look for a web page or a text version.",
})

// --- private --------------------------------------------------------------------------

/** Handles a body that is too large, given the part that fits. */
type WhenLarger = (first: Uint8Array) => Effect.Effect<Uint8Array, WebError.WebError>

const decode = (
  body: Bytes,
  contentEncoding: string | undefined,
  maxBytes: number,
  whenLarger: WhenLarger,
  beginning?: Beginning,
): Effect.Effect<Uint8Array, WebError.WebError> => {
  const coding = (contentEncoding ?? "").trim().toLowerCase()
  if (coding === "" || coding === "identity") return collect(body, maxBytes, whenLarger, beginning)
  if (!Decoder.isCoding(coding)) return Effect.fail(Decoder.malformed(undefined))
  return Effect.scoped(
    Effect.flatMap(Decoder.make(coding, maxBytes), (decoder) => {
      const checkBeginning = beginningCheck(beginning)
      return body.pipe(
        Stream.runForEachArray((batch) => Effect.andThen(decoder.write(batch), checkBeginning(decoder.decoded))),
        Effect.andThen(decoder.end),
        Effect.catchIf(isTooLarge, () => Effect.suspend(() => whenLarger(decoder.decoded()))),
      )
    }),
  )
}

const isTooLarge = (error: WebError.WebError): boolean => error === Decoder.tooLarge

/** Makes a function that runs after each batch, and checks the beginning of a body once it is long enough. */
const beginningCheck = (
  beginning: Beginning | undefined,
): ((bytesSoFar: () => Uint8Array) => Effect.Effect<void, WebError.WebError>) => {
  if (beginning === undefined) return () => Effect.void
  let isChecked = false
  return (bytesSoFar) =>
    Effect.suspend(() => {
      const start = isChecked ? undefined : bytesSoFar()
      if (start === undefined || start.length < beginning.length) return Effect.void
      isChecked = true
      return beginning.isAccepted(start) ? Effect.void : Effect.fail(beginning.error)
    })
}

const collect = (
  body: Bytes,
  maxBytes: number,
  whenLarger: WhenLarger,
  beginning: Beginning | undefined,
): Effect.Effect<Uint8Array, WebError.WebError> =>
  Effect.suspend(() => {
    const buffer = new ByteBuffer(maxBytes)
    const checkBeginning = beginningCheck(beginning)
    return Stream.runForEachArray(body, (batch) =>
      batch.every((chunk) => buffer.add(chunk)) ? checkBeginning(() => buffer.bytes()) : Effect.fail(Decoder.tooLarge),
    ).pipe(
      Effect.map(() => buffer.bytes()),
      Effect.catchIf(isTooLarge, () => Effect.suspend(() => whenLarger(buffer.bytes()))),
    )
  })

/** Whether a type is a generic file type, and some format has magic bytes. A type that a format lists isn't generic. */
const mayHaveMagicBytes = (type: string, formats: ReadonlyArray<MediaType.Format>): boolean =>
  MediaType.isOfAnyFile(type) &&
  MediaType.formatOf(type, formats) === undefined &&
  formats.some(({ magicBytes }) => magicBytes !== undefined)

const htmlTypes: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"])

/**
 * The HTML parser drops NUL (HTML Standard section 13.2.5). A text with more than a tenth of NULs isn't HTML in ASCII.
 */
const withoutFewNuls = (start: string): string => {
  const without = start.replaceAll("\0", "")
  return without.length >= 0.9 * start.length ? without : start
}

/** Maximum characters of a Content-Type in which a charset is looked for. */
const maxTypeLength = 1_024

const utf16 = /charset\s*=\s*(?:["']\s*)?(?:utf-?16|ucs-?2|unicode)/i

/** The sniffed bytes as text: one character per byte, or decoded UTF-16. Patterns are faster than a loop over bytes. */
const startOf = (bytes: Uint8Array): string => {
  const order = MediaType.utf16OrderOf(bytes)
  return order === undefined
    ? Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1_445)).toString("latin1")
    : new TextDecoder(order).decode(bytes.subarray(0, 1_446))
}

// oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
const binaryByte = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/

const isBinary = (start: string): boolean => {
  if (start.startsWith("\u00ff\u00fe") || start.startsWith("\u00fe\u00ff")) return false
  return binaryByte.test(start) || start.startsWith("%PDF-")
}

const byteOrderMark = /^\u00ef\u00bb\u00bf/

const typeOf = (start: string, formats: ReadonlyArray<MediaType.Format>): string =>
  formats.find(({ sniff }) => sniff?.(start) === true)?.mediaTypes[0] ??
  (looksLikeHtml(start) ? "text/html" : "text/plain")

const looksLikeHtml = (start: string): boolean =>
  start === "" || /^\s*<!doctype\s+html/i.test(start) || htmlTag.test(start.trimStart())

const htmlTag = /^<(?:!--|\?xml|[a-z][a-z0-9]{0,15}[\s/>])/i
