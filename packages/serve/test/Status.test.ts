import { WebError } from "@porthole/core"
import { assert, describe, it } from "vitest"
import { send, start } from "./support/server.ts"

describe("/health and /ready", () => {
  it("need no token, also off loopback", async () => {
    const server = await start({ settings: { listen: "0.0.0.0:0" }, tokens: { acme: "s3cret" } })
    assert.deepStrictEqual((await send(server.port, "/health")).json(), { status: "ok" })
    assert.deepStrictEqual((await send(server.port, "/ready")).json(), { status: "ready" })
    assert.strictEqual((await send(server.port, "/metrics")).status, 401)
    assert.strictEqual((await send(server.port, "/healthy")).status, 401)
    await server.close()
  })
})

describe("/metrics", () => {
  it("shows an operator the processor time as a counter that grows", async () => {
    const server = await start()
    const figures: Array<number> = []
    for (let times = 0; times < 2; times++) {
      const { text } = await send(server.port, "/metrics")
      assert.include(text, "# TYPE process_cpu_seconds_total counter\n")
      figures.push(Number(/^process_cpu_seconds_total ([\d.]+)$/m.exec(text)?.[1]))
    }
    await server.close()
    const [first = 0, second = 0] = figures
    assert.isAbove(first, 0)
    assert.isAbove(second, first)
  })

  it("counts calls, durations, answers of the cache, refusals and connections", async () => {
    let isDown = false
    const server = await start({
      search: () =>
        isDown ? WebError.fail({ error: "timeout" }) : WebError.fail({ error: "rate_limited", retry_after: 1 }),
    })
    const figures = async () => {
      const answer = await send(server.port, "/metrics")
      assert.match(answer.headers["content-type"] ?? "", /^text\/plain; version=0\.0\.4/)
      return (sample: string) =>
        Number(
          answer.text
            .split("\n")
            .find((line) => line.startsWith(`${sample} `))
            ?.slice(sample.length) ?? 0,
        )
    }
    const load = (body: object) =>
      send(server.port, "/openwebui/load", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      })
    const before = await figures()
    await send(server.port, "/search?q=a&format=json")
    isDown = true
    await send(server.port, "/search?q=b&format=json")
    for (let times = 0; times < 2; times++) await load({ urls: ["https://a.test/metrics"] })
    await load({ urls: ["http://10.0.0.1/"] })
    const after = await figures()
    await server.close()
    for (const name of ["cpu_seconds_total", "resident_memory_bytes", "start_time_seconds"])
      assert.isAbove(after(`process_${name}`), 0)
    const grown = (sample: string) => after(sample) - before(sample)
    assert.strictEqual(grown('porthole_calls_total{tool="web_search",outcome="rate_limited"}'), 1)
    assert.strictEqual(grown('porthole_calls_total{tool="web_search",outcome="timeout"}'), 1)
    assert.strictEqual(grown('porthole_calls_total{tool="web_fetch",outcome="answered"}'), 3)
    assert.strictEqual(grown('porthole_call_duration_seconds_count{tool="web_search"}'), 2)
    assert.strictEqual(grown('porthole_answers_total{of="page",cached="false"}'), 1)
    assert.strictEqual(grown('porthole_answers_total{of="page",cached="true"}'), 1)
    assert.strictEqual(grown('porthole_refusals{reason="private_or_metadata_target"}'), 1)
    assert.isAtLeast(after("porthole_connections"), 1)
    assert.strictEqual(after("porthole_requests"), 1)
  })
})
