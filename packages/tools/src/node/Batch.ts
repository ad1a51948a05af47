/**
 * A batch: many pages, each read whole unless its item says otherwise, by the pace of their hosts and not by
 * `max_requests_per_minute`. Each result comes as soon as it is there, a page or its error.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Queue from "effect/Queue"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { Frontier, KnownUrls, type Page, RequestBudget, type Visits, type WebBackend, WebError } from "@porthole/core"
import * as Fetch from "../calls/Fetch.ts"
import * as Jobs from "./Jobs.ts"

/** A page to read: its URL, and how, by parameters of `web_fetch`. */
export interface Item {
  readonly url: string
  /** The caller's name for it, which comes back with the result. */
  readonly id?: string | number | undefined
  readonly query?: string | undefined
  readonly section?: string | undefined
  readonly max_length?: number | undefined
  readonly extract?: "markdown" | "text" | "html" | undefined
}

/** A page, or its error, under the URL as it was requested. */
export type Entry = (Page.Page | Page.FailedPage) & {
  readonly requested_url: string
  readonly id?: string | number
}

/** The pace of a batch. */
export interface Options {
  /** Maximum number of requests to a host at the same time, at most `per_host_concurrency`. Default: 1. */
  readonly concurrency?: number | undefined
  /** Minimum milliseconds between the starts of two requests to a host. Default: 1,000. */
  readonly delay?: number | undefined
  readonly onRest?: Visits.Options<never, never>["onRest"]
  readonly stop?: Visits.Options<never, never>["stop"]
}

/** The pace at a foreign site that demands none: one request at a time, a second apart. */
export const usualPace = { concurrency: 1, delay: 1_000 }

/** The length of a whole page: the upper bound of `max_length`. */
export const wholePage = 1_000_000

/** Reads the pages. The results come in the order in which they are there; a slow consumer slows the reading down. */
export const stream = (
  items: Iterable<string | Item>,
  { concurrency = usualPace.concurrency, delay = usualPace.delay, onRest, stop }: Options = {},
): Stream.Stream<Entry, Jobs.Failure, WebBackend.WebBackend> =>
  Stream.callback(
    (queue) => {
      const pages = new Map<string, Page.Page>()
      const job = Effect.gen(function* () {
        yield* add(items)
        yield* Jobs.visit({
          visit: (item) =>
            Effect.map(Effect.result(read(item)), (result) => {
              if (result._tag === "Failure") return failed(result.failure.wire)
              pages.set(item.key, result.success)
              return { outcome: {} }
            }),
          giveUp,
          onSettled: (settled) => {
            const page = pages.get(settled.key)
            pages.delete(settled.key)
            return Queue.offer(queue, entryOf(settled, page))
          },
          concurrency,
          interval: delay,
          onRest,
          stop,
        })
      }).pipe(Effect.provide(Jobs.frontier()))
      return Effect.flatMap(Effect.exit(job), (exit) =>
        exit._tag === "Success" ? Queue.end(queue) : Queue.failCause(queue, exit.cause),
      )
    },
    { bufferSize: 16, strategy: "suspend" },
  )

/** The item of a frontier. Its data are the caller's `id`, and parameters of the page's request. */
export const itemOf = Effect.fnUntraced(function* (
  url: string,
  data: Readonly<Record<string, Schema.Json>> = {},
): Effect.fn.Return<Frontier.Item> {
  const address = yield* Effect.map(Effect.option(Fetch.withUrl({ url })), (completed) =>
    Option.match(completed, { onNone: () => undefined, onSome: (request) => URL.parse(request.url) ?? undefined }),
  )
  const name = address?.href ?? url
  const isPlain = Object.keys(data).length === 0
  return {
    key: isPlain ? name : `${name} ${JSON.stringify(Object.fromEntries(Object.entries(data).toSorted()))}`,
    url,
    host: address === undefined ? "" : hostOf(address),
    ...(isPlain ? {} : { data }),
  }
})

/** Reads an item's page; `defaults` are parameters of `web_fetch` for what its data doesn't say. */
export const read = (
  { data, url }: Frontier.Item,
  defaults: Readonly<Record<string, unknown>> = {},
): Effect.Effect<Page.Page, WebError.WebError, WebBackend.WebBackend> => {
  const { id: _, ...parameters } = fieldsOf(data)
  return KnownUrls.KnownUrls.pipe(
    Effect.flatMap((known) => known.add([url], "user")),
    Effect.andThen(Fetch.fetchPage({ max_length: wholePage, ...defaults, ...parameters, url })),
    Effect.provideService(RequestBudget.RequestBudget, RequestBudget.noLimit),
  )
}

/** The fields of what a job keeps with an item or of it; none if it is no object. */
export const fieldsOf = (kept: Schema.Json | undefined): Readonly<Record<string, Schema.Json>> =>
  isObject(kept) ? kept : {}

/** The outcome of a page that couldn't be read. */
export const failed = (error: WebError.Wire): Visits.Visited => ({
  outcome: { failure: reasonOf(error), result: { ...error } },
  error,
})

/** The reason of a failure in one word, such as `timeout`, `target_unreachable` or `http_404`. */
export const reasonOf = ({ error, reason, status_code }: WebError.Wire): string =>
  // The reason of a request that isn't valid is the name of its parameter.
  (error === "invalid_request" ? error : reason) ?? (status_code === undefined ? error : `http_${status_code}`)

/** The outcome of an item whose host is given up: the other item's failure. */
export const giveUp = ({ host }: Frontier.Item, { failure, result }: Frontier.Outcome): Frontier.Outcome => ({
  failure,
  result: {
    ...Option.getOrElse(decodeWire(result), () => ({ error: "http_error" })),
    message: `It wasn't requested, because ${host} failed for too long with ${failure}.`,
  },
})

// --- private --------------------------------------------------------------------------

const add = Effect.fnUntraced(function* (items: Iterable<string | Item>) {
  const frontier = yield* Frontier.Frontier
  let chunk: Array<Frontier.Item> = []
  for (const item of items) {
    const { url, ...data } = typeof item === "string" ? { url: item } : item
    chunk.push(yield* itemOf(url, withoutUnset(data)))
    if (chunk.length < chunkSize) continue
    yield* frontier.add(chunk)
    chunk = []
  }
  yield* frontier.add(chunk)
})

/** The number of items that are added at once. */
const chunkSize = 1_000

/** The name of a URL's host as the transport has it. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "")

const withoutUnset = (data: Omit<Item, "url">): Readonly<Record<string, string | number>> =>
  Object.fromEntries(Object.entries(data).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

const entryOf = ({ data, outcome, url }: Visits.Settled, page: Page.Page | undefined): Entry => {
  const { id } = fieldsOf(data)
  const names = { requested_url: url, ...(typeof id === "string" || typeof id === "number" ? { id } : {}) }
  if (page !== undefined) return { ...names, ...page }
  return { ...names, url, ...Option.getOrElse(decodeWire(outcome.result), () => ({ error: "http_error" as const })) }
}

const decodeWire = Schema.decodeUnknownOption(WebError.Wire)

const isObject = (json: Schema.Json | undefined): json is Readonly<Record<string, Schema.Json>> =>
  Predicate.isObject(json)
