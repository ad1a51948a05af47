/** Tests `porthole quote` with its arguments parsed, over doubles of the ports. clock: real, since none is asked. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Doubles } from "@porthole/testing"
import { ConfigProvider, Effect, Exit, Layer } from "effect"
import { Command } from "effect/cli"
import { quote } from "../src/commands/web/quote.ts"
import { Output } from "../src/Output.ts"
import { environment } from "./support/porthole.ts"

const run = (...args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    let out = ""
    const output = Layer.succeed(Output, {
      out: (text) => Effect.sync(() => void (out += text)),
      show: (text) => Effect.sync(() => void (out += text)),
      err: () => Effect.void,
      columns: undefined,
      colours: false,
      showsProgress: false,
      isInteractive: false,
    })
    const page = { status: 200, headers: { "content-type": "text/plain" }, body: "High water comes at six today." }
    const exit = yield* Effect.exit(Command.runWith(quote, { version: "0" })(["https://example.com/a", ...args])).pipe(
      Effect.provide([
        output,
        Doubles.dialer(() => page),
        Doubles.resolver({ "example.com": ["93.184.216.34"] }),
        NodeServices.layer,
        ConfigProvider.layer(ConfigProvider.fromEnv({ env: environment({ PORTHOLE_EXTRACT_ISOLATION: "none" }) })),
      ]),
    )
    return { out, isDone: Exit.isSuccess(exit) }
  })

describe("quote", () => {
  it.live("tells the verdict and the place, and fails if the quote isn't there", () =>
    Effect.gen(function* () {
      const found = yield* run("water comes at six")
      assert.isTrue(found.isDone)
      assert.match(found.out, /^The page contains the quote exactly\.\n/)
      assert.include(found.out, "Link: https://example.com/a#:~:text=water%20comes%20at%20six\n")
      const absent = yield* run("water comes at seven", "--json")
      assert.isFalse(absent.isDone)
      assert.deepInclude(JSON.parse(absent.out), { verdict: "absent" })
    }),
  )
})
