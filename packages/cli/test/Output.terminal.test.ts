/** Tests the command for a person at a terminal, over doubles of the network. */
import { Doubles } from "@porthole/testing"
import { Deferred, Effect, Layer } from "effect"
import { assert, describe, it } from "vitest"
import { Output } from "../src/Output.ts"
import * as Quit from "../src/Quit.ts"
import { greet } from "../src/runs/mcp.ts"
import { fetch } from "../src/runs/web.ts"

/** A terminal, which a person watches and types in. */
const terminal = (printed: Array<string>, onOutput: (text: string) => Effect.Effect<unknown> = () => Effect.void) =>
  Layer.succeed(Output, {
    out: (text) => Effect.sync(() => void printed.push(text)),
    err: (text) =>
      Effect.andThen(
        Effect.sync(() => void printed.push(text)),
        onOutput(text),
      ),
    show: (text) => Effect.sync(() => void printed.push(text)),
    columns: undefined,
    colours: false,
    showsProgress: true,
    isInteractive: true,
  })

const resolver = Doubles.resolver({ "site.test": ["93.184.216.34"] })

const call = (url: string) => ({ input: { url }, settings: { robots: false }, json: false, trace: false })

describe("porthole fetch in a terminal", () => {
  it("of a slow page shows the pending step, and wipes that away", async () => {
    const printed: Array<string> = []
    const hasPrinted = Deferred.makeUnsafe<void>()
    // The site answers after the step was shown.
    const site = Doubles.dialer(() =>
      Effect.as(Deferred.await(hasPrinted), {
        status: 200,
        headers: { "content-type": "text/html" },
        body: "<title>Tides</title><p>High water",
      }),
    )
    await Effect.runPromise(
      fetch(call("http://site.test/slow")).pipe(
        Effect.provide(
          Layer.mergeAll(
            resolver,
            site,
            terminal(printed, () => Deferred.succeed(hasPrinted, undefined)),
          ),
        ),
      ),
    )
    assert.strictEqual(printed[0], "\rFetching from site.test…")
    assert.isAtLeast(printed.indexOf("\r\u001b[K"), 1)
    assert.include(printed.join(""), "High water")
  })

  it("of a site over its pace names the time to try again", async () => {
    const printed: Array<string> = []
    const site = Doubles.dialer(() => ({ status: 429, headers: { "retry-after": "3600" } }))
    const end = await Effect.runPromise(
      fetch(call("http://site.test/")).pipe(
        Effect.flip,
        Effect.provide(Layer.mergeAll(resolver, site, terminal(printed))),
      ),
    )
    assert.deepStrictEqual(end, new Quit.Quit({ code: 1 }))
    assert.include(
      printed.join(""),
      "porthole: The site answered with status 429. Try again in 3600 s. (http_error / 429)\n",
    )
  })
})

// Only the sentence: the server's watchdog would end the process of the tests ten seconds after the server.
describe("porthole mcp typed by hand", () => {
  it("prints its name and that it waits for a client", async () => {
    const printed: Array<string> = []
    await Effect.runPromise(Effect.provide(greet, terminal(printed)))
    assert.deepStrictEqual(printed, [
      "porthole: This is an MCP server on stdin and stdout. It waits for a client; Ctrl+C ends it.\n",
    ])
  })
})
