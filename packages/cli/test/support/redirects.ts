/** Redirects of providers. */
import { assert, describe, it } from "vitest"
import { searchInProcess } from "./inProcess.ts"
import { serve, wires } from "./providers.ts"

/** Their statuses. */
export const statuses = [301, 302, 303, 307, 308]

export const redirectTests = (rows: ReadonlyArray<number>): void => {
  describe.concurrent("a redirect", () => {
    const ofOneEach = wires.filter(({ name, provider }) => name === provider)
    it.each(ofOneEach.map((wire) => [wire.name, wire] as const))(
      "of %s isn't followed, so that no key and no search reaches another server",
      async (provider, wire) => {
        const elsewhere = await serve(wire)
        const [, location = ""] = /(http:\/\/[\d.:]+)/.exec(Object.values(elsewhere.place).join(" ")) ?? []
        for (const status of rows) {
          const server = await serve(wire, { status, headers: { location: `${location}/search` }, body: "" })
          const answer = (await searchInProcess(provider, server.env)) as { readonly reason?: string }
          server.close()
          assert.strictEqual(answer.reason, `${provider}_unreachable`)
          assert.lengthOf(server.requested, 1)
        }
        elsewhere.close()
        assert.match(location, /^http/)
        assert.lengthOf(elsewhere.requested, 0)
      },
    )
  })
}
