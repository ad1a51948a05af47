/**
 * The `image` method of `WebBackend` over the pinned transport: one URL, whose redirects are refused, the status, the
 * declared type and the body under its cap; `@porthole/core` detects the type by the bytes.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Deadline, Image, ImageType, type Network, Settings, type WebBackend, WebUrl } from "@porthole/core"
import * as Body from "../body/Body.ts"
import * as RedirectChain from "../chain/RedirectChain.ts"
import * as Retry from "../chain/Retry.ts"
import * as RequestHeaders from "../RequestHeaders.ts"

/** The Accept header: every type of {@link ImageType.MediaType}, and the registered name of icons. */
const acceptedImages = [...ImageType.MediaType.literals, "image/vnd.microsoft.icon"].join(", ")

/**
 * Fetches images directly from their sites over {@link RedirectChain.SharedRedirectChain}, or over a transport
 * of their own.
 */
export const image: WebBackend.Factory<WebBackend.Image, never, Network.Resolver | Network.Dialer | Scope.Scope> =
  Effect.gen(function* () {
    const followRedirects = yield* RedirectChain.sharedOrOwn
    const settings = yield* Settings.Settings
    const headers = RequestHeaders.fieldsFor(settings, acceptedImages)

    const limits: Body.Limits = {
      accepts: ({ headers }) => ImageType.mayDeclare(headers["content-type"]),
      unsupported: () => Image.unsupportedImageError,
      maxBytes: settings.max_image_bytes,
      tooLarge: Image.imageTooLargeError,
    }

    const read = (response: Network.DialResponse, url: string): Effect.Effect<Image.ImageRow, Retry.FailedAttempt> =>
      Effect.map(Body.read(response, url, limits), (bytes) => {
        const declared = response.headers["content-type"]
        // A copy, because a caller may transfer an image's memory, which must contain nothing else.
        return { url, bytes: bytes.slice(), ...(declared === undefined ? {} : { content_type: declared }) }
      })

    return (request) =>
      Deadline.withDefault(
        Effect.flatMap(Effect.fromResult(WebUrl.ofRequest(request, settings)), (target) => {
          const chain = { target, headers, read, redirects: "refuse" } as const
          return Retry.withSecondTry(followRedirects(chain), (signing) => followRedirects({ ...chain, signing }))
        }),
        settings.fetch_timeout,
      )
  })
