/** Tests the bytes that a pinned connector sends over real sockets. clock: real, since sockets are. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import http from "node:http"
import https from "node:https"
import type { Socket } from "node:net"
import * as PinnedConnector from "../../src/dial/PinnedConnector.ts"
import * as certificate from "../support/certificate.ts"
import * as LocalSites from "../support/LocalSites.ts"

const connect = (port: string, servername: string, protocol = "https:") =>
  Effect.callback<Error | null>((resume) => {
    const signal = new AbortController().signal
    PinnedConnector.make({ address: "127.0.0.1", connectTimeout: 60_000, signal })(
      { hostname: "site.test", host: "site.test", protocol, port, servername },
      (...[error, socket]) => {
        socket?.destroy()
        resume(Effect.succeed(error))
      },
    )
  })

describe("the name of a server", () => {
  it.live("is sent to the server over TLS", () =>
    Effect.gen(function* () {
      const reported: Array<string> = []
      const server = https.createServer({
        ...certificate,
        SNICallback: (name, done) => {
          reported.push(name)
          done(null)
        },
      })
      const { port } = yield* LocalSites.start(server, [])
      assert.instanceOf(yield* connect(port, "name.test"), Error)
      assert.deepStrictEqual(reported, ["name.test"])
    }).pipe(Effect.scoped),
  )

  it.live("isn't looked up without TLS", () =>
    Effect.gen(function* () {
      const lookups: Array<string> = []
      const onSocket = (message: unknown) => {
        const { socket } = message as { readonly socket: Socket }
        socket.on("lookup", (_error, _address, _family, host) => lookups.push(host))
      }
      yield* Effect.acquireRelease(
        Effect.sync(() => subscribe("net.client.socket", onSocket)),
        () => Effect.sync(() => unsubscribe("net.client.socket", onSocket)),
      )
      const { port } = yield* LocalSites.start(http.createServer(), [])
      assert.isNull(yield* connect(port, "name.test", "http:"))
      assert.deepStrictEqual(lookups, [])
    }).pipe(Effect.scoped),
  )
})

it.live("a connection offers HTTP/1.1 and nothing else", () =>
  Effect.gen(function* () {
    const offered: Array<ReadonlyArray<string>> = []
    const server = https.createServer({
      ...certificate,
      ALPNCallback: ({ protocols }) => {
        offered.push(protocols)
        return protocols[0]
      },
    })
    const { port } = yield* LocalSites.start(server, [])
    yield* connect(port, "name.test")
    assert.deepStrictEqual(offered, [["http/1.1"]])
  }).pipe(Effect.scoped),
)
