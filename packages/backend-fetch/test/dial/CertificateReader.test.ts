/** Tests the certificate that is read of a host, over real sockets. clock: real, since sockets are. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import https from "node:https"
import { createServer, type Server } from "node:net"
import { type ConnectionOptions, connect as connectTls } from "node:tls"
import * as CertificateReader from "../../src/dial/CertificateReader.ts"
import * as certificate from "../support/certificate.ts"
import * as LocalSites from "../support/LocalSites.ts"

describe("the certificate that a host presents", () => {
  const url = "https://secure.test/"

  /** Reads the certificate of a site on loopback, over a socket whose remote address is the pinned one. */
  const readAt = ({ hop, port }: LocalSites.Site, options: ConnectionOptions = {}) =>
    CertificateReader.make((pinned) => {
      assert.deepStrictEqual([pinned.host, pinned.port], [hop.address.value, 443])
      const socket = connectTls({ ...pinned, ...options, host: "127.0.0.1", port: Number(port) })
      return Object.defineProperty(socket, "remoteAddress", { value: pinned.host })
    })(hop)

  const startTls = (options: https.ServerOptions = {}, at = url) =>
    LocalSites.start(https.createServer({ ...certificate, ...options }), [], at)

  it.live("is reported although it is untrusted, and the connection ends with nothing sent", () =>
    Effect.gen(function* () {
      const site = yield* LocalSites.secure((_request, response) => response.end("secret"))
      assert.deepStrictEqual(yield* readAt(site), {
        subject: "CN=secure.test",
        issuer: "CN=secure.test",
        names: "DNS:secure.test",
        valid_from: "Nov 22 02:25:27 2026 GMT",
        valid_to: "Oct 29 02:25:27 2126 GMT",
      })
      yield* LocalSites.closed(site)
      assert.lengthOf(site.seen(), 0)
    }).pipe(Effect.scoped),
  )

  it.live("may have no other names, and several parts of one kind", () =>
    Effect.gen(function* () {
      const read = yield* readAt(yield* startTls({ cert: partsCertificate }))
      assert.deepInclude(read, { subject: "O=Parts, OU=one+two", issuer: "O=Parts, OU=one+two", names: "" })
    }).pipe(Effect.scoped),
  )

  it.live("is that of the host's name; a literal address has none", () =>
    Effect.gen(function* () {
      const names: Array<string> = []
      const SNICallback: https.ServerOptions["SNICallback"] = (name, done) => (names.push(name), done(null))
      assert.isDefined(yield* readAt(yield* startTls({ SNICallback })))
      assert.isDefined(yield* readAt(yield* startTls({ SNICallback }, "https://93.184.216.34/")))
      assert.deepStrictEqual(names, ["secure.test"])
    }).pipe(Effect.scoped),
  )

  it.live("is read from no other address than the pinned one", () =>
    Effect.gen(function* () {
      const site = yield* startTls()
      const read = CertificateReader.make((pinned) =>
        connectTls({ ...pinned, host: "127.0.0.1", port: Number(site.port) }),
      )
      assert.isUndefined(yield* read(site.hop))
      yield* LocalSites.closed(site)
    }).pipe(Effect.scoped),
  )

  it.live("is absent for a handshake without one", () =>
    Effect.gen(function* () {
      const anonymous = { ciphers: "aNULL:@SECLEVEL=0", maxVersion: "TLSv1.2" } as const
      assert.isUndefined(yield* readAt(yield* startTls(anonymous), anonymous))
    }).pipe(Effect.scoped),
  )

  it.live.each<[string, () => Server]>([
    ["speaks no TLS", () => createServer((socket) => socket.end("220 smtp.test ESMTP\r\n"))],
    ["closes at once", () => createServer((socket) => socket.destroy())],
  ])("is absent for a host that %s", ([, make]) =>
    Effect.gen(function* () {
      assert.isUndefined(yield* readAt(yield* LocalSites.start(make(), [], url)))
    }).pipe(Effect.scoped),
  )

  it.effect("is awaited for 5 seconds, and the connection ends with the wait", () =>
    Effect.gen(function* () {
      const site = yield* LocalSites.start(
        createServer((socket) => socket.resume()),
        [],
        url,
      )
      const reading = yield* Effect.forkChild(readAt(site), { startImmediately: true })
      // clock: polls the site
      yield* TestClock.withLive(LocalSites.until(() => site.sockets() === 1))
      yield* TestClock.adjust("4999 millis")
      assert.isUndefined(reading.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.isUndefined(yield* Fiber.join(reading))
      // clock: polls the site
      yield* TestClock.withLive(LocalSites.closed(site))
    }).pipe(Effect.scoped),
  )
})

/** Of the same key, without alternative names, for `O=Parts, OU=one, OU=two`; valid until 2126. */
const partsCertificate = `-----BEGIN CERTIFICATE-----
MIIBVDCB+wIUW+0KS3INsVl3f8yzpWocVDYNAoYwCgYIKoZIzj0EAwIwLDEOMAwG
A1UECgwFUGFydHMxDDAKBgNVBAsMA29uZTEMMAoGA1UECwwDdHdvMCAXDTI2MTEy
MzIzMzMyMFoYDzIxMjYxMDMwMjMzMzIwWjAsMQ4wDAYDVQQKDAVQYXJ0czEMMAoG
A1UECwwDb25lMQwwCgYDVQQLDAN0d28wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
AAThJHM/ZACbh3S3R0I/3hpEwRdRM6wToBoC3bKYParTGxmG4vacWBndq/8ZVwRE
yt9YX4tTuZxnpwqYfBr3B/D3MAoGCCqGSM49BAMCA0gAMEUCIQDJFHkN9M4C08bz
iXqDuoVuKAxKkn7mzG7Ar41FVG4VwAIgFpbteZNoyz8Yi2JxeYAfGxVK0B+hElCN
oAw7sZTXp/U=
-----END CERTIFICATE-----`
