/**
 * The links one after the other, until one answers.
 *
 * What a call has left is divided by the configured links that are left, so a link that hangs can't eat the time of
 * those behind it.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as WebError from "../domain/WebError.ts"
import * as Configured from "./Configured.ts"
import type { Asking, Request } from "./Links.ts"
import * as Try from "./Try.ts"

/** Asks the links in turn. The last of what it gives answered, or none did. */
export const walk = Effect.fnUntraced(function* <A extends Request, B, C>({
  end,
  kind,
  links,
  request,
  rests,
}: Asking<A, B, C>): Effect.fn.Return<ReadonlyArray<Try.Tried<C>>, WebError.WebError> {
  const configured = yield* Configured.read(links, end - (yield* Clock.currentTimeMillis))
  let left = configured.filter(Boolean).length
  const tried: Array<Try.Tried<C>> = []
  for (const [at, link] of links.entries()) {
    if (configured[at] !== true) {
      tried.push(yield* Try.unconfigured(link))
      continue
    }
    const time = end - (yield* Clock.currentTimeMillis)
    if (time <= 0) return yield* Effect.fail(kind.late)
    const one = yield* Try.ask(kind, rests, link, request, time / left--)
    tried.push(one)
    if (one.outcome === "answered") return tried
  }
  return tried
})
