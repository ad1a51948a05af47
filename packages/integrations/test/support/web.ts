/** Tools over a backend of literals, and the calls that a scripted model makes with each SDK. */
import { WebError } from "@porthole/core"
import { Doubles, HostileBackend } from "@porthole/testing"
import { createWebTools, type PromiseTools, type WebToolsOptions } from "@porthole/tools"
import { Effect } from "effect"

/** The address of a page that never loads. */
export const slow = "https://tides.example/slow"

/** The number of hanging calls that began, and of those that were interrupted. */
export interface Fate {
  started: number
  interrupted: number
}

/** Tools that find two hits and read any page but the second; no socket is opened. */
export const makeWeb = (docsSites?: WebToolsOptions["docsSites"]): PromiseTools & { readonly fate: Fate } => {
  const fate: Fate = { started: 0, interrupted: 0 }
  const hanging = Effect.sync(() => fate.started++).pipe(
    Effect.andThen(Effect.never),
    Effect.onInterrupt(() => Effect.sync(() => fate.interrupted++)),
  )
  const hits = [
    { title: "Tides", url: "https://tides.example/", snippet: "Today's tides." },
    { title: "Gone", url: "https://tides.example/gone", snippet: "Once there." },
  ]
  const layers = Doubles.backend({
    search: ({ query }) =>
      query === "nowhere" ? WebError.fail({ error: "timeout" }) : query === "slow" ? hanging : Effect.succeed(hits),
    extract: ({ url }) => {
      if (url === slow) return hanging
      if (url.endsWith("/broken")) return Effect.die(new Error("a fault at 10.0.0.1"))
      if (url.endsWith("/gone")) return WebError.fail({ error: "http_error", status_code: 404 })
      const content = "High water at six. ".repeat(20)
      return Effect.succeed({ title: "Tides", url, content, links: ["https://tides.example/neaps"], status_code: 200 })
    },
  })
  return { ...createWebTools({ layers, robots: "off", docsSites }), fate }
}

/** Tools over the web of {@link HostileWords}. */
export const makeHostileWeb = (): PromiseTools =>
  createWebTools({
    layers: Doubles.backend({ search: HostileBackend.search, extract: HostileBackend.extract }),
    docsSites: [HostileBackend.site],
    maxRequestsPerMinute: 10_000,
  })

/** The model's call, and the text that it must read. */
export interface Call {
  readonly name: string
  readonly tool: string
  readonly args: Record<string, unknown>
  readonly text: RegExp
  readonly isError: boolean
}

/** A success, a failure, and arguments that the schema rejects. */
export const calls: ReadonlyArray<Call> = [
  {
    name: "a search",
    tool: "web_search",
    args: { query: "high water" },
    text: /^Shown: 2 hits\.\n\n<untrusted.*\n1\. Tides — https:\/\/tides\.example\/\n {3}Today's tides\.[^]*\n<\/untrusted.*$/,
    isError: false,
  },
  {
    name: "a page, in a fence of untrusted content, with its links",
    tool: "web_fetch",
    args: { url: "https://tides.example/", links: true },
    text: /^Shown: all \d+ characters\.\n\n<untrusted.*\nTitle: Tides\n[^]*\nLinks:\n- https:\/\/tides\.example\/neaps\n\nText:\nHigh water/,
    isError: false,
  },
  {
    name: "a refused address",
    tool: "web_fetch",
    args: { url: "http://10.0.0.1/" },
    text: /^Error: blocked_url \/ private_or_metadata_target\n/,
    isError: true,
  },
  {
    name: "no arguments",
    tool: "web_search",
    args: {},
    text: /^Error: invalid_request \/ query\nquery is required\.$/,
    isError: true,
  },
  {
    name: "an argument of a wrong kind",
    tool: "web_search",
    args: { query: "high water", max_results: "many" },
    text: /^Error: invalid_request \/ max_results\nmax_results: /,
    isError: true,
  },
  {
    name: "arguments that the advertised schema forbids and the call understands",
    tool: "web_search",
    args: { q: "high water", max_results: "9999", category: "News", domains: null, depth: 2 },
    text: /^Shown: 2 hits\.\n\n<untrusted[^]*\n\nmax_results was out of its range: 100 was used\. Unknown arguments were ignored: depth\.$/,
    isError: false,
  },
]

/** The model's text when the error is internal. */
export const bug = /^(?:Error: )?The tool failed because of a bug of its own, not because of the arguments\./

/** Aborts as soon as a call hangs. */
export const abortOnceStarted = (fate: Fate, controller: AbortController): void => {
  // clock: polls
  const timer = setInterval(() => {
    if (fate.started === 0) return
    clearInterval(timer)
    controller.abort()
  }, 1)
}
