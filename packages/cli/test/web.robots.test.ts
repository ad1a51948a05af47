/**
 * Tests which commands request a site's robots.txt, with their arguments parsed, over doubles of the ports. clock: real,
 * since the search server is.
 */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Doubles } from "@porthole/testing"
import { ConfigProvider, Effect } from "effect"
import { Command } from "effect/cli"
import { fetch } from "../src/commands/web/fetch.ts"
import { searchAndFetch } from "../src/commands/web/search.ts"
import type { Output } from "../src/Output.ts"
import { keptOutput } from "./support/output.ts"
import { environment } from "./support/porthole.ts"
import { searxng } from "./support/servers.ts"

/** Runs a command in this process over a site that allows nothing, and returns the dialled URLs. */
const run = <E>(
  command: Effect.Effect<void, E, Output | Command.Environment>,
  env: Readonly<Record<string, string>> = {},
) =>
  Effect.gen(function* () {
    const dialled: Array<string> = []
    const output = keptOutput()
    const site = Doubles.dialer(({ hop }) => {
      dialled.push(hop.target.path)
      return hop.target.path === "/robots.txt"
        ? { status: 200, body: "User-agent: *\nDisallow: /" }
        : { status: 200, headers: { "content-type": "text/plain" }, body: "words" }
    })
    yield* Effect.exit(command).pipe(
      Effect.provide([
        output.layer,
        site,
        Doubles.resolver({ "example.com": ["93.184.216.34"] }),
        NodeServices.layer,
        ConfigProvider.layer(
          ConfigProvider.fromEnv({ env: environment({ PORTHOLE_EXTRACT_ISOLATION: "none", ...env }) }),
        ),
      ]),
    )
    return { dialled: dialled.join(" "), isRefused: output.text().includes("robots_disallowed") }
  })

const fetching = Command.runWith(fetch, { version: "0" })
const searching = Command.runWith(searchAndFetch, { version: "0" })

describe("fetch", () => {
  const args = ["https://example.com/a", "--json"]

  it.live("requests no robots.txt: a person has chosen the page", () =>
    Effect.gen(function* () {
      const requested = { dialled: "/a", isRefused: false }
      assert.deepStrictEqual(yield* run(fetching(args)), requested)
      assert.deepStrictEqual(yield* run(fetching(args), { PORTHOLE_ROBOTS: "true" }), requested)
    }),
  )

  it.live("obeys --robots, and is refused", () =>
    Effect.gen(function* () {
      const requested = { dialled: "/robots.txt", isRefused: true }
      assert.deepStrictEqual(yield* run(fetching([...args, "--robots"])), requested)
      assert.deepStrictEqual(yield* run(fetching([...args, "--robots"]), { PORTHOLE_ROBOTS: "false" }), requested)
    }),
  )
})

describe("search-and-fetch", () => {
  const args = ["ships", "--max-results", "1", "--json"]

  it.live.each([
    [[], { dialled: "/a", isRefused: false }],
    [["--robots"], { dialled: "/robots.txt", isRefused: true }],
  ] as const)("requests it only with --robots: %j", ([flags, expected]) =>
    Effect.acquireUseRelease(
      Effect.promise(() => searxng()),
      ({ url }) =>
        Effect.map(run(searching([...args, ...flags]), { SEARXNG_URL: url }), (requested) =>
          assert.deepStrictEqual(requested, expected),
        ),
      ({ close }) => Effect.sync(close),
    ),
  )
})
