/** Tests the command for a person at a terminal, over doubles of the network. */
import { Doubles } from "@porthole/testing"
import { ConfigProvider, Deferred, Effect, Layer } from "effect"
import { assert, describe, it } from "vitest"
import { Output } from "../src/Output.ts"
import * as Quit from "../src/Quit.ts"
import { greet } from "../src/commands/mcp/run.ts"
import { fetch } from "../src/commands/web/web.ts"
import { environment } from "./support/porthole.ts"

/** A terminal, which a person watches and types in. */
const terminal = (
  printed: Array<string>,
  onOutput: (text: string) => Effect.Effect<unknown> = () => Effect.void,
  columns?: number,
) =>
  Layer.succeed(Output, {
    out: (text) => Effect.sync(() => void printed.push(text)),
    err: (text) =>
      Effect.andThen(
        Effect.sync(() => void printed.push(text)),
        onOutput(text),
      ),
    show: (text) => Effect.sync(() => void printed.push(text)),
    columns,
    colours: false,
    showsProgress: true,
    isInteractive: true,
  })

/** The site's addresses, and the settings. */
const resolver = Layer.merge(
  Doubles.resolver({ "site.test": ["93.184.216.34"] }),
  ConfigProvider.layer(ConfigProvider.fromEnv({ env: environment({ PORTHOLE_EXTRACT_ISOLATION: "none" }) })),
)

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

  describe("of a long page", () => {
    const long = Doubles.dialer(() => ({
      status: 200,
      headers: { "content-type": "text/markdown" },
      body: `# Tides\n\n${"High water. ".repeat(3_000)}\n\n## Ebb\n\nThe end.\n`,
    }))
    const shown = async (columns: number | undefined, options: object, input: object = {}): Promise<string> => {
      const printed: Array<string> = []
      const one = call("http://site.test/long")
      await Effect.runPromise(
        fetch({ ...one, ...options, input: { ...one.input, ...input } }).pipe(
          Effect.provide(Layer.mergeAll(resolver, long, terminal(printed, undefined, columns))),
        ),
      )
      return printed.join("")
    }

    it("shows a person all of it, and a pipe its beginning, unless it asks for --all", async () => {
      assert.include(await shown(60, {}), "## Ebb\n\nThe end.\n")
      const piped = await shown(undefined, {})
      assert.notInclude(piped, "The end.")
      assert.include(piped, "--start-index")
      assert.include(await shown(undefined, { extent: "all" }), "The end.")
    })

    it("keeps to a length that a person gives", async () => {
      assert.notInclude(await shown(60, {}, { max_length: 1_000 }), "The end.")
    })

    it("shows its headings alone with --outline", async () => {
      const outline = await shown(60, { extent: "outline" })
      assert.include(outline, "1. Tides\n2.   Ebb\n")
      assert.notInclude(outline, "High water")
      assert.notInclude(outline, "characters are shown")
      assert.notInclude(outline, "leaves out")
    })
  })

  it("tells with --outline how many headings it leaves out", async () => {
    const printed: Array<string> = []
    const site = Doubles.dialer(() => ({
      status: 200,
      headers: { "content-type": "text/markdown" },
      body: Array.from({ length: 60 }, (_, at) => `## Part ${at + 1}\n\nHigh water at six.\n`).join("\n"),
    }))
    await Effect.runPromise(
      fetch({ ...call("http://site.test/many"), extent: "outline" }).pipe(
        Effect.provide(Layer.mergeAll(resolver, site, terminal(printed))),
      ),
    )
    assert.include(printed.join(""), "40. ")
    assert.include(printed.join(""), "The outline leaves out 20 of 60 headings")
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
