/**
 * Answers the requests of one rendering: with the document that was fetched, with parts that come through the boundary,
 * or in the one way that everything else fails. It counts them and their bytes, and ends the rendering of a page that
 * doesn't stop to ask, or makes the browser report too much.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import { Renderer, type WebError } from "@porthole/core"
import * as Router from "../browser/Router.ts"
import type { Paused } from "../cdp/Answers.ts"
import type { Connection, Event } from "../cdp/Connection.ts"
import { judge } from "./Judgement.ts"
import * as PausedAnswer from "./PausedAnswer.ts"
import * as Traffic from "./Traffic.ts"

/** What a rendering may ask for. */
export interface Limits {
  readonly maxRequests: number
  /** Bytes of all parts together. */
  readonly maxBytes: number
}

/** The guard of one rendering. */
export interface Guard {
  readonly onPage: (mainFrame: string) => void
  readonly onPaused: (paused: Paused) => void
  readonly onMessage: (event: Event) => void
  /** A frame shows a document of a registered domain. */
  readonly onNavigated: (frame: { readonly id: string; readonly domainAndRegistry: string }) => void
  /** Requests that are on their way, and the document itself until the page has it. */
  readonly pending: () => number
  /** Succeeds when a page asks far beyond its limit, or makes the browser report too much. */
  readonly flooded: Effect.Effect<void>
  /** What was asked so far, and whether a limit cut it. */
  readonly report: () => { readonly requested: ReadonlyArray<Renderer.RequestedPart>; readonly isCut: boolean }
  /** Texts of the style sheets, by their URLs: a page can't read those of another origin. */
  readonly styles: ReadonlyMap<string, string>
}

/** Makes the guard of a rendering; its requests end with the scope. */
export const make = Effect.fnUntraced(function* (
  connection: Connection,
  { document, fetchPart }: Renderer.RenderRequest,
  limits: Limits,
): Effect.fn.Return<Guard, never, Scope.Scope> {
  const run = yield* FiberSet.makeRuntime<never>()
  const flood = yield* Deferred.make<void>()
  const state = emptyState()
  const isTooMuch = Traffic.make()
  const end = (): void => {
    state.isCut = true
    Deferred.doneUnsafe(flood, Effect.void)
  }
  const fetchOne = (paused: Paused, part: Renderer.PartRequest): void => {
    if (part.kind === "document" && paused.frameId === state.mainFrame) state.documents++
    if (++state.asked > limits.maxRequests || state.bytes > limits.maxBytes) {
      state.isCut = true
      return refuse({ connection, state }, paused, "refused")
    }
    state.pending++
    const answer = Effect.flatMap(Effect.result(fetchPart(part)), (got) =>
      Result.isSuccess(got)
        ? give({ connection, state, limits }, paused, part, got.success)
        : Effect.sync(() => fail({ connection, state }, paused, got.failure)),
    )
    run(
      Effect.ensuring(
        answer,
        Effect.sync(() => state.pending--),
      ),
    )
  }

  return {
    onPage: (mainFrame) => void (state.mainFrame = mainFrame),
    onPaused: (paused) => {
      if (++state.paused > limits.maxRequests * floodFactor) end()
      const judgement = judge(paused, { documentUrl: document.url, ...state })
      if (judgement.action === "fetch") return fetchOne(paused, judgement.part)
      if (judgement.action === "grant")
        return void run(PausedAnswer.fulfill(connection, paused, PausedAnswer.granted(judgement.headers)))
      if (judgement.action === "give") {
        state.documents++
        return void run(PausedAnswer.fulfill(connection, paused, PausedAnswer.documentAnswer(document)))
      }
      if (judgement.isTold) tell(state, paused, "refused")
      Router.refuse(connection, paused)
    },
    onMessage: (event) => {
      if (isTooMuch(event)) end()
    },
    onNavigated: ({ domainAndRegistry, id }) => {
      if (id === state.mainFrame) state.site = domainAndRegistry
    },
    pending: () => state.pending + (state.documents === 0 ? 1 : 0),
    flooded: Deferred.await(flood),
    report: () => ({ requested: state.requested, isCut: state.isCut }),
    styles: state.styles,
  }
})

// --- private --------------------------------------------------------------------------

interface State {
  mainFrame: string | undefined
  site: string
  documents: number
  asked: number
  paused: number
  bytes: number
  pending: number
  isCut: boolean
  readonly requested: Array<Renderer.RequestedPart>
  readonly styles: Map<string, string>
}

const refuse = (
  { connection, state }: { readonly connection: Connection; readonly state: State },
  paused: Paused,
  outcome: "refused" | "failed",
): void => {
  tell(state, paused, outcome)
  Router.refuse(connection, paused)
}

/** Fails a part. A limit that cut it is that of the call, of which another try may have used something up before. */
const fail = (
  { connection, state }: { readonly connection: Connection; readonly state: State },
  paused: Paused,
  failure: WebError.WebError,
): void => {
  if (failure.error === "response_too_large") state.isCut = true
  refuse({ connection, state }, paused, Renderer.outcomeOf(failure))
}

/** Gives a part to the browser, unless it is one too many bytes. */
const give = (
  { connection, limits, state }: { readonly connection: Connection; readonly limits: Limits; readonly state: State },
  paused: Paused,
  part: Renderer.PartRequest,
  answer: Renderer.PartAnswer,
): Effect.Effect<void> => {
  state.bytes += answer.bytes.length
  if (state.bytes > limits.maxBytes) {
    state.isCut = true
    return Effect.sync(() => refuse({ connection, state }, paused, "refused"))
  }
  tell(state, paused, answer.status)
  if (part.kind === "style") keepStyle(state, part.url, answer.bytes)
  return PausedAnswer.fulfill(connection, paused, answer)
}

const emptyState = (): State => ({
  mainFrame: undefined,
  site: "",
  documents: 0,
  asked: 0,
  paused: 0,
  bytes: 0,
  pending: 0,
  isCut: false,
  requested: [],
  styles: new Map(),
})

/** A page that is refused this many times as often as it may ask is ended: answers to it cost time, too. */
const floodFactor = 10

/** What an operator reads; a page may ask for more. */
const maxTold = 200
const maxUrlLength = 2_048

const tell = (state: State, { request }: Paused, outcome: Renderer.RequestedPart["outcome"]): void => {
  if (state.requested.length < maxTold)
    state.requested.push({ url: request.url.slice(0, maxUrlLength), method: request.method.slice(0, 20), outcome })
}

const maxStyleBytes = 1_048_576

const keepStyle = ({ styles }: State, url: string, bytes: Uint8Array): void => {
  const kept = Array.from(styles.values()).reduce((sum, text) => sum + text.length, bytes.length)
  if (kept <= maxStyleBytes) styles.set(url, new TextDecoder().decode(bytes))
}
