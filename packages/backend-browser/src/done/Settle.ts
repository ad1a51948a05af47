/**
 * Waits until a page is done: quiet for a while, then after a scroll and some virtual time, in which timers run at
 * once, and again while that changes it. Measured on pages with late and chained data, scrolling and animation.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { CdpError } from "../cdp/CdpError.ts"
import * as LivePage from "./LivePage.ts"
import * as PageScript from "./PageScript.ts"

/** Succeeds when the page is done; a page that never is, needs a deadline. `pending` counts requests on their way. */
export const settle = Effect.fnUntraced(function* (page: LivePage.LivePage, pending: () => number) {
  let before = yield* quiet(page, pending)
  for (;;) {
    yield* spendVirtualTime(page)
    const after = yield* quiet(page, pending)
    if (after === before) return
    before = after
  }
})

// --- private --------------------------------------------------------------------------

/** Milliseconds. */
const quietTime = 200
const interval = 50
const virtualTime = 3_000

/** Waits until the size of the document stays for a while, with no request on its way; the result stands for it. */
const quiet = Effect.fnUntraced(function* (page: LivePage.LivePage, pending: () => number) {
  let last = ""
  let since = yield* Clock.currentTimeMillis
  for (;;) {
    const size = yield* sizeOf(page)
    const now = yield* Clock.currentTimeMillis
    if (size === undefined || size !== last || pending() > 0) since = now
    else if (now - since >= quietTime) return last
    last = size ?? ""
    yield* Effect.sleep(interval)
  }
})

const Measure = Schema.Struct({
  isLoading: Schema.Boolean,
  elements: Schema.Number,
  characters: Schema.Number,
  url: Schema.String,
})

const decode = Schema.decodeUnknownEffect(Measure)

/** `undefined` while the document loads, or makes room for another one. */
const sizeOf = (page: LivePage.LivePage): Effect.Effect<string | undefined, CdpError> =>
  LivePage.world(page).pipe(
    Effect.flatMap((world) => LivePage.call(page, world, PageScript.measure())),
    Effect.flatMap(decode),
    Effect.map(({ characters, elements, isLoading, url }) =>
      isLoading || url === "about:blank" ? undefined : `${elements} ${characters} ${url}`,
    ),
    Effect.catch((error) =>
      error._tag === "CdpError" && error.reason !== "refused" ? Effect.fail(error) : Effect.succeed(undefined),
    ),
  )

/** Scrolls to the end, for what loads when it is seen, and lets timers run. */
const spendVirtualTime = Effect.fnUntraced(function* (page: LivePage.LivePage) {
  const world = yield* LivePage.world(page)
  yield* LivePage.call(page, world, "function () { scrollTo(0, document.documentElement?.scrollHeight ?? 0) }")
  const policy = { policy: "pauseIfNetworkFetchesPending", budget: virtualTime }
  const begin = () => LivePage.post(page, "Emulation.setVirtualTimePolicy", policy)
  yield* page.nextAfter(begin, "Emulation.virtualTimeBudgetExpired")
})
