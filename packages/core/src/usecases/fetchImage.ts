/**
 * The use-case behind `fetchImage`: the URL policy before any backend, the backend under a deadline, its row validated.
 * It is for programs: it isn't a tool for models.
 */
import * as Effect from "effect/Effect"
import * as Deadline from "../domain/time/Deadline.ts"
import * as Image from "../domain/page/Image.ts"
import { Settings } from "../domain/settings/Settings.ts"
import * as Arguments from "../domain/call/Arguments.ts"
import * as Trace from "../domain/call/Trace.ts"
import * as WebError from "../domain/WebError.ts"
import * as RefusalReport from "../policy/RefusalReport.ts"
import * as WebUrl from "../policy/WebUrl.ts"
import * as KnownUrls from "../ports/KnownUrls.ts"
import * as RequestBudget from "../ports/RequestBudget.ts"
import * as WebBackend from "../ports/WebBackend.ts"

/**
 * Fetches one image of at most `max_image_bytes`. Any redirect is `redirect_to_blocked_target`; a file other than PNG,
 * JPEG, GIF, WebP, AVIF or icon, including SVG, is `unsupported_content_type`.
 *
 * It uses `RequestBudget`, if provided.
 */
export const fetchImage = Effect.fnUntraced(
  function* (
    args: Arguments.Arguments<Image.ImageRequestInput>,
  ): Effect.fn.Return<Image.Image, WebError.WebError, WebBackend.WebBackend> {
    const { request } = yield* decodeRequest(args)
    const settings = yield* Settings
    const target = yield* Effect.fromResult(WebUrl.judge(request.url, settings))
    const { url } = target
    yield* Trace.annotate({ "server.address": target.host })
    yield* KnownUrls.requireKnown(url)
    const backend = yield* WebBackend.WebBackend
    const image = backend.image ?? (yield* WebBackend.unavailable)
    const spent = RequestBudget.spend(settings.fetch_timeout)
    const row = yield* Deadline.within(Effect.andThen(spent, image({ url, target })), {
      duration: settings.fetch_timeout,
      orElse: () => WebError.fail({ error: "timeout", message: "Fetching the image took too long. Try once more." }),
    })
    return yield* Effect.fromResult(Image.fromRow(row, settings.max_image_bytes))
  },
  RefusalReport.observe,
  Trace.call("fetchImage"),
)

// --- private --------------------------------------------------------------------------

const decodeRequest = Arguments.decoder(Image.ImageRequest)
