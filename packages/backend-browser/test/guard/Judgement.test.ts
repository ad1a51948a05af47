/** Tests which requests of a rendering are fetched, and with which headers. */
import { assert, describe, it } from "vitest"
import type { Paused } from "../../src/cdp/Answers.ts"
import { judge, maxDocuments } from "../../src/guard/Judgement.ts"

const page = { documentUrl: "https://www.site.test/app?a=1", mainFrame: "MAIN", site: "site.test", documents: 1 }

const paused = (url: string, given: Partial<Paused> & { method?: string; headers?: Record<string, string> } = {}) => ({
  requestId: "1",
  frameId: given.frameId ?? "MAIN",
  resourceType: given.resourceType ?? "XHR",
  request: { url, method: given.method ?? "GET", headers: given.headers ?? {} },
})

const action = (...args: Parameters<typeof paused>) => judge(paused(...args), page).action

describe("a request", () => {
  it.each<readonly [string, string]>([
    ["Script", "script"],
    ["Other", "script"],
    ["Stylesheet", "style"],
    ["XHR", "data"],
    ["Fetch", "data"],
  ])("of type %s is fetched as %s, from any host", (resourceType, kind) => {
    const judged = judge(paused("http://10.9.0.5/x", { resourceType }), page)
    assert.strictEqual<unknown>(judged.action === "fetch" && judged.part.kind, kind)
  })

  it.each([
    "Image",
    "Media",
    "Font",
    "TextTrack",
    "Manifest",
    "Ping",
    "Prefetch",
    "EventSource",
    "WebSocket",
    "SignedExchange",
    "CSPViolationReport",
    "FedCM",
    "a type that doesn't exist yet",
  ])("of type %s is refused", (resourceType) => {
    assert.strictEqual(action("https://www.site.test/x", { resourceType }), "refuse")
  })

  it.each(["POST", "PUT", "DELETE", "PATCH", "HEAD", "get", "TRACE"])("by %s is refused, and told", (method) => {
    assert.deepStrictEqual(judge(paused("https://www.site.test/x", { method }), page), {
      action: "refuse",
      isTold: true,
    })
  })

  it.each(["file:///etc/passwd", "ftp://site.test/", "chrome://version/", "ws://site.test/", "no URL"])(
    "of %s is refused",
    (url) => assert.strictEqual(action(url, { resourceType: "Script" }), "refuse"),
  )

  it("for a service worker, or ahead of its use, is refused", () => {
    for (const headers of [{ "Service-Worker": "script" }, { Purpose: "prefetch" }, { "Sec-Purpose": "prefetch" }])
      assert.strictEqual(action("https://www.site.test/x", { resourceType: "Other", headers }), "refuse")
  })

  it("carries no header that a script wrote", () => {
    const headers = {
      Accept: "secret/*",
      accept: "secret/*",
      Authorization: "secret",
      "X-Any": "secret",
      "User-Agent": "secret",
      Origin: "https://www.site.test",
      Referer: "https://www.site.test/secret?secret",
      Cookie: "a=b",
    }
    const judged = judge(paused("https://api.test/x", { headers }), page)
    assert.deepStrictEqual(judged.action === "fetch" && judged.part.headers, {
      accept: "application/json,text/plain,*/*;q=0.8",
      origin: "https://www.site.test",
      referer: "https://www.site.test/",
      cookie: "a=b",
    })
    const long = judge(paused("https://api.test/x", { headers: { Cookie: "x".repeat(8_193) } }), page)
    assert.notProperty(long.action === "fetch" ? long.part.headers : { cookie: "" }, "cookie")
  })
})

describe("a document", () => {
  const document = (url: string, frameId = "MAIN", documents = 1) =>
    judge(paused(url, { resourceType: "Document", frameId }), { ...page, documents }).action

  it("of the main frame is given once, whatever its fragment", () => {
    assert.strictEqual(document("https://www.site.test/app?a=1#part", "MAIN", 0), "give")
    assert.strictEqual(document("https://www.site.test/other", "MAIN", 0), "refuse")
    assert.strictEqual(document("https://www.site.test/app?a=1", "FRAME", 0), "fetch")
  })

  it.each([
    ["https://www.site.test/x", "fetch"],
    ["https://docs.site.test/x", "fetch"],
    ["https://site.test/x", "fetch"],
    ["https://a.www.site.test/x", "fetch"],
    ["https://docs.site.test:8443/x", "fetch"],
    ["http://docs.site.test/x", "refuse"],
    ["http://www.site.test/x", "refuse"],
    ["http://10.9.0.5/x", "refuse"],
    ["https://other.test/x", "refuse"],
    ["https://mysite.test/x", "refuse"],
    ["https://site.test.other.test/x", "refuse"],
  ])("of a frame at %s: %s, by the page's site", (url, expected) =>
    assert.strictEqual(document(url, "FRAME"), expected),
  )

  it("of a frame is of the page's own origin where no domain is registered", () => {
    const judged = (url: string, site: string) =>
      judge(paused(url, { resourceType: "Document", frameId: "FRAME" }), { ...page, site }).action
    assert.strictEqual(judged("https://docs.site.test/x", ""), "refuse")
    assert.strictEqual(judged("https://www.site.test/x", ""), "fetch")
  })

  it("that follows in the main frame is fetched from its own origin, a few times", () => {
    assert.strictEqual(document("https://www.site.test/other"), "fetch")
    assert.strictEqual(document("https://www.site.test/other", "MAIN", maxDocuments), "refuse")
    for (const url of [
      "http://www.site.test/",
      "https://site.test/",
      "https://www.site.test:8443/",
      "http://10.9.0.5/",
    ])
      assert.strictEqual(document(url), "refuse")
  })
})

describe("a preflight", () => {
  const preflight = (names: string, method = "GET", origin: string | undefined = "https://www.site.test") =>
    judge(
      paused("https://api.test/x", {
        method: "OPTIONS",
        headers: {
          "Access-Control-Request-Headers": names,
          "Access-Control-Request-Method": method,
          ...(origin === undefined ? {} : { Origin: origin }),
        },
      }),
      page,
    )

  it("is granted for three headers of a GET, to the origin that asks", () => {
    const granted = preflight("Content-Type, accept,x-requested-with")
    assert.deepStrictEqual(granted.action === "grant" && granted.headers, {
      "access-control-allow-origin": "https://www.site.test",
      "access-control-allow-credentials": "true",
      "access-control-allow-methods": "GET",
      "access-control-allow-headers": "content-type, accept, x-requested-with",
    })
  })

  it("is refused for other headers, other methods, and without an origin", () => {
    assert.strictEqual(preflight("authorization").action, "refuse")
    assert.strictEqual(preflight("accept,x-any").action, "refuse")
    assert.strictEqual(preflight("accept", "POST").action, "refuse")
    const headers = { "Access-Control-Request-Method": "GET" }
    assert.strictEqual(judge(paused("https://api.test/x", { method: "OPTIONS", headers }), page).action, "refuse")
  })
})
