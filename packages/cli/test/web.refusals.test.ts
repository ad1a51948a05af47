/** Tests the code and reason that a model gets for each refusal of a provider's contract. */
import { readFile } from "node:fs/promises"
import { assert, describe, it } from "vitest"
import { sampleOf } from "../../../test/tiers/Sample.ts"
import { searchInProcess, stopClock } from "./support/inProcess.ts"
import { keyOf, serve, wires } from "./support/providers.ts"
import { redirectTests, statuses } from "./support/redirects.ts"
import { type Refusal, refusals, rowOf } from "./support/refusals.ts"

const wireOf = (provider: string) => {
  const wire = wires.find((wire) => wire.provider === provider)
  assert(wire !== undefined, provider)
  return wire
}

const reported = ({ error, reason }: Answer): string => {
  if (error === undefined) return "no hits"
  return error === "web_search_unavailable"
    ? String(reason)
    : [error, ...(reason === undefined ? [] : [reason])].join(" / ")
}

interface Answer {
  readonly error?: string
  readonly reason?: string
  readonly message?: string
  readonly retry_after?: number
  readonly count?: number
}

describe.concurrent("a reply of a provider", () => {
  it.each(refusals.map((refusal) => [rowOf(refusal), refusal] as const))("%s", async (_, refusal: Refusal) => {
    const { alike = [], becomes, names, provider, reply, retry_after } = refusal
    const wire = wireOf(provider)
    for (const status of [reply.status ?? 200, ...alike]) {
      const server = await serve(wire, { ...reply, status })
      const answer = (await searchInProcess(provider, server.env)) as Answer
      server.close()
      assert.strictEqual(reported(answer), becomes, JSON.stringify(answer))
      assert.strictEqual(answer.retry_after, retry_after)
      if (becomes === "no hits") assert.strictEqual(answer.count, 0)
      if (names !== undefined) assert.match(answer.message ?? "", names)
      for (const secret of ["127.0.0.1", ...Object.values(keyOf(wire))]) {
        assert.notInclude(JSON.stringify(answer), secret)
      }
      assert.isAtLeast(server.requested.length, 1)
      if (wire.isRequestedOnce === true) assert.lengthOf(server.requested, 1)
    }
  })
})

redirectTests(sampleOf(statuses, 2))

it.concurrent.each(["searxng", "tavily", "duckduckgo"])("%s that hangs is a timeout", async (provider) => {
  const server = await serve(wireOf(provider), "hang")
  const clock = await stopClock()
  const answer = searchInProcess(provider, server.env, clock)
  await server.hasReceived(1)
  await clock.adjust("1 minute")
  assert.deepStrictEqual(await answer, {
    error: "timeout",
    message: "The search took too long. Try once more.",
    attempts: [{ provider, outcome: "failed", reason: "timeout" }],
  })
  server.close()
  assert.lengthOf(server.requested, 1)
})

it("stands in the manual, row by row", async () => {
  const manual = await readFile(new URL("../../../docs/providers.md", import.meta.url), "utf8")
  const section = manual.split("## Reasons of refusals")[1]?.split("\n## ")[0] ?? ""
  const rows = section.split("\n").filter((line) => line.startsWith("|"))
  const cellsOf = (row: string) => row.split("|").map((cell) => cell.trim())
  assert.deepStrictEqual(rows.slice(2).map(cellsOf), refusals.map(rowOf).map(cellsOf))
})
