/** Tests the hops to a host's addresses. */
import { assert, it } from "@effect/vitest"
import { Hop, WebUrl } from "@porthole/core"
import { Result } from "effect"

const policy = { ports: [443] }
const hopsTo = (url: string, ...answers: ReadonlyArray<string>) =>
  Result.getOrThrow(Hop.vet(Result.getOrThrow(WebUrl.judge(url, policy)), answers))

it("there is one hop for each address, in the order of the answers", () =>
  assert.deepStrictEqual(
    hopsTo("https://a.test/", "2606:2800::1", "93.184.216.34", "2606:2800:0::1").map(({ address }) => address.value),
    ["2606:2800::1", "93.184.216.34"],
  ))

it("a hop's JSON has its URL and no address", () =>
  assert.strictEqual(JSON.stringify(hopsTo("https://a.test/x", "93.184.216.34")), '[{"url":"https://a.test/x"}]'))
