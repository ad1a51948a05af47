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
import * as Retry from "./Retry.ts"
import * as Walk from "./Walk.ts"

/** The header fields of every request for a page: these and no other. */
export const headersOf = (settings: Settings.SettingsShape): Readonly<Record<string, string>> => ({
  "user-agent": Settings.userAgent(settings),
  accept: ContentType.accept,
  "accept-encoding": ContentEncoding.accepted,
})

/** Reads pages straight from their sites. Pools, pins and permits are set up once, here. */
export const extract: WebBackend.Half<
  WebBackend.Extract,
  never,
  Resolver.Resolver | Dialer.Dialer | Extractor.Extractor | Scope.Scope
> = Effect.gen(function* () {
  const walk = yield* Walk.make
  const extractor = yield* Extractor.Extractor
  const settings = yield* Settings.Settings
  const headers = headersOf(settings)

  const read = Effect.fnUntraced(function* (
    response: Dialer.DialResponse,
    url: string,
  ): Effect.fn.Return<Document, Retry.Attempt> {
    if (response.status < 200 || response.status > 299) {
      return yield* Effect.flip(Retry.fromStatus(response.status, response.headers["retry-after"]))
    }
    const declared = response.headers["content-type"]
    if (!ContentType.mayBeRead(declared)) return yield* Effect.fail(Retry.final(ContentType.unsupported))
    if (Number(response.headers["content-length"] ?? 0) > settings.max_body_bytes) {
      return yield* Effect.fail(Retry.final(ContentEncoding.tooLarge))
    }
    const bytes = yield* Effect.mapError(
      ContentEncoding.readAll(response.body, response.headers["content-encoding"], settings.max_body_bytes),
      (error) => (error.reason === "target_unreachable" ? Retry.transient(error) : Retry.final(error)),
    )
    const contentType = ContentType.sniffed(declared, bytes)
    if (contentType === undefined) return yield* Effect.fail(Retry.final(ContentType.unsupported))
    return { url, status: response.status, contentType, bytes }
  })

  return Effect.fnUntraced(function* ({ url, mode }): Effect.fn.Return<Page.PageRow, WebError.WebError> {
    const now = yield* Clock.currentTimeMillis
    const endsAt = now + Duration.toMillis(settings.fetch_timeout)
    const document = yield* Retry.once(walk({ url, headers, read }), endsAt)
    const extracted = yield* Effect.timeoutOrElse(
      extractor.extract({ url: document.url, contentType: document.contentType, bytes: document.bytes, mode }),
      {
        duration: settings.extract_timeout,
        orElse: () => WebError.fail({ error: "timeout", message: "Reading the page took too long." }),
      },
    )
    return { ...extracted, url: document.url, status_code: document.status }
  })
})

// --- private --------------------------------------------------------------------------

interface Document {
  readonly url: string
  readonly status: number
  readonly contentType: string
  readonly bytes: Uint8Array
}
