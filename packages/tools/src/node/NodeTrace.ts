/**
 * The tracer of {@link FetchTrace} for Node: a separate transport for each URL, over ports that record their calls.
 *
 * `operator.ts` loads this module to make a tracer, because undici is expensive to load.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Deadline, type Hop, LogText, Network, Redirect, Settings, type WebError, WebUrl } from "@porthole/core"
import { PinnedFetch, RedirectChain } from "@porthole/backend-fetch"
import {
  betterOf,
  detailOf,
  certificateForLog,
  type HopTrace,
  hopAt,
  verdictOn,
  type Trace,
  type FetchTracer,
} from "./FetchTrace.ts"

/** The tracer over the provided ports. */
export const make: Effect.Effect<FetchTracer, never, Ports> = Effect.gen(function* () {
  const ports = yield* Effect.context<Ports>()
  const settings = yield* Settings.Settings
  return (input) => {
    const url = LogText.urlForLog(input)
    return Result.match(WebUrl.judge(input, settings), {
      onFailure: (error) => Effect.succeed<Trace>({ url, hops: [], better: [], end: { kind: "error", error } }),
      onSuccess: (vetted) =>
        Effect.suspend(() => {
          const recorder = new TraceRecorder(vetted, settings)
          return fetchOnce(vetted, settings, recordingPorts(recorder, ports)).pipe(
            Effect.match({
              onFailure: (error): Trace["end"] => ({ kind: "error", error }),
              onSuccess: (status): Trace["end"] => ({ kind: "page", status }),
            }),
            Effect.map((end): Trace => ({ url, hops: recorder.hops, better: betterOf(vetted, settings), end })),
          )
        }),
    })
  }
})

// --- private --------------------------------------------------------------------------

type Ports = Network.Resolver | Network.Dialer

/** Fetches like a page fetch, once, and returns the final status, whatever it is. */
const fetchOnce = (
  target: WebUrl.Target,
  settings: Settings.SettingsShape,
  ports: Context.Context<Ports>,
): Effect.Effect<number, WebError.WebError> =>
  Effect.flatMap(RedirectChain.make, (follow) =>
    follow({ target, headers: PinnedFetch.headersOf(settings), read: ({ status }) => Effect.succeed(status) }),
  ).pipe(
    Effect.mapError(({ error }) => error),
    Effect.scoped,
    Effect.provideContext(ports),
    (status) =>
      Deadline.within(status, {
        duration: settings.fetch_timeout,
        orElse: () => Effect.fail(Deadline.pageTimeoutError),
      }),
  )

/** The same ports, which record their calls and answers. */
const recordingPorts = (recorder: TraceRecorder, ports: Context.Context<Ports>): Context.Context<Ports> => {
  const resolver = Context.get(ports, Network.Resolver)
  const dialer = Context.get(ports, Network.Dialer)
  return Context.make(
    Network.Resolver,
    Network.Resolver.of({
      resolve: (host) =>
        resolver.resolve(host).pipe(
          Effect.tap((answers) => Effect.sync(() => recorder.resolved(answers))),
          Effect.tapError((error) => Effect.sync(() => recorder.unresolved(error))),
        ),
    }),
  ).pipe(
    Context.add(
      Network.Dialer,
      Network.Dialer.of({
        dial: (request) =>
          Effect.suspend(() => {
            recorder.dialling(request.hop.address.value)
            return dialer.dial(request)
          }).pipe(
            Effect.tapError((error) =>
              Effect.map(certificateFor(error, dialer, request.hop), (certificate) =>
                recorder.failed(error, certificate),
              ),
            ),
            Effect.tap((response) => Effect.sync(() => recorder.answered(response))),
          ),
      }),
    ),
  )
}

/** The certificate behind a TLS failure. */
const certificateFor = (
  { reason }: WebError.WebError,
  { certificate }: Network.Dialer["Service"],
  hop: Hop,
): Effect.Effect<Network.PresentedCertificate | undefined> =>
  reason === "tls_failed" && certificate !== undefined ? certificate(hop) : Effect.undefined

/** The trace so far; the last hop is the current one. */
class TraceRecorder {
  readonly hops: Array<HopTrace> = []
  readonly #settings: Settings.SettingsShape
  /** The hops' URLs unchanged, for the redirect decision; those of `hops` are redacted. */
  readonly #visited: Array<string>
  #at: WebUrl.Target

  constructor(start: WebUrl.Target, settings: Settings.SettingsShape) {
    this.#settings = settings
    this.#at = start
    this.#visited = [start.url]
    this.hops.push(hopAt(start))
  }

  resolved(answers: ReadonlyArray<string>): void {
    this.#add({ answeredBy: "dns", addresses: answers.map(verdictOn) })
  }

  dialling(address: string): void {
    this.#add({ dials: [...this.#here().dials, { address }] })
  }

  unresolved(error: WebError.WebError): void {
    const unresolved = detailOf(error)
    if (unresolved !== undefined) this.#add({ unresolved })
  }

  failed(error: WebError.WebError, certificate: Network.PresentedCertificate | undefined): void {
    const { dials } = this.#here()
    const last = dials.at(-1)
    if (last === undefined) return
    const detail = detailOf(error)
    const failed = {
      ...last,
      failure: error.wire,
      ...(detail === undefined ? {} : { detail }),
      ...(certificate === undefined ? {} : { certificate: certificateForLog(certificate) }),
    }
    this.#add({ dials: [...dials.slice(0, -1), failed] })
  }

  answered({ headers, status }: Network.DialResponse): void {
    const isRedirect = Redirect.isRedirect(status, headers["location"])
    const location = isRedirect ? headers["location"] : undefined
    this.#add({ status, ...(location === undefined ? {} : { location: LogText.urlForLog(location) }) })
    if (isRedirect) this.#follow(status, location)
  }

  /** The redirect decision determines the next hop; the transport itself reports a refusal. */
  #follow(status: number, location: string | undefined): void {
    const next = Redirect.next(
      {
        from: this.#at.url,
        status,
        location,
        visited: this.#visited,
        maxRedirects: this.#settings.max_redirects,
      },
      this.#settings,
    )
    if (Result.isFailure(next)) return
    this.#at = next.success
    this.#visited.push(next.success.url)
    const hop = hopAt(next.success)
    const earlier = this.hops.findLast(({ host, answeredBy }) => host === hop.host && answeredBy !== undefined)
    this.hops.push(
      earlier === undefined || hop.answeredBy === "literal"
        ? hop
        : { ...hop, answeredBy: "pin", addresses: earlier.addresses },
    )
  }

  #here(): HopTrace {
    return this.hops.at(-1) ?? hopAt(this.#at)
  }

  #add(fields: Partial<HopTrace>): void {
    this.hops[this.hops.length - 1] = { ...this.#here(), ...fields }
  }
}
