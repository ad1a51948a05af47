/**
 * The `extract` half of `WebBackend` over the pinned transport: the walk, the status, the type, the
 * body under its cap, then the `Extractor`.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type Dialer, Extractor, type Page, type Resolver, Settings, type WebBackend, WebError } from "@porthole/core"
import * as ContentEncoding from "./ContentEncoding.ts"
import * as ContentType from "./ContentType.ts"
import * as Decoder from "./Decoder.ts"
import * as Retry from "./Retry.ts"
import * as Walk from "./Walk.ts"

/** Reads pages straight from their sites. Pools, pins and permits are set up once, here. */
export const extract: WebBackend.Half<
  WebBackend.Extract,
  never,
  Resolver.Resolver | Dialer.Dialer | Extractor.Extractor | Scope.Scope
> = Effect.gen(function* () {
  const walk = yield* Walk.make
  const extractor = yield* Extractor.Extractor
  const settings = yield* Settings.Settings
  const headers = {
    "user-agent": Settings.userAgent(settings),
    accept: ContentType.accept,
    "accept-encoding": ContentEncoding.accepted,
  }

  const read = (
    { body, headers, status }: Dialer.DialResponse,
    url: string,
  ): Effect.Effect<Document, Retry.Attempt> => {
    if (status < 200 || status > 299) return Effect.flip(Retry.fromStatus(status, headers["retry-after"]))
    const declared = headers["content-type"]
    if (!ContentType.mayBeRead(declared)) return unsupported
    if (Number(headers["content-length"] ?? 0) > settings.max_body_bytes) return tooLarge
    return Effect.matchEffect(ContentEncoding.readAll(body, headers["content-encoding"], settings.max_body_bytes), {
      onFailure: (error) =>
        Effect.fail(error.reason === "target_unreachable" ? Retry.transient(error) : Retry.final(error)),
      onSuccess: (bytes) => {
        const contentType = ContentType.sniffed(declared, bytes)
        return contentType === undefined ? unsupported : Effect.succeed({ url, status, contentType, bytes })
      },
    })
  }

  return ({ url, mode }) =>
    Effect.gen(function* (): Effect.gen.Return<Page.PageRow, WebError.WebError> {
      const now = yield* Clock.currentTimeMillis
      const endsAt = now + Duration.toMillis(settings.fetch_timeout)
      const { bytes, contentType, status, ...document } = yield* Retry.once(walk({ url, headers, read }), endsAt)
      const extracted = yield* Effect.timeoutOrElse(
        extractor.extract({ url: document.url, contentType, bytes, mode }),
        { duration: settings.extract_timeout, orElse: () => tooSlow },
      )
      return { ...extracted, url: document.url, status_code: status }
    })
})

// --- private --------------------------------------------------------------------------

const tooSlow = WebError.fail({ error: "timeout", message: "Reading the page took too long." })
const unsupported = Effect.fail(Retry.final(ContentType.unsupported))
const tooLarge = Effect.fail(Retry.final(Decoder.tooLarge))

interface Document {
  readonly url: string
  readonly status: number
  readonly contentType: string
  readonly bytes: Uint8Array
}
