/**
 * Reads a message (RFC 5322 and MIME): the headers that people read, its body, the messages that it quotes, and its
 * attachments, which are listed and, if they are documents, read; those of an attached message are only listed.
 */
import type { WebError } from "@porthole/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import PostalMime, { type Address, type Attachment, type Email } from "postal-mime"
import { madeOf } from "../Archive.ts"
import { damaged } from "../container/Damage.ts"
import { escaped, type Made, type Part } from "../Made.ts"
import { ofHtml, ofText } from "./Body.ts"

/** Reads a message. */
export const read = (bytes: Uint8Array): Effect.Effect<Made, WebError.WebError> => readWith(bytes, true)

// --- private --------------------------------------------------------------------------

const maxAttachments = 50
/** Attachments that are read, and the bytes of one. */
const maxRead = 10
const maxBytes = 16_777_216

const readWith = (bytes: Uint8Array, isOuter: boolean): Effect.Effect<Made, WebError.WebError> =>
  Effect.gen(function* () {
    const email = yield* Effect.tryPromise({
      try: () =>
        PostalMime.parse(bytes, { forceRfc822Attachments: true, maxNestingDepth: 50, maxHeadersSize: 262_144 }),
      catch: () => damaged,
    })
    if ([email.from, email.to, email.subject, email.date, email.messageId].every((value) => value === undefined))
      return yield* Effect.fail(damaged)
    // Pictures within the body have no text.
    const attached = email.attachments.filter(
      ({ mimeType, related }) => related !== true || !mimeType.startsWith("image/"),
    )
    const listed = attached.slice(0, maxAttachments)
    const parts: Array<Part> = [
      { language: "html", source: headersOf(email) },
      { language: "html", source: bodyOf(email) },
    ]
    if (listed.length > 0) parts.push({ language: "html", source: listOf(listed) })
    const documents = isOuter ? yield* Effect.forEach(listed.slice(0, maxRead), readAttachment) : []
    const made = documents.flatMap((document) => (document === undefined ? [] : [document]))
    return {
      title: email.subject ?? "",
      author: namesOf(email.from === undefined ? [] : [email.from]),
      published: email.date,
      parts: [...parts, ...made.flatMap((document) => document.parts)],
      hidden: made.reduce((sum, { hidden }) => sum + hidden, 0),
      reduced: [
        ...(listed.length < attached.length
          ? [{ part: "entries" as const, read: listed.length, of: attached.length }]
          : []),
        ...made.flatMap(({ reduced }) => reduced),
      ],
    }
  })

const bodyOf = ({ html, text }: Email): string => {
  if (html !== undefined && html.trim() !== "") return ofHtml(html)
  return ofText(text ?? "")
}

const namesOf = (addresses: ReadonlyArray<Address>): string =>
  addresses
    .map((one) => {
      if (one.group !== undefined) return one.name
      return one.name === "" || one.name === one.address ? one.address : `${one.name} <${one.address}>`
    })
    .join(", ")

const headersOf = ({ cc, date, from, subject, to }: Email): string => {
  const lines = [
    ["From", namesOf(from === undefined ? [] : [from])],
    ["To", namesOf(to ?? [])],
    ["Cc", namesOf(cc ?? [])],
    ["Date", date ?? ""],
  ]
  const shown = lines.filter(([, value]) => value !== "").map(([name, value = ""]) => `${name}: ${escaped(value)}`)
  return `<h1>${escaped(subject ?? "")}</h1><p>${shown.join("<br>")}</p>`
}

const bytesOf = ({ content }: Attachment): Uint8Array => {
  if (typeof content === "string") return new TextEncoder().encode(content)
  return content instanceof Uint8Array ? content : new Uint8Array(content)
}

const nameOf = ({ filename, mimeType }: Attachment): string => filename ?? mimeType

const listOf = (attachments: ReadonlyArray<Attachment>): string => {
  const items = attachments.map((one) => {
    const size = bytesOf(one).length.toLocaleString("en")
    return `<li>${escaped(nameOf(one))} (${escaped(one.mimeType)}, ${size} bytes)</li>`
  })
  return `<h2>Attachments</h2><ul>${items.join("")}</ul>`
}

/** An attachment under a heading with its name; nothing if it isn't a document, or can't be read. */
const readAttachment = (attachment: Attachment): Effect.Effect<Made | undefined> => {
  const [bytes, type] = [bytesOf(attachment), attachment.mimeType]
  if (bytes.length === 0 || bytes.length > maxBytes) return Effect.succeed(undefined)
  const made = type === "message/rfc822" ? readWith(bytes, false) : Effect.fromResult(documentIn(bytes, type))
  const heading: Part = { language: "html", source: `<h2>Attachment: ${escaped(nameOf(attachment))}</h2>` }
  return made.pipe(
    Effect.map((document) => ({ ...document, parts: [heading, ...document.parts] })),
    Effect.catch(() => Effect.succeed(undefined)),
    Effect.catchDefect(() => Effect.succeed(undefined)),
  )
}

const documentIn = (bytes: Uint8Array, type: string): Result.Result<Made, WebError.WebError> => {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return madeOf({ bytes, contentType: type })
  const text = new TextDecoder().decode(bytes)
  if (type === "text/html") return Result.succeed(only({ language: "html", source: text }))
  if (type === "text/markdown") return Result.succeed(only({ language: "markdown", source: text }))
  if (/^text\/(?:plain|csv|calendar)$/.test(type))
    return Result.succeed(only({ language: "html", source: `<pre><code>${escaped(text)}</code></pre>` }))
  return Result.fail(damaged)
}

const only = (part: Part): Made => ({ title: "", parts: [part], hidden: 0, reduced: [] })
