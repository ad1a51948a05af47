/**
 * The failures of a proxy, for the operator; a model reads one of two reasons.
 *
 * Before the proxy knows the site, a failure is the proxy's own: {@link ProxyUnavailable}, for a model
 * `proxy_unavailable`. Afterwards it may depend on the site, so it is {@link TunnelRefused}, for a model
 * `target_unreachable` like any failed connection: else a model could tell a closed port from a filtered one.
 */

/** Why a proxy can't be used. */
export type ProxyProblem = "no_connection" | "other_address" | "malformed" | "credentials"

/** The proxy can't be used, whatever the site. */
export class ProxyUnavailable extends Error {
  readonly problem: ProxyProblem

  constructor(problem: ProxyProblem, cause?: Error) {
    super(`${proxyProblems[problem]} Check egress_proxy.`, { cause })
    this.problem = problem
  }
}

/** Why a tunnel isn't open. */
export type TunnelProblem = "refused" | "closed" | "malformed" | "timeout"

/** The proxy opened no tunnel to a port. `answer` is its status, or SOCKS's reply (RFC 1928 section 6). */
export class TunnelRefused extends Error {
  readonly problem: TunnelProblem

  constructor(problem: TunnelProblem, port: number, answer?: number) {
    const sentence = `${tunnelProblems[problem]}${answer === undefined ? "" : ` (${answer})`}.`
    const isRuled = problem === "refused" && rulings.has(answer)
    const ofSecure = isRuled ? `${sentence} ${ruledAdvice}` : sentence
    super(port === 443 ? ofSecure : `${sentence} ${advice} allow port ${port} in its configuration.`)
    this.problem = problem
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

const proxyProblems: Readonly<Record<ProxyProblem, string>> = {
  no_connection: "The proxy can't be reached.",
  other_address: "The connection's remote address isn't the proxy's.",
  malformed: "The proxy doesn't speak the protocol of its URL.",
  credentials: "The proxy refuses the credentials, or demands some (egress_proxy_credentials).",
}

const tunnelProblems: Readonly<Record<TunnelProblem, string>> = {
  refused: "The proxy refused the tunnel",
  closed: "The proxy closed the connection before it answered",
  malformed: "The proxy's answer isn't one of its protocol",
  timeout: "The proxy opened no tunnel in time",
}

const advice = "Many proxies, squid and tinyproxy among them, open tunnels to port 443 only:"

/** The proxy's rules refuse the tunnel: Forbidden (RFC 9110), and SOCKS's "not allowed by ruleset" (RFC 1928). */
const rulings: ReadonlySet<number | undefined> = new Set([403, 2])

const ruledAdvice =
  "Allow this machine, and port 443, in its configuration: it gets the addresses of sites, so rules by host name " +
  "don't match."
