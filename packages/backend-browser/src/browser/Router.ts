/**
 * Brings every event of a browser to the rendering that it belongs to. A rendering has a browser context of its own;
 * the context's pages, frames and workers are attached to before they run. Whatever belongs to no rendering ends here:
 * unknown requests fail, and popups and service workers are closed.
 */
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Answers from "../cdp/Answers.ts"
import type { Connection, Event } from "../cdp/Connection.ts"

/** What a rendering is told. */
export interface Tab {
  readonly contextId: string
  /** The rendering's one page is there; it doesn't run yet. Its main frame has the id of its target. */
  readonly onPage: (page: { readonly sessionId: string; readonly targetId: string }) => void
  /** The page has started a worker. */
  readonly onWorker: () => void
  /** A request of the page, or of its frames and workers, waits for a judgement. */
  readonly onPaused: (paused: Answers.Paused) => void
  readonly onEvent: (event: Event) => void
  /** The browser has sent an event of the page, whichever of the above it is. */
  readonly onMessage: (event: Event) => void
}

/** The renderings of a browser. */
export interface Router {
  readonly add: (tab: Tab) => void
  readonly remove: (tab: Tab) => void
}

/** Starts routing, and interception for the whole browser; a test may leave the interception out. */
export const make = Effect.fnUntraced(function* (
  connection: Connection,
  { intercepts = true }: { readonly intercepts?: boolean | undefined } = {},
): Effect.fn.Return<Router, never, Scope.Scope> {
  const run = yield* FiberSet.makeRuntime<never>()
  const routes: Routes = {
    tabs: new Map(),
    frames: new Map(),
    sessions: new Map(),
    pages: new Set(),
    workers: new Map(),
    waiting: new Map(),
    parked: new Map(),
  }
  const park = (paused: Answers.Paused): void => {
    routes.parked.set(paused.frameId, [...(routes.parked.get(paused.frameId) ?? []), paused])
    run(
      Effect.delay(
        Effect.sync(() => giveUp(connection, routes, paused)),
        parkTime,
      ),
    )
  }
  connection.listen((event) => {
    if (event.method === "Fetch.requestPaused") {
      const paused = Option.getOrUndefined(decodePaused(event.params))
      if (paused === undefined) return
      const tab = routes.frames.get(paused.frameId)
      tab?.onMessage(event)
      return tab === undefined ? park(paused) : tab.onPaused(paused)
    }
    const tab = event.sessionId === undefined ? undefined : routes.sessions.get(event.sessionId)
    tab?.onMessage(event)
    if (event.method === "Target.attachedToTarget")
      return Option.map(decodeAttached(event.params), (attached) => attach(connection, routes, attached))
    if (event.method === "Target.detachedFromTarget")
      return Option.map(decodeDetached(event.params), ({ sessionId }) => detach(connection, routes, sessionId))
    if (tab === undefined) return
    if (event.method === "Page.frameAttached")
      return Option.map(decodeFrame(event.params), ({ frameId }) => own(routes, frameId, tab))
    tab.onEvent(event)
  })
  if (intercepts) connection.post("Fetch.enable", { patterns: [{ urlPattern: "*" }] })
  connection.post("Target.setAutoAttach", autoAttach)
  return {
    add: (tab) => void routes.tabs.set(tab.contextId, tab),
    remove: (tab) => {
      routes.tabs.delete(tab.contextId)
      routes.pages.delete(tab)
      for (const owned of [routes.frames, routes.sessions, routes.workers, routes.waiting])
        for (const [id, owner] of owned) if (owner === tab) owned.delete(id)
    },
  }
})

/** Fails a request in the one way that every refused and failed request fails, so that scripts learn no reason. */
export const refuse = (connection: Connection, { requestId, resourceType }: Answers.Paused): void =>
  // A refused document must not replace the page by the browser's own page of an error.
  connection.post("Fetch.failRequest", {
    requestId,
    errorReason: resourceType === "Document" ? "Aborted" : "Failed",
  })

// --- private --------------------------------------------------------------------------

interface Routes {
  readonly tabs: Map<string, Tab>
  /** The rendering of every known frame and worker. */
  readonly frames: Map<string, Tab>
  readonly sessions: Map<string, Tab>
  /** The renderings that have their page. */
  readonly pages: Set<Tab>
  /** The rendering of every worker that runs, by its session. */
  readonly workers: Map<string, Tab>
  /** Those of workers that wait until another one of their page has ended, the oldest first. */
  readonly waiting: Map<string, Tab>
  /** Requests of frames that the browser hasn't told of: it tells of a frame on another path than of its request. */
  readonly parked: Map<string, ReadonlyArray<Answers.Paused>>
}

const parkTime = "1 second"

const autoAttach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }

const decodePaused = Schema.decodeUnknownOption(Answers.Paused)
const decodeAttached = Schema.decodeUnknownOption(Answers.Attached)
const decodeDetached = Schema.decodeUnknownOption(Answers.Detached)
const decodeFrame = Schema.decodeUnknownOption(Answers.FrameAttached)

const own = ({ frames, parked }: Routes, frameId: string, tab: Tab): void => {
  frames.set(frameId, tab)
  const waiting = parked.get(frameId) ?? []
  parked.delete(frameId)
  waiting.forEach(tab.onPaused)
}

const giveUp = (connection: Connection, { parked }: Routes, paused: Answers.Paused): void => {
  const waiting = parked.get(paused.frameId)
  if (waiting?.includes(paused) !== true) return
  const others = waiting.filter((other) => other !== paused)
  if (others.length === 0) parked.delete(paused.frameId)
  else parked.set(paused.frameId, others)
  refuse(connection, paused)
}

/**
 * Workers of a page that run at once: each takes as much processor time as the browser itself, which serves all pages.
 * Further ones stay paused until one of these has ended.
 */
const maxWorkers = 8

/** Lets a page's first target, its frames and its workers run, and closes everything else. */
const attach = (connection: Connection, routes: Routes, { sessionId, targetInfo }: Answers.Attached): void => {
  const { targetId, type } = targetInfo
  const tab = routes.tabs.get(targetInfo.browserContextId ?? "")
  const isPage = type === "page"
  if (tab === undefined || (isPage && routes.pages.has(tab)) || !running.has(type))
    return close(connection, sessionId, targetId)
  routes.sessions.set(sessionId, tab)
  const post = (method: string, params?: Readonly<Record<string, unknown>>) =>
    connection.post(method, params, sessionId)
  post("Target.setAutoAttach", autoAttach)
  post("Network.enable", { maxTotalBufferSize: 0, maxResourceBufferSize: 0 })
  if (isPage || type === "iframe") post("Page.enable")
  own(routes, targetId, tab)
  if (isPage) {
    routes.pages.add(tab)
    tab.onPage({ sessionId, targetId })
  } else if (type !== "iframe") {
    tab.onWorker()
    const running = Array.from(routes.workers.values()).filter((other) => other === tab).length
    if (running >= maxWorkers) return void routes.waiting.set(sessionId, tab)
    routes.workers.set(sessionId, tab)
  }
  post("Runtime.runIfWaitingForDebugger")
}

const detach = (connection: Connection, { sessions, waiting, workers }: Routes, sessionId: string): void => {
  const tab = workers.get(sessionId)
  for (const known of [sessions, workers, waiting]) known.delete(sessionId)
  if (tab === undefined) return
  const [next] = Array.from(waiting).find(([, other]) => other === tab) ?? []
  if (next === undefined) return
  waiting.delete(next)
  workers.set(next, tab)
  connection.post("Runtime.runIfWaitingForDebugger", undefined, next)
}

/** A popup that still waits would keep the page that opened it waiting; what it asks for fails. */
const close = (connection: Connection, sessionId: string, targetId: string): void => {
  connection.post("Runtime.runIfWaitingForDebugger", {}, sessionId)
  connection.post("Target.closeTarget", { targetId })
}

const running: ReadonlySet<string> = new Set(["page", "iframe", "worker", "shared_worker"])
