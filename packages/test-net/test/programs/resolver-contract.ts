/**
 * The contract of `Resolver` over the system's own resolver and a scripted name server; run inside. Prints the failed
 * cases.
 */
import { Effect, Exit } from "effect"
import { ResolverSuite } from "@porthole/testing"
import { NodeNetwork } from "@porthole/backend-fetch"
import { Dns } from "../../src/index.ts"

const addresses = ["93.184.216.34", "93.184.216.35", "2606:2800:220:1:248:1893:25c8:1946"]
await Dns.start({ "known.test": [addresses] })

const cases = ResolverSuite.cases({
  layer: NodeNetwork.layerResolver,
  known: { host: "known.test", addresses },
  unknown: "unknown.test",
})
const outcomes: Array<{ readonly name: string; readonly broken: string | undefined }> = []
for (const { name, run } of cases) {
  const exit = await Effect.runPromiseExit(run)
  outcomes.push({ name, broken: Exit.isSuccess(exit) ? undefined : String(exit.cause) })
}
process.stdout.write(JSON.stringify(outcomes), () => process.exit(0))
