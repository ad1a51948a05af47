/** The ports to the network: the addresses of a name, and one request to exactly one vetted address. */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import type { WebError } from "../domain/WebError.ts"
import type { Hop } from "../policy/Hop.ts"

/** Looks up the current addresses of a host name. */
export class Resolver extends Context.Service<
  Resolver,
  {
    /**
     * All addresses of a host name, both families, in the order to try them, as text. A name that doesn't exist, an
     * empty answer and a server's failure are all `http_error` / `target_unreachable`; no answer in time is `timeout`.
     * It checks nothing: it returns private addresses, and the policy blocks them.
     */
    readonly resolve: (host: string) => Effect.Effect<ReadonlyArray<string>, WebError>
  }
>()("@porthole/core/Resolver") {}

/**
 * One GET request. Header names are in lower case; values contain no CR, LF or NUL. `connectTimeout` is how long to
 * wait for a connection before the caller tries another address; by default the adapter decides. A request that can't
 * be sent before `sendBefore`, in ms since the epoch, isn't sent: its host counts as unreachable.
 */
export interface DialRequest {
  readonly hop: Hop
  readonly headers: Readonly<Record<string, string>>
  readonly connectTimeout?: Duration.Duration
  readonly sendBefore?: number
}

/**
 * The final response. Header names are in lower case, repeated ones joined by `", "`; the body is as received, with its
 * Content-Encoding. `setCookies` has each Set-Cookie field on its own, because their dates hold commas; absent if there
 * is none.
 */
export interface DialResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly setCookies?: ReadonlyArray<string>
  readonly body: Stream.Stream<Uint8Array, WebError>
}

/** A host's certificate, as the host wrote it; `names` are its alternative names, the dates have OpenSSL's form. */
export interface PresentedCertificate {
  readonly subject: string
  readonly issuer: string
  readonly names: string
  readonly valid_from: string
  readonly valid_to: string
}

/** Sends requests. */
export class Dialer extends Context.Service<
  Dialer,
  {
    /**
     * Sends one GET to the hop's address and no other, with the hop's host as Host and TLS name, and returns the
     * response as soon as its headers arrive. It follows no redirect and resolves no name. Closing the scope aborts the
     * exchange, so an unread body leaks nothing. A value that isn't a real {@link Hop} is a defect. Failures:
     * `http_error` with `target_unreachable` (refused, reset, no route), `tls_failed`, `malformed_response`,
     * or `proxy_unavailable` of a dialer through a proxy; `timeout` if no connection is made in time.
     */
    readonly dial: (request: DialRequest) => Effect.Effect<DialResponse, WebError, Scope.Scope>
    /**
     * Reads the certificate that the hop's host presents at its address, even an invalid one, and sends nothing: for an
     * operator whose connection ends in `tls_failed`. Absent if a dialer can't.
     */
    readonly certificate?: (hop: Hop) => Effect.Effect<PresentedCertificate | undefined>
  }
>()("@porthole/core/Dialer") {}

/** How a `Dialer` refuses a value that isn't a real {@link Hop}. */
export const notAHop: Effect.Effect<never> = Effect.suspend(() =>
  Effect.die(new TypeError("A Dialer takes nothing but a Hop.")),
)
