/** Tests the real command with the browser of this machine, over a page whose text a script fetches. */
import { assert, beforeAll, describe, it } from "vitest"
import { isMissing } from "../../backend-browser/test/support/browser.ts"
import { packedProgram } from "../../cli/test/support/packed.ts"
import { Network } from "../src/index.ts"
import type { Report, Run, Runs } from "./programs/rendering.ts"

const isSkipped = Network.isMissing() || (await isMissing())

const words = "The tide of day 39 came in late."

/** The document once, and its parts; a server asks for robots.txt first. */
const parts = ["/", "/app.js", "/data.json"]

const findingOf = ({ stdout }: Run): string => /\{[^{}]*"part":"browser"[^{}]*\}/.exec(stdout)?.[0] ?? ""

/** What is asserted of a run. */
const assertions: { readonly [Name in keyof Runs]: readonly [test: string, assert: (run: Runs[Name]) => void] } = {
  off: [
    "is empty where nothing is rendered, and no part of it is fetched",
    ({ code, requests, stdout }) => {
      assert.deepStrictEqual([code, requests], [0, ["/"]])
      assert.include(stdout, "JavaScript builds the page")
      assert.notInclude(stdout, words)
    },
  ],
  flag: [
    "is read by the command's flag, which explains what was asked",
    ({ code, requests, stderr, stdout }) => {
      assert.deepStrictEqual([code, requests], [0, parts])
      assert.include(stdout, words)
      assert.include(stdout, '"rendered":true')
      assert.deepStrictEqual(stderr.trimEnd().split("\n").toSorted(), [
        "  200      GET http://app.test/app.js",
        "  200      GET http://app.test/data.json",
        "  refused  GET http://10.9.0.5/secret",
        "  refused  GET http://private.test/",
        "http://app.test/: rendered",
      ])
    },
  ],
  auto: [
    "is read by the setting",
    ({ code, requests, stdout }) => {
      assert.deepStrictEqual([code, requests], [0, parts])
      assert.include(stdout, words)
    },
  ],
  nowhere: [
    "is refused with what to install where the browser isn't",
    ({ code, requests, stdout }) => {
      assert.deepStrictEqual([code, requests], [2, []])
      for (const part of ["invalid_request", "/nonexistent/chromium", "chromium-headless-shell"])
        assert.include(stdout, part)
    },
  ],
  mcp: [
    "is read through MCP, which offers the parameter only where pages are rendered",
    ({ code, hasParameter, hasParameterIfOff, requests, stdout }) => {
      assert.deepStrictEqual([hasParameter, hasParameterIfOff], [true, false])
      assert.deepStrictEqual([code, requests], [0, ["/robots.txt", ...parts]])
      assert.include(stdout, words)
    },
  ],
  serve: [
    "is read by a server, which counts it",
    ({ code, metrics, requests, stdout }) => {
      assert.deepStrictEqual([code, requests], [0, ["/robots.txt", ...parts]])
      assert.include(stdout, words)
      assert.include(metrics, 'porthole_renderings_total{outcome="rendered"} 1')
      assert.include(metrics, 'porthole_rendering_requests_total{outcome="refused"} 2')
      assert.match(metrics, /^porthole_received_bytes_total [1-9]/m)
      assert.match(metrics, /^porthole_rendering_wall_refusals_total \d/m)
    },
  ],
  ready: [
    "has a doctor, who names the browser",
    (run) => {
      assert.include(findingOf(run), '"works":true')
      assert.include(findingOf(run), "in a network namespace of its own, as user 65534")
    },
  ],
  lost: [
    "has a doctor, who says what to install if the browser's program isn't there",
    (run) => {
      assert.include(findingOf(run), "There is no program at /nonexistent/chromium")
      assert.include(findingOf(run), "chromium-headless-shell")
    },
  ],
  missing: [
    "has a doctor, who says what to install if there is no browser",
    (run) => {
      assert.include(findingOf(run), "No browser was found")
      assert.include(findingOf(run), "chromium-headless-shell")
    },
  ],
}

/** The names of all runs. */
export const names: ReadonlyArray<keyof Runs> = [
  "off",
  "flag",
  "auto",
  "nowhere",
  "mcp",
  "serve",
  "ready",
  "lost",
  "missing",
]

const assertRun = <Name extends keyof Runs>(name: Name, run: Partial<Runs>[Name]): void =>
  assertions[name][1](run ?? assert.fail("it didn't run"))

/** Declares the tests of these runs. */
export const declare = (chosen: ReadonlyArray<keyof Runs>): void => {
  describe.skipIf(isSkipped)("a page that needs scripts", () => {
    let report: Report
    beforeAll(async () => {
      report = await Network.run<Report>(packedProgram("rendering"), chosen)
    })

    it.each(chosen.map((name) => [assertions[name][0], name] as const))("%s", (_, name) =>
      assertRun(name, report.runs[name]),
    )

    it("leaves no process and no file, and no command waits for its idle browser", () => {
      const ended = Object.values(report.runs).map(({ code, left }) => [code === null, left])
      // A command that was killed, because it waited, has no exit code.
      assert.deepStrictEqual(
        ended,
        chosen.map(() => [false, 0]),
      )
    })

    it("reaches nothing of the private side", () => assert.deepStrictEqual(report.intruders, []))
  })
}
