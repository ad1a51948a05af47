import { assert, describe, it } from "@effect/vitest"
import { WebError } from "@porthole/core"
import * as Provider from "@porthole/provider-kit"
import { Credentials } from "@porthole/stores"
import { ConfigProvider, Effect } from "effect"
import { unchecked } from "../../src/chain/ConfigurationCheck.ts"
import { EndpointError } from "../../src/endpoint/EndpointResponse.ts"
import { ofEndpoint } from "../../src/provider/ProviderRequest.ts"

const some = { name: "some", title: "Some", key: { variable: "SOME_API_KEY" } }
const commands: Provider.OperatorCommandsShape = {
  diagnose: "acme doctor",
  storeKey: (provider) => `acme keys set ${provider}`,
}

const timeout = WebError.make({ error: "timeout" })
const isDown = new EndpointError({ reason: "unreachable" })

/** Every sentence that may name a command. */
const sentences = Effect.gen(function* () {
  const own = yield* Provider.OperatorCommands
  const missing = yield* Effect.flip(Provider.resolveEndpoint(some))
  const unread = yield* Provider.resolveEndpoint(some).pipe(
    Effect.provideService(Credentials.Credentials, {
      find: () => Effect.fail(new Credentials.CredentialsError({ message: "no store" })),
    }),
    Effect.flip,
  )
  const { error } = yield* unchecked("some")
  return [missing, unread, error, ofEndpoint(some, isDown, timeout, own)].map(({ message }) => message)
}).pipe(Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env: {} }))))

describe("the sentences of advice", () => {
  it.effect("name the commands of the program", () =>
    Effect.map(Effect.provideService(sentences, Provider.OperatorCommands, commands), (texts) =>
      assert.deepStrictEqual(texts, [
        "Set SOME_API_KEY, or store the key with `acme keys set some`.",
        "The stored provider keys can't be read. Try again later, or run `acme doctor`.",
        "The key of the provider some couldn't be looked up in time. Try again later, or run `acme doctor`.",
        "Some at PORTHOLE_SOME_URL doesn't answer. Run `acme doctor` to see why.",
      ]),
    ),
  )

  it.effect("do without in a program that has none", () =>
    Effect.map(sentences, (texts) =>
      assert.deepStrictEqual(texts, [
        "Set SOME_API_KEY.",
        "The stored provider keys can't be read. Try again later.",
        "The key of the provider some couldn't be looked up in time. Try again later.",
        "Some at PORTHOLE_SOME_URL doesn't answer. Check that it runs.",
      ]),
    ),
  )
})
