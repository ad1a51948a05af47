/** Sites that can't be reached, or not in time: names, connections, TLS. */
import * as Fault from "./Fault.ts"
import * as Responses from "./Responses.ts"

/** Nothing listens here. */
export const closedAddress = "93.184.216.37"

/** A server listens here, but its queue of connections is full. */
export const busyAddress = "93.184.216.38"

/** Every packet to this address is lost. */
export const lostAddress = "93.184.217.1"

/** Names whose addresses are not the faults' own. */
export const zone = {
  "closed.test": [[closedAddress]],
  "busy.test": [[busyAddress]],
  "lost.test": [[lostAddress]],
}

export const faults: ReadonlyArray<Fault.Fault> = [
  // `getaddrinfo` can't be cancelled: its query ends by itself.
  { ...Fault.elsewhere("a name that no server answers for", "http://silent.test/", Fault.timeout), mayLeave: true },
  Fault.elsewhere("a name that doesn't exist", "http://nothing.test/", Fault.unreachable),
  Fault.elsewhere("a name server that fails", "http://servfail.test/", Fault.unreachable),
  { ...Fault.elsewhere("a name server that talks garbage", "http://garbage.test/", Fault.timeout), mayLeave: true },
  Fault.elsewhere("connection refused", "http://closed.test/", Fault.unreachable),
  Fault.elsewhere("connection refused, over TLS", "https://closed.test/", Fault.unreachable),
  Fault.elsewhere("packets lost", "http://lost.test/", Fault.timeout),
  Fault.elsewhere("packets lost, over TLS", "https://lost.test/", Fault.timeout),
  Fault.elsewhere("a queue of connections that is full", "http://busy.test/", Fault.timeout),
  Fault.elsewhere("a certificate for another name", "https://other.test/", Fault.insecure),
  Fault.tls("TLS that never answers", Fault.timeout, Responses.silence),
  Fault.tls("TLS a byte a second", Fault.timeout, Responses.drip("\u0016\u0003\u0003", "\u0000\u0040")),
  Fault.tls("no TLS at all", Fault.insecure, Responses.sendAndClose(Responses.goodPage)),
  Fault.tls("TLS alert", Fault.insecure, Responses.sendAndClose(Buffer.from([21, 3, 3, 0, 2, 2, 40]))),
  Fault.tls("TLS closed", Fault.unreachable, Responses.sendAndClose()),
  Fault.tls("TLS reset", Fault.unreachable, Responses.sendAndReset()),
]
