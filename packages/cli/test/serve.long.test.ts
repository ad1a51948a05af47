import { assert, describe, it } from "vitest"
import { serving } from "./support/serving.ts"

describe("porthole serve", () => {
  it("for a team logs who called which endpoint with which outcome, and never what", async () => {
    const { child, finished, url } = await serving({ env: { SEARXNG_URL: "http://127.0.0.1:1" } })
    await fetch(`${url}/search?q=illness&format=json`, { headers: { authorization: "Bearer s3cret" } })
    await fetch(`${url}/api/v1/fetch?url=http://127.0.0.1/illness`)
    child.kill("SIGTERM")
    const { stderr, stdout } = await finished
    assert.strictEqual(stdout, "")
    assert.match(
      stderr,
      /^\d{4}-\d\d-\d\dT[\d:.]+Z WARN default GET \/search 503 \d+ ms web_search: \w+ \(.*\) request=[0-9a-f]{16}$/m,
    )
    assert.match(stderr, /^\S+Z INFO default GET \/api\/v1\/fetch 405 \d+ ms request=[0-9a-f]{16}$/m)
    assert.notMatch(stderr, /illness|s3cret/)
  })
})
