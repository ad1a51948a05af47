/** Tests the real command with the browser of this machine, over a page whose text a script fetches. */
import { assert, beforeAll, describe, it } from "vitest"
import { isMissing } from "../../backend-browser/test/support/browser.ts"
import { packedProgram } from "../../cli/test/support/packed.ts"
import { Network } from "../src/index.ts"
import type { Report, Run } from "./programs/rendering.ts"

const isSkipped = Network.isMissing() || (await isMissing())

const words = "The tide of day 39 came in late."

/** The document once, and its parts; a server asks for robots.txt first. */
const parts = ["/", "/app.js", "/data.json"]

const findingOf = ({ stdout }: Run): string => /\{[^{}]*"part":"browser"[^{}]*\}/.exec(stdout)?.[0] ?? ""

describe.skipIf(isSkipped)("a page that needs scripts", () => {
  let report: Report
  beforeAll(async () => {
    report = await Network.run<Report>(packedProgram("rendering"))
  })

  it("is empty where nothing is rendered, and no part of it is fetched", () => {
    const { code, requests, stdout } = report.off
    assert.deepStrictEqual([code, requests], [0, ["/"]])
    assert.include(stdout, "JavaScript builds the page")
    assert.notInclude(stdout, words)
  })

  it("is read by the command's flag, which explains what was asked", () => {
    const { code, requests, stderr, stdout } = report.flag
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
  })

  it("is read by the setting", () => {
    const { code, requests, stdout } = report.auto
    assert.deepStrictEqual([code, requests], [0, parts])
    assert.include(stdout, words)
  })

  it("is refused with what to install where the browser isn't", () => {
    const { code, requests, stdout } = report.nowhere
    assert.deepStrictEqual([code, requests], [2, []])
    for (const part of ["invalid_request", "/nonexistent/chromium", "chromium-headless-shell"])
      assert.include(stdout, part)
  })

  it("is read through MCP, which offers the parameter only where pages are rendered", () => {
    const { code, hasParameter, hasParameterIfOff, requests, stdout } = report.mcp
    assert.deepStrictEqual([hasParameter, hasParameterIfOff], [true, false])
    assert.deepStrictEqual([code, requests], [0, ["/robots.txt", ...parts]])
    assert.include(stdout, words)
  })

  it("is read by a server, which counts it", () => {
    const { code, metrics, requests, stdout } = report.serve
    assert.deepStrictEqual([code, requests], [0, ["/robots.txt", ...parts]])
    assert.include(stdout, words)
    assert.include(metrics, 'porthole_renderings_total{outcome="rendered"} 1')
    assert.include(metrics, 'porthole_rendering_requests_total{outcome="refused"} 2')
  })

  it("has a doctor, who names the browser, or says what to install", () => {
    const { missing, nowhere, ready } = report.doctor
    assert.include(findingOf(ready), '"works":true')
    assert.include(findingOf(ready), "in a network namespace of its own, as user 65534")
    assert.include(findingOf(nowhere), "There is no program at /nonexistent/chromium")
    assert.include(findingOf(missing), "No browser was found")
    for (const run of [nowhere, missing]) assert.include(findingOf(run), "chromium-headless-shell")
  })

  it("leaves no process and no file, and no command waits for its idle browser", () => {
    const { auto, doctor, flag, mcp, nowhere, off, serve } = report
    const runs = [off, flag, auto, nowhere, mcp, serve, ...Object.values(doctor)]
    // A command that was killed, because it waited, has no exit code.
    assert.deepStrictEqual(
      runs.map(({ code, left }) => [code === null, left]),
      runs.map(() => [false, 0]),
    )
  })

  it("reaches nothing of the private side", () => {
    assert.deepStrictEqual(report.intruders, [])
  })
})
