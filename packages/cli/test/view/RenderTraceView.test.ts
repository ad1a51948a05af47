import { assert, it } from "@effect/vitest"
import * as RenderTraceView from "../../src/view/RenderTraceView.ts"

it("shows what a page asked for, a line per request, safe for a terminal", () => {
  const text = RenderTraceView.of([
    {
      url: "https://a.test/",
      outcome: "partial",
      requested: [
        { url: "https://a.test/app.js", method: "GET", outcome: 200 },
        { url: "https://a.test/\u001b[31m", method: "POST", outcome: "refused" },
        { url: "https://b.test/", method: "GET", outcome: "failed" },
      ],
      refusedByWall: 3,
    },
    { url: "https://b.test/", outcome: "missing", detail: "Install Chromium.", requested: [], refusedByWall: 0 },
  ])
  assert.deepStrictEqual(text.split("\n"), [
    "https://a.test/: rendered, still changing at the end",
    "  200      GET https://a.test/app.js",
    "  refused  POST https://a.test/[31m",
    "  failed   GET https://b.test/",
    "  3 attempts to reach a network, all refused",
    "https://b.test/: not rendered: Install Chromium.",
    "",
  ])
})

it("says so if nothing was rendered", () => assert.strictEqual(RenderTraceView.of([]), "Nothing was rendered.\n"))
