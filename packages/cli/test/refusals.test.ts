/** What becomes of each refusal that the contract of a provider has: its code and reason, for a model. */
import { assert, describe, it } from "vitest"
import { searchInProcess } from "./support/inProcess.ts"
import { keyOf, serve, wires } from "./support/providers.ts"
import { type Refusal, refusals, rowOf } from "./support/refusals.ts"

const wireOf = (provider: string) => {
  const wire = wires.find((wire) => wire.provider === provider)
  assert(wire !== undefined, provider)
  return wire
}

const told = ({ error, reason }: Answer): string => {
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
      assert.strictEqual(told(answer), becomes, JSON.stringify(answer))
      assert.strictEqual(answer.retry_after, retry_after)
      if (becomes === "no hits") assert.strictEqual(answer.count, 0)
      if (names !== undefined) assert.match(answer.message ?? "", names)
      for (const secret of ["127.0.0.1", ...Object.values(keyOf(wire))]) {
        assert.notInclude(JSON.stringify(answer), secret)
      }
      assert.isAtLeast(server.asked.length, 1)
      if (wire.isAskedOnce === true) assert.lengthOf(server.asked, 1)
    }
  })
})
