/** clock: real, since the system answers. */
import { assert, describe, it } from "@effect/vitest"
import { Network } from "@porthole/core"
import { ResolverSuite } from "@porthole/testing"
import { Effect, Exit } from "effect"
import { NodeNetwork } from "../../src/index.ts"

describe("garbage", () => {
  it.live.each(ResolverSuite.garbage)("%j is a failure, not a defect", (host) =>
    Network.Resolver.use(({ resolve }) =>
      Effect.map(Effect.exit(resolve(host)), (exit) => assert.isTrue(Exit.isFailure(exit) && !Exit.hasDies(exit))),
    ).pipe(Effect.provide(NodeNetwork.layerResolver)),
  )
})

it.live("the system's own names are answered, with every address it has for them", () =>
  Network.Resolver.use(({ resolve }) =>
    Effect.map(resolve("localhost"), (addresses) =>
      assert.isTrue(addresses.length > 0 && addresses.every((address) => address === "127.0.0.1" || address === "::1")),
    ),
  ).pipe(Effect.provide(NodeNetwork.layerResolver)),
)
