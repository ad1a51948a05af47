/** What the connector of a pin tells a server, over real sockets. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import https from "node:https"
import * as PinnedConnector from "../src/PinnedConnector.ts"
import * as certificate from "./support/certificate.ts"
import * as LocalSites from "./support/LocalSites.ts"

const connect = (port: string, servername: string) =>
  Effect.callback<Error | null>((resume) => {
    const signal = new AbortController().signal
    PinnedConnector.make({ address: "127.0.0.1", connectTimeout: 2_000, signal })(
      { hostname: "site.test", host: "site.test", protocol: "https:", port, servername },
      (...[error, socket]) => {
        socket?.destroy()
        resume(Effect.succeed(error))
      },
    )
  })

describe("the name of a server", () => {
  it.live("is told to the server over TLS", () =>
    Effect.gen(function* () {
      const told: Array<string> = []
      const server = https.createServer({
        ...certificate,
        SNICallback: (name, done) => {
          told.push(name)
          done(null)
        },
      })
      const { port } = yield* LocalSites.start(server, [])
      assert.instanceOf(yield* connect(port, "name.test"), Error)
      assert.deepStrictEqual(told, ["name.test"])
    }).pipe(Effect.scoped),
  )
})
