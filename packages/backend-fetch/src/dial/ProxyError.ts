/**
 * The failures of a proxy, for the operator; a model reads one of two reasons.
 *
 * Before the proxy knows the site, a failure is the proxy's own: {@link ProxyUnavailable}, for a model
 * `proxy_unavailable`. Afterwards it may depend on the site, so it is {@link TunnelRefused}, for a model
 * `target_unreachable` like any failed connection: else a model could tell a closed port from a filtered one.
 */
import * as Schema from "effect/Schema"

/** The proxy can't be used, whatever the site. */
export class ProxyUnavailable extends Schema.TaggedError<ProxyUnavailable>()("ProxyUnavailable", {
  problem: Schema.Literals(["no_connection", "other_address", "malformed", "credentials"]),
  cause: Schema.optionalKey(Schema.Defect()),
}) {
  override get message(): string {
    return `${problems[this.problem]} Check egress_proxy.`
  }
}

/** The proxy opened no tunnel. `code` is the status of its answer, or SOCKS's reply (RFC 1928 section 6). */
export class TunnelRefused extends Schema.TaggedError<TunnelRefused>()("TunnelRefused", {
  problem: Schema.Literals(["refused", "closed", "malformed", "timeout"]),
  port: Schema.Int,
  code: Schema.optionalKey(Schema.Int),
}) {
  override get message(): string {
    const { code, port, problem } = this
    const answer = problem === "refused" ? `The proxy refused the tunnel (${code}).` : refusals[problem]
    return port === 443
      ? answer
      : `${answer} Many proxies, squid and tinyproxy among them, open tunnels to port 443 only: allow port ${port} in its configuration.`
  }
}

/** The site's certificate isn't trusted; `code` is Node's. */
export class UntrustedThroughProxy extends Error {
  readonly code: string

  constructor({ code, message }: { readonly code: string; readonly message: string }) {
    super(`${message}. If the proxy inspects TLS, set NODE_EXTRA_CA_CERTS to a file with its certificate authority.`)
    this.code = code
  }
}

// --- private --------------------------------------------------------------------------

const problems: Readonly<Record<ProxyUnavailable["problem"], string>> = {
  no_connection: "The proxy can't be reached.",
  other_address: "The connection's remote address isn't the proxy's.",
  malformed: "The proxy doesn't speak the protocol of its URL.",
  credentials: "The proxy refuses the credentials, or demands some (egress_proxy_credentials).",
}

const refusals: Readonly<Record<Exclude<TunnelRefused["problem"], "refused">, string>> = {
  closed: "The proxy closed the connection before it answered.",
  malformed: "The proxy's answer isn't one of its protocol.",
  timeout: "The proxy opened no tunnel in time.",
}
