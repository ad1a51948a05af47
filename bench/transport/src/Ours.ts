/** Our transport over the real resolver and the real dialer, with an extractor that reads nothing. */
import { Effect, Layer, ManagedRuntime } from "effect"
import { NodeNetwork, PinnedFetch } from "@porthole/backend-fetch"
import { Settings, WebBackend, WebError, webFetch, WebUrl } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import type { Get } from "./Clients.ts"

/** One promise for each fetch, like every other client here and like the facade. */
export interface Ours {
  /** The URL policy, the deadline and the redirect chain: the parts that make a fetch safe. */
  readonly transport: Get
  /** The whole use-case: arguments decoded, page validated and cut, a span around it. */
  readonly useCase: Get
}

export const make = async (settings: Settings.SettingsInput = {}): Promise<Ours> => {
  // No other client requests a robots.txt. The body ends at the extractor and a page has no size, so its title holds
  // the number of bytes.
  const extractor = Doubles.extractor(({ bytes }) => ({
    title: String(bytes.length),
    content: "",
    links: [],
    text_length: 0,
  }))
  const backend = WebBackend.layer({ search: WebBackend.unavailable, extract: PinnedFetch.extract }).pipe(
    Layer.provide([NodeNetwork.layerResolver, NodeNetwork.layerDialer, extractor]),
    Layer.provideMerge(Settings.layer({ robots: false, ...settings })),
  )
  const runtime = ManagedRuntime.make(backend)
  await runtime.runPromise(Effect.void)
  return {
    transport: async (url) => titleOf(await runtime.runPromise(fetchOnly(url))),
    useCase: async (url) => titleOf(await runtime.runPromise(webFetch({ url }))),
  }
}

// --- private --------------------------------------------------------------------------

const fetchOnly = Effect.fnUntraced(function* (input: string) {
  const settings = yield* Settings.Settings
  const target = yield* Effect.fromResult(WebUrl.judge(input, settings))
  const { extract } = yield* WebBackend.WebBackend
  return yield* Effect.timeoutOrElse(extract({ url: target.url, target, mode: "markdown" }), {
    duration: settings.fetch_timeout,
    orElse: () => WebError.fail({ error: "timeout" }),
  })
})

const titleOf = (page: unknown): number => Number((page as { readonly title: string }).title)
