/** Sites that can't be reached, or not in time: names, connections, TLS. */
import * as Fault from "./Fault.ts"
import * as Responses from "./Responses.ts"

/** Nothing listens here. */
export const closedAddress = "93.184.216.37"

/** A server listens here, but its queue of connections is full. */
export const busyAddress = "93.184.216.38"

/** Every packet to this address is lost. */
export const lostAddress = "93.184.217.1"

/** Names with addresses on which no misbehaving site listens. */
export const zone = {
  "closed.test": [[closedAddress]],
  "busy.test": [[busyAddress]],
  "lost.test": [[lostAddress]],
}

export const faults: ReadonlyArray<Fault.Fault> = [
  // `getaddrinfo` can't be cancelled: its query ends by itself.
  {
    ...Fault.withoutSite("a name that no server answers for", "http://silent.test/", Fault.timeout),
    mayKeepResources: true,
  },
  Fault.withoutSite("a name that doesn't exist", "http://nothing.test/", Fault.unreachable),
  Fault.withoutSite("a name server that fails", "http://servfail.test/", Fault.unreachable),
  {
    ...Fault.withoutSite("a name server that talks garbage", "http://garbage.test/", Fault.timeout),
    mayKeepResources: true,
  },
  Fault.withoutSite("connection refused", "http://closed.test/", Fault.unreachable),
  Fault.withoutSite("connection refused, over TLS", "https://closed.test/", Fault.unreachable),
  Fault.withoutSite("packets lost", "http://lost.test/", Fault.timeout),
  Fault.withoutSite("packets lost, over TLS", "https://lost.test/", Fault.timeout),
  Fault.withoutSite("a queue of connections that is full", "http://busy.test/", Fault.timeout),
  Fault.withoutSite("a certificate for another name", "https://other.test/", Fault.insecure),
  Fault.tls("TLS that never answers", Fault.timeout, Responses.silence),
  Fault.tls("TLS a byte a second", Fault.timeout, Responses.drip("\u0016\u0003\u0003", "\u0000\u0040")),
  Fault.tls("no TLS at all", Fault.insecure, Responses.sendAndClose(Responses.goodPage)),
  Fault.tls("TLS alert", Fault.insecure, Responses.sendAndClose(Buffer.from([21, 3, 3, 0, 2, 2, 40]))),
  Fault.tls("TLS closed", Fault.unreachable, Responses.sendAndClose()),
  Fault.tls("TLS reset", Fault.unreachable, Responses.sendAndReset()),
]
