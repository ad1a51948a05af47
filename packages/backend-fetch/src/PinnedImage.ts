/**
 * The `image` method of `WebBackend` over the pinned transport: one request without redirects, the status, the declared
 * type, and the body under its cap. The kernel checks the bytes.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Deadline, type Dialer, Image, type Resolver, Settings, type WebBackend } from "@porthole/core"
import * as Body from "./Body.ts"
import * as RequestHeaders from "./RequestHeaders.ts"
import * as Retry from "./Retry.ts"
import * as RedirectChain from "./RedirectChain.ts"

/** The Accept header: every type of the list, and the registered name of icons. */
export const accept = [...Image.MediaType.literals, "image/vnd.microsoft.icon"].join(", ")

/**
 * Fetches images directly from their sites, with the provided {@link RedirectChain.SharedRedirectChain}, if there is
 * one.
 */
export const image: WebBackend.Factory<WebBackend.Image, never, Resolver.Resolver | Dialer.Dialer | Scope.Scope> =
  Effect.gen(function* () {
    const followRedirects = yield* RedirectChain.sharedOrOwn
    const settings = yield* Settings.Settings
    const headers = RequestHeaders.fieldsFor(settings, accept)

    const limits: Body.Limits = {
      mayDeclare: Image.mayDeclare,
      unsupported: Image.unsupported,
      maxBytes: settings.max_image_bytes,
      tooLarge: Image.tooLarge,
    }

    const read = (response: Dialer.DialResponse, url: string): Effect.Effect<Image.ImageRow, Retry.Attempt> =>
      Effect.map(Body.read(response, limits), (bytes) => {
        const declared = response.headers["content-type"]
        // A copy, because a caller may transfer an image's memory, which must contain nothing else.
        return { url, bytes: bytes.slice(), ...(declared === undefined ? {} : { content_type: declared }) }
      })

    return ({ url }) =>
      Deadline.orWithin(
        Retry.once(followRedirects({ url, headers, read, redirects: "refuse" })),
        settings.fetch_timeout,
      )
  })
