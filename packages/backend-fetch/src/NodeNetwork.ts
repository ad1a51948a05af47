/**
 * The network of Node: `Resolver` over the operating system, and `Dialer` over undici.
 *
 * Names are resolved by `getaddrinfo` as every program on the machine uses it, so the system decides on hosts file,
 * search rules and family order. Connections are those of {@link UndiciDialer} over {@link Connector.makePinned}, which
 * dials only the pinned address. Code outside this package can't supply another connector.
 *
 * `getaddrinfo` can't be cancelled and occupies a thread of libuv's pool while it runs, so at most two run at once,
 * whatever the size of the pool: if the name server hangs, each lookup ends with a `timeout`, and two threads stay
 * occupied. The other threads still read and write files.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { lookup } from "node:dns"
import { connect } from "node:tls"
import { HostName, Network, WebError } from "@porthole/core"
import * as Connector from "./Connector.ts"
import * as UndiciDialer from "./UndiciDialer.ts"

/** Timeout of a lookup. The deadline of the call bounds the wait for a free thread before it. */
export const lookupTimeout = "5 seconds"

/** Maximum number of concurrent lookups. */
export const maxLookups = 2

/** Resolves by the operating system. */
export const layerResolver: Layer.Layer<Network.Resolver> = Layer.sync(Network.Resolver, () => {
  const threads = Semaphore.makeUnsafe(maxLookups)
  return Network.Resolver.of({
    resolve: (host) => {
      const name = HostName.fromText(host)
      return name === undefined ? Effect.fail(unreachable(undefined)) : resolveWith(threads, name)
    },
  })
})

/** Dials public addresses. */
export const layerDialer: Layer.Layer<Network.Dialer> = Layer.effect(
  Network.Dialer,
  Effect.map(UndiciDialer.make(Connector.makePinned), ({ dial }) => ({
    dial,
    certificate: Connector.makeCertificateReader(connect),
  })),
)

// --- private --------------------------------------------------------------------------

/** The permit is released when the system has answered, not when the caller has given up. */
const resolveWith = (threads: Semaphore.Semaphore, host: string): Effect.Effect<Addresses, WebError.WebError> =>
  Effect.uninterruptibleMask((restore) =>
    restore(threads.take(1)).pipe(
      Effect.andThen(Effect.sync(() => start(host, () => Effect.runFork(threads.release(1))))),
      Effect.flatMap((answer) =>
        restore(
          Effect.timeoutOrElse(Deferred.await(answer), { duration: lookupTimeout, orElse: () => Effect.fail(tooLong) }),
        ),
      ),
    ),
  )

type Addresses = ReadonlyArray<string>

const start = (host: string, onAnswer: () => void): Deferred.Deferred<Addresses, WebError.WebError> => {
  const answer = Deferred.makeUnsafe<Addresses, WebError.WebError>()
  lookup(host, { all: true, order: "verbatim" }, (error, addresses) => {
    onAnswer()
    const result =
      error === null && addresses.length > 0
        ? Effect.succeed(addresses.map(({ address }) => address))
        : Effect.fail(unreachable(error))
    Deferred.doneUnsafe(answer, result)
  })
  return answer
}

const unreachable = (cause: unknown): WebError.WebError =>
  WebError.make(
    {
      error: "http_error",
      reason: "target_unreachable",
      message: "The host can't be reached. Check the URL or use another page.",
    },
    cause ?? undefined,
  )

const tooLong = WebError.make({
  error: "timeout",
  message: "Resolving the host name took too long. Try once more, or use another page.",
})
