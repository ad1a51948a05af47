/** The pages of the bench: an article of some kilobytes under any URL, without a network. */
import { Network, RequestBudget } from "@porthole/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"

/** Pages that are in the cache, pages that skip the cache, or both in turns. */
export const kinds = ["cached", "uncached", "mixed"] as const
export type Kind = (typeof kinds)[number]

/** The arguments of a call. Many hosts, so that the permits of one host don't limit the calls. */
export const bodyOf = (kind: Kind, number: number): object => {
  const isCached = kind === "cached" || (kind === "mixed" && number % 2 === 0)
  const host = `https://host${number % 64}.test`
  return isCached ? { url: `${host}/page` } : { url: `${host}/${number}`, cache: false }
}

const paragraph = "The tide is the rise and fall of the sea, which follows the moon and, less so, the sun. ".repeat(6)
const article = new TextEncoder().encode(
  `<!doctype html><title>Tides</title><nav><a href="/">Home</a></nav><article><h1>Tides</h1>${Array.from(
    { length: 12 },
    (_, at) => `<h2>Part ${at}</h2><p>${paragraph}</p>`,
  ).join("")}</article><footer>About us</footer>`,
)

/** The web of the bench, with no limit on calls. */
export const layers = Layer.mergeAll(
  Layer.succeed(Network.Resolver, Network.Resolver.of({ resolve: () => Effect.succeed(["93.184.216.34"]) })),
  Layer.succeed(
    Network.Dialer,
    Network.Dialer.of({
      dial: () => Effect.succeed({ status: 200, headers: { "content-type": "text/html" }, body: Stream.make(article) }),
    }),
  ),
  Layer.succeed(RequestBudget.RequestBudget, { spend: Effect.void }),
)
