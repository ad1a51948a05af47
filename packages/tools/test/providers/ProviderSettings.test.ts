/** Tests settings that name providers: only existing ones are accepted, and the error lists their names. clock: real, since modules are loaded. */
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Option } from "effect"
import { SettingSet, Settings, webSearch } from "@porthole/core"
import { ProviderDouble } from "@porthole/provider-kit/testing"
import * as Node from "../../src/node/node.ts"
import * as ProviderName from "../../src/providers/ProviderName.ts"
import * as ProviderSettings from "../../src/providers/ProviderSettings.ts"

const made = (config: object, env: Record<string, string> = {}) =>
  Effect.provideService(
    SettingSet.decode(ProviderSettings.table, config),
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromEnv({ env }),
  )

const listed = ProviderName.names.map((name) => `\`${name}\``).join(", ")

const readers = ProviderName.readers.map((name) => `\`${name}\``).join(", ")

describe("the names", () => {
  it("are those of the registry, by their needs and effects", () => {
    assert.deepStrictEqual(ProviderName.names.slice(0, 2), ["searxng", "tavily"])
    assert.deepStrictEqual(ProviderName.readers.slice(0, 2), ["pinned", "tavily"])
    assert.includeMembers([...ProviderName.publicNames], ["duckduckgo", "wikipedia"])
    for (const name of ["searxng", "tavily", "json"] as const) assert.notInclude(ProviderName.publicNames, name)
    for (const name of ["searxng", "brave", "wikipedia"]) assert.notInclude(ProviderName.readers, name)
    assert.includeMembers([...ProviderName.namesWithKey], ["tavily", "jina", "json"])
    for (const name of ["searxng", "duckduckgo"] as const) assert.notInclude(ProviderName.namesWithKey, name)
    assert.sameMembers([...ProviderName.nonPublicNames, ...ProviderName.publicNames], [...ProviderName.names])
    assert.isFalse(ProviderName.isProviderName("toString"))
  })
})

describe("a setting that names providers", () => {
  it.effect("is read as the kernel reads it", () =>
    Effect.gen(function* () {
      const { provider, reader } = yield* made({ provider: " Brave,searxng" }, { PORTHOLE_READER: "jina,pinned" })
      assert.deepStrictEqual(
        [provider, reader],
        [
          ["brave", "searxng"],
          ["jina", "pinned"],
        ],
      )
      assert.deepStrictEqual((yield* made({})).provider, "auto")
    }),
  )

  it.effect.each([
    [{}, { PORTHOLE_PROVIDER: "searxng,bing" }, "PORTHOLE_PROVIDER", `\`auto\`, or a list of ${listed}`],
    [{}, { PORTHOLE_PROVIDER: "auto,brave" }, "PORTHOLE_PROVIDER", `\`auto\`, or a list of ${listed}`],
    [{}, { PORTHOLE_PROVIDER: " , " }, "PORTHOLE_PROVIDER", `\`auto\`, or a list of ${listed}`],
    [{ provider: "pinned" }, {}, "provider", `\`auto\`, or a list of ${listed}`],
    [{}, { PORTHOLE_READER: " " }, "PORTHOLE_READER", `a list of ${readers}`],
    [{ reader: ["brave"] }, {}, "reader", `a list of ${readers}`],
  ] as const)("is refused at the start if a name doesn't exist: %j %j", ([config, env, name, expected]) =>
    Effect.map(Effect.flip(made(config, env)), ({ message }) =>
      assert.strictEqual(message, `${name} can't be used: expected ${expected}`),
    ),
  )

  it("is read separately, too, as for a flag", () => {
    assert.deepStrictEqual(Option.getOrUndefined(SettingSet.read(ProviderSettings.table.fields.provider, "brave")), [
      "brave",
    ])
    assert.deepStrictEqual(SettingSet.read(ProviderSettings.table.fields.provider, "bing"), Option.none())
    assert.deepStrictEqual(
      Option.getOrUndefined(SettingSet.read(ProviderSettings.table.fields.reader, "pinned,jina")),
      ["pinned", "jina"],
    )
    assert.deepStrictEqual(SettingSet.read(ProviderSettings.table.fields.reader, "brave"), Option.none())
  })
})

it.live("settings of the kernel alone that name none of our providers fail the search, and no request is sent", () => {
  const double = ProviderDouble.make({ body: {} })
  const beneath = Layer.merge(double.layer, Layer.orDie(Settings.layer({ provider: "bing" })))
  return Effect.gen(function* () {
    const error = yield* Effect.flip(webSearch({ query: "ships" }))
    assert.deepStrictEqual(
      [error.reason, error.message, double.seen],
      ["bing_not_configured", "There is no provider named bing.", []],
    )
  }).pipe(Effect.provide(Node.backend().pipe(Layer.provideMerge(beneath))))
})
