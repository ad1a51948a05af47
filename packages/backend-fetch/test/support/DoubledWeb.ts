/** A small web of sites that are functions, for a fetch over doubles of the ports; no socket is opened. */
import { Extractor, type FetchRequest, MediaType, Settings, WebBackend, WebError, webFetch } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { PinnedFetch } from "../../src/index.ts"

export const publicA = "93.184.216.34"
export const publicB = "93.184.216.35"
export const names = {
  "a.test": [publicA],
  "b.test": [publicB],
  "both.test": [publicA, publicB],
  "private.test": ["10.0.0.1"],
}

export type Site = (
  path: string,
  requested: ReceivedRequest,
) => Doubles.Answer | Effect.Effect<Doubles.Answer, WebError.WebError>
export interface ReceivedRequest {
  readonly url: string
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly connectTimeout: unknown
}

export const page = (body = "<p>words</p>"): Doubles.Answer => ({
  status: 200,
  headers: { "Content-Type": "text/html" },
  body,
})
export const to = (location: string, status = 302): Doubles.Answer => ({
  status,
  headers: { Location: location },
  body: "moved",
})

/**
 * A small web of sites by host, with logs of the requests, the resolved names and the extracted documents. Robots rules
 * are off; their own test covers them.
 */
export const web = (
  sites: Readonly<Record<string, Site>>,
  table: Readonly<Record<string, ReadonlyArray<string>>> = names,
  config: Settings.SettingsInput = {},
  formats: ReadonlyArray<MediaType.Format> = MediaType.basicFormats,
) => {
  const dialled: Array<ReceivedRequest> = []
  const resolved: Array<string> = []
  const extracted: Array<Extractor.Fetched> = []
  const dialer = Doubles.dialer(({ connectTimeout, headers, hop }) => {
    const requested = { url: hop.url, address: hop.address.value, headers, connectTimeout }
    dialled.push(requested)
    return sites[hop.target.host]?.(hop.target.path, requested) ?? unreachable
  })
  const lookUps = Doubles.resolver(
    new Proxy(table, {
      getOwnPropertyDescriptor: (target, host) => {
        resolved.push(String(host))
        return Reflect.getOwnPropertyDescriptor(target, host)
      },
    }),
  )
  const extractor = Doubles.extractor((fetched) => {
    extracted.push(fetched)
    const { bytes, contentType, url } = fetched
    const content = new TextDecoder().decode(bytes)
    const printed = content.includes("a wall")
      ? ({ removed: { hidden_elements: 2, invisible_characters: 3 }, obstacle: "login" } as const)
      : content.includes("a challenge")
        ? ({ obstacle: "challenge" } as const)
        : {}
    const leading = /^leads by (redirect|frame) to (\S+)$/.exec(content)
    const onward =
      leading === null
        ? {}
        : { onward: { by: leading[1] === "frame" ? ("frame" as const) : ("redirect" as const), url: leading[2] ?? "" } }
    const title = content.includes("untitled") ? "" : contentType
    return { title, content, links: [url], text_length: content.length, ...printed, ...onward }
  })
  const reader = Layer.effect(
    Extractor.Extractor,
    Effect.map(Extractor.Extractor, (reader) => ({ ...reader, formats })),
  ).pipe(Layer.provide(extractor))
  const layer = WebBackend.layer({ search: WebBackend.unavailable, extract: PinnedFetch.extract }).pipe(
    Layer.provide([dialer, lookUps, reader]),
    Layer.provideMerge(Layer.orDie(Settings.layer({ robots: false, ...config }))),
  )
  return { dialled, resolved, extracted, layer }
}

export const unreachable = WebError.fail({ error: "http_error", reason: "target_unreachable" })

export const get = (url: string, request: Partial<FetchRequest.FetchRequestInput> = {}) => webFetch({ url, ...request })

export const wireOf = <A, R>(effect: Effect.Effect<A, WebError.WebError, R>) =>
  Effect.map(Effect.flip(effect), ({ wire }) => wire)

/** Advances the test clock until the fiber is done. */
export const inTime = <A, E, R>(effect: Effect.Effect<A, E, R>, seconds = 30) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    for (let tick = 0; tick < seconds * 4; tick++) yield* TestClock.adjust("250 millis")
    return yield* Fiber.join(fiber)
  })
