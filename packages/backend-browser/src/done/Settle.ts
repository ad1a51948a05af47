/**
 * Waits until a page is done: at rest for a while as it is, and again in a high window and scrolled to its end, while
 * virtual time passes, in which timers run at once. Measured on pages with late and chained data, scrolling, workers
 * and animation.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { CdpError } from "../cdp/CdpError.ts"
import * as LivePage from "./LivePage.ts"
import * as PageScript from "./PageScript.ts"

/** Succeeds when the page is done; a page that never is, needs a deadline. `pending` counts requests on their way. */
export const settle = Effect.fnUntraced(function* (page: LivePage.LivePage, pending: () => number) {
  yield* rest(page, pending, () => Effect.void)
  yield* rest(page, pending, (number) => advance(page, number))
})

// --- private --------------------------------------------------------------------------

/** Passes without a change until a page is at rest, and the milliseconds between them. */
const passes = 4
const interval = 50

/** Workers have no virtual time: their timers take as long as they say. */
const passesOfWorkers = 12

/** Milliseconds of virtual time in a pass; frames, idle moments and workers need the real time between two of them. */
const virtualTime = 750

/** A clock's text changes by some characters; more are content. */
const tolerance = 16

/** Repeats something until it changes the document no more, with no request on its way. */
const rest = Effect.fnUntraced(function* (
  page: LivePage.LivePage,
  pending: () => number,
  pass: (number: number) => Effect.Effect<void, CdpError>,
) {
  let first: PageScript.Measure | undefined
  for (let number = 0, quiet = 0; quiet < (page.hasWorkers() ? passesOfWorkers : passes); number++) {
    yield* pass(number)
    yield* Effect.sleep(interval)
    const size = yield* measure(page)
    if (pending() === 0 && isLike(first, size)) quiet++
    else [first, quiet] = [size, 0]
  }
})

const isLike = (first: PageScript.Measure | undefined, size: PageScript.Measure | undefined): boolean =>
  first !== undefined &&
  first.elements === size?.elements &&
  first.url === size.url &&
  Math.abs(first.characters - size.characters) <= tolerance

const Measure = Schema.Struct({
  isLoading: Schema.Boolean,
  elements: Schema.Number,
  characters: Schema.Number,
  url: Schema.String,
})

const decode = Schema.decodeUnknownEffect(Measure)

/** `undefined` while the document loads, or makes room for another one. */
const measure = (page: LivePage.LivePage): Effect.Effect<PageScript.Measure | undefined, CdpError> =>
  LivePage.world(page).pipe(
    Effect.flatMap((world) => LivePage.call(page, world, PageScript.measure())),
    Effect.flatMap(decode),
    Effect.map((size) => (size.isLoading || size.url === "about:blank" ? undefined : size)),
    Effect.catch((error) =>
      error._tag === "CdpError" && error.reason !== "refused" ? Effect.fail(error) : Effect.succeed(undefined),
    ),
  )

/**
 * Shows the whole page, for what loads when it is seen, and lets timers run. Idle moments follow a frame, and a frame
 * is drawn where something has changed: the colour behind the page does, of which its scripts see nothing. A document
 * that makes room for another one takes no command.
 */
const advance = Effect.fnUntraced(
  function* (page: LivePage.LivePage, number: number) {
    const world = yield* LivePage.world(page)
    yield* LivePage.call(page, world, "function () { scrollTo(0, document.documentElement?.scrollHeight ?? 0) }")
    LivePage.post(page, "Emulation.setDeviceMetricsOverride", tall)
    const color = { r: 255, g: 255, b: 255 - (number % 2), a: 1 }
    LivePage.post(page, "Emulation.setDefaultBackgroundColorOverride", { color })
    const policy = { policy: "pauseIfNetworkFetchesPending", budget: virtualTime }
    const begin = () => LivePage.post(page, "Emulation.setVirtualTimePolicy", policy)
    yield* page.nextAfter(begin, "Emulation.virtualTimeBudgetExpired")
  },
  Effect.catchIf(
    ({ reason }) => reason === "refused",
    () => Effect.void,
  ),
)

/** A window as high as twenty screens, of which the browser paints little. */
const tall = { width: 1_280, height: 16_384, deviceScaleFactor: 0.25, mobile: false }
