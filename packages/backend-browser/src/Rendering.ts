/** One rendering in a running browser: a context of its own, the document, its end, and what stands then. */
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { Deadline, type Renderer, WebError } from "@porthole/core"
import type { Browser } from "./browser/Browser.ts"
import * as Answers from "./cdp/Answers.ts"
import type { CdpError } from "./cdp/CdpError.ts"
import type { Event } from "./cdp/Connection.ts"
import type { LivePage } from "./done/LivePage.ts"
import * as Settle from "./done/Settle.ts"
import * as Snapshot from "./done/Snapshot.ts"
import * as Guard from "./guard/Guard.ts"

/** The bounds of a rendering. */
export interface Limits extends Guard.Limits {
  /** Until what stands is taken; the call's deadline may be earlier. */
  readonly maxTime: Duration.Duration
}

/** Renders a document. A `CdpError` means that the browser failed, which may be another page's fault. */
export const render = (
  browser: Browser,
  request: Renderer.RenderRequest,
  limits: Limits,
): Effect.Effect<Renderer.Rendered, WebError.WebError | CdpError> =>
  Effect.gen(function* () {
    const guard = yield* Guard.make(browser.connection, request, limits)
    const tab = yield* openTab(browser, guard)
    const work = Effect.flatMap(tab.page, (page) => finish(page, tab, { guard, request, limits }))
    return yield* Effect.raceFirst(work, Effect.raceFirst(tab.crashed, browser.connection.ended))
  }).pipe(Effect.scoped)

/** The page's process has crashed, or was ended because it took too much memory. */
export const crashError: WebError.WebError = WebError.make({
  error: "extraction_failed",
  message: "The page's scripts crashed or took too much memory. Fetch it without rendering, or use another page.",
})

// --- private --------------------------------------------------------------------------

interface Tab {
  readonly page: Effect.Effect<LivePage>
  readonly crashed: Effect.Effect<never, WebError.WebError>
  readonly refusedByWall: () => number
}

/** The time that is kept for taking what stands at the end. */
const reserveOf = (timeLeft: number): number => Math.min(1_500, timeLeft / 4)

const finish = Effect.fnUntraced(function* (
  page: LivePage,
  tab: Tab,
  { guard, limits, request }: { guard: Guard.Guard; request: Renderer.RenderRequest; limits: Limits },
): Effect.fn.Return<Renderer.Rendered, WebError.WebError | CdpError> {
  const timeLeft = yield* Deadline.timeLeft(limits.maxTime)
  const endsAt = timeLeft + (yield* Clock.currentTimeMillis)
  // A page that isn't attached to wholly doesn't tell of its first frames.
  yield* page.connection.send("Page.enable", {}, page.sessionId)
  page.connection.post("Page.navigate", { url: request.document.url }, page.sessionId)
  const isDone = yield* Settle.settle(page, guard.pending).pipe(
    Effect.as(true),
    Effect.raceFirst(Effect.as(guard.flooded, false)),
    Effect.timeoutOrElse({ duration: timeLeft - reserveOf(timeLeft), orElse: () => Effect.succeed(false) }),
  )
  const left = endsAt - (yield* Clock.currentTimeMillis)
  // A page that floods the browser gets no more time than one at its deadline: the browser may have much to do for it.
  const rest = isDone ? left : Math.min(left, reserveOf(timeLeft))
  const { html, url } = yield* Snapshot.take(page, guard.styles, rest / 3).pipe(
    Effect.timeoutOrElse({ duration: rest, orElse: () => Effect.fail(Deadline.pageTimeoutError) }),
  )
  const { isCut, requested } = guard.report()
  return {
    bytes: new TextEncoder().encode(html),
    url: URL.parse(url)?.origin === URL.parse(request.document.url)?.origin ? url : request.document.url,
    requested,
    refusedByWall: tab.refusedByWall(),
    isPartial: !isDone || isCut,
  }
})

/** Opens a context and its page; the end of the scope closes them, or condemns a browser that can't. */
const openTab = Effect.fnUntraced(function* (
  browser: Browser,
  guard: Guard.Guard,
): Effect.fn.Return<Tab, CdpError, Scope.Scope> {
  const { connection, router } = browser
  const page = yield* Deferred.make<LivePage>()
  const crash = yield* Deferred.make<never, WebError.WebError>()
  const waiting = new Map<string, Set<() => void>>()
  let refusedByWall = 0
  let hasWorkers = false
  const onEvent = (event: Event): void => {
    if (event.method === "Inspector.targetCrashed") Deferred.doneUnsafe(crash, Effect.fail(crashError))
    if (event.method === "Page.javascriptDialogOpening") closeDialog(browser, event)
    if (event.method === "Page.frameNavigated")
      Option.map(decodeNavigated(event.params), ({ frame }) => guard.onNavigated(frame))
    if (isOfWall(event)) refusedByWall++
    waiting.get(event.method)?.forEach((resume) => resume())
  }
  const nextAfter = (begin: () => void, method: string) =>
    Effect.callback<void>((resume) => {
      const listeners = waiting.get(method) ?? new Set()
      waiting.set(method, listeners)
      const done = (): void => resume(Effect.void)
      listeners.add(done)
      begin()
      return Effect.sync(() => listeners.delete(done))
    })
  const live = { connection, nextAfter, hasWorkers: () => hasWorkers }
  const browserContextId = yield* openContext(browser)
  const tab = {
    contextId: browserContextId,
    onPage: ({ sessionId, targetId }: { readonly sessionId: string; readonly targetId: string }) => {
      guard.onPage(targetId)
      Deferred.doneUnsafe(page, Effect.succeed({ ...live, sessionId, frameId: targetId }))
    },
    onWorker: () => void (hasWorkers = true),
    onPaused: guard.onPaused,
    onEvent,
    onMessage: guard.onMessage,
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => router.add(tab)),
    () => Effect.sync(() => router.remove(tab)),
  )
  yield* connection.send("Target.createTarget", { url: "about:blank", browserContextId })
  return { page: Deferred.await(page), crashed: Deferred.await(crash), refusedByWall: () => refusedByWall }
})

/** A page with many busy workers takes long to close. */
const closeTime = "1 second"

/** A context with its own cookies and caches, without permissions and downloads. */
const openContext = ({ condemn, connection }: Browser): Effect.Effect<string, CdpError, Scope.Scope> =>
  Effect.acquireRelease(
    Answers.ask(connection, Answers.CreatedContext, ["Target.createBrowserContext", { disposeOnDetach: true }]),
    ({ browserContextId }) =>
      connection.send("Target.disposeBrowserContext", { browserContextId }).pipe(
        Effect.timeout(closeTime),
        Effect.catch(() => Effect.sync(condemn)),
      ),
  ).pipe(
    Effect.map(({ browserContextId }) => {
      connection.post("Browser.grantPermissions", { permissions: [], browserContextId })
      connection.post("Browser.setDownloadBehavior", { behavior: "deny", browserContextId })
      return browserContextId
    }),
  )

/** Leaves a page that asks whether to stay, and refuses every other question. */
const closeDialog = ({ connection }: Browser, { params, sessionId }: Event): void => {
  const accept = Predicate.hasProperty(params, "type") && params.type === "beforeunload"
  connection.post("Page.handleJavaScriptDialog", { accept }, sessionId)
}

const decodeNavigated = Schema.decodeUnknownOption(Answers.FrameNavigated)
const decodeFailed = Schema.decodeUnknownOption(Answers.LoadingFailed)

/** Sockets aren't intercepted, and what isn't intercepted finds no proxy. */
const isOfWall = ({ method, params }: Event): boolean =>
  method === "Network.webSocketCreated" ||
  method === "Network.webTransportCreated" ||
  (method === "Network.loadingFailed" &&
    Option.exists(decodeFailed(params), ({ errorText }) => /ERR_(?:PROXY|TUNNEL|NAME_NOT|INTERNET)/.test(errorText)))
