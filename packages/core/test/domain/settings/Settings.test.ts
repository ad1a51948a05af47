import { assert, describe, it } from "@effect/vitest"
import { Settings, VERSION } from "@porthole/core"
import { ConfigProvider, Duration, Effect } from "effect"

const made = (config: Settings.SettingsInput, env: Record<string, string>) =>
  Settings.make(config).pipe(Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })))

describe("a setting", () => {
  it.effect("comes from the config, else from the environment, else from the default", () =>
    Effect.gen(function* () {
      const env = { PORTHOLE_MAX_LENGTH: "300", PORTHOLE_SEARCH_TIMEOUT: "2 s", PORTHOLE_PORTS: "80, 8080" }
      const settings = yield* made({ max_length: 400, max_redirects: undefined }, env)
      assert.strictEqual(settings.max_length, 400)
      assert.strictEqual(Duration.toMillis(settings.search_timeout), 2_000)
      assert.deepStrictEqual(settings.ports, [80, 8080])
      assert.strictEqual(settings.max_redirects, 5)
    }),
  )

  it.effect("that is a list of words is split at commas, in any case, each word once, in order", () =>
    Effect.gen(function* () {
      const env = { PORTHOLE_PROVIDER: " Brave, searxng,brave,", PORTHOLE_READER: "jina,pinned" }
      const settings = yield* made({}, env)
      assert.deepStrictEqual(
        [settings.provider, settings.reader],
        [
          ["brave", "searxng"],
          ["jina", "pinned"],
        ],
      )
      assert.deepStrictEqual((yield* made({ provider: ["exa"] }, env)).provider, ["exa"])
      assert.strictEqual((yield* made({}, { PORTHOLE_PROVIDER: " AUTO" })).provider, "auto")
      assert.deepStrictEqual([(yield* made({}, {})).provider, (yield* made({}, {})).reader], ["auto", ["pinned"]])
    }),
  )

  it.effect("counts as unset when its variable is empty", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* made({}, { PORTHOLE_MAX_LENGTH: "" })).max_length, 20_000)
    }),
  )

  it.effect.each([
    [{ PORTHOLE_FETCH_TIMEOUT: "121 s" }, "PORTHOLE_FETCH_TIMEOUT", "1 s – 120 s"],
    [{ PORTHOLE_PORTS: "80,,443" }, "PORTHOLE_PORTS", "1–65,535"],
    [{ PORTHOLE_MAX_LENGTH: "20k SECRET" }, "PORTHOLE_MAX_LENGTH", "200–1,000,000"],
    [{ PORTHOLE_PROVIDER: "searxng,b!ng" }, "PORTHOLE_PROVIDER", "`auto`, or a list of names"],
    [{ PORTHOLE_PROVIDER: "auto,brave" }, "PORTHOLE_PROVIDER", "`auto`, or a list"],
    // Calling every provider when the operator meant one would send the query to a public provider.
    [{ PORTHOLE_PROVIDER: " , " }, "PORTHOLE_PROVIDER", "`auto`, or a list"],
    [{ PORTHOLE_READER: " " }, "PORTHOLE_READER", "a list of names"],
    [{ PORTHOLE_SEARCH_MODE: "all" }, "PORTHOLE_SEARCH_MODE", "`chain`, `fan_out`"],
    // An empty template variable must not open a list that was meant to restrict.
    [{ PORTHOLE_ALLOW_DOMAINS: " , " }, "PORTHOLE_ALLOW_DOMAINS", "host names"],
    [{ PORTHOLE_DENY_DOMAINS: "a.example, SECRET/" }, "PORTHOLE_DENY_DOMAINS", "Entry 2 is wrong"],
    [{ PORTHOLE_KNOWN_URLS: "http://a.example/ SECRET" }, "PORTHOLE_KNOWN_URLS", "Entry 2 is wrong"],
    [
      { PORTHOLE_ADDRESS_RULES: "https://a.example/{x} => https://a.example/{x}; https://{x}.SECRET/ => https://{y}/" },
      "PORTHOLE_ADDRESS_RULES",
      "Entry 2 is wrong: the host behind `=>` has `{y}`, which the host before it lacks",
    ],
  ] as const)("that is out of bounds fails with its name and bounds, never its value: %j", ([env, name, bounds]) =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(made({}, env))
      assert.include(message, name)
      assert.include(message, bounds)
      assert.notMatch(message, /SECRET|121/)
    }),
  )
})

describe("the User-Agent", () => {
  const project = "https://project.test/porthole"

  it.effect.each<[Settings.SettingsInput, string, string]>([
    [{}, project, `Porthole/${VERSION} (+${project})`],
    [{}, "", `Porthole/${VERSION}`],
    [{ user_agent_url: "mailto:me@a.test" }, project, `Porthole/${VERSION} (+mailto:me@a.test)`],
    [{ user_agent_url: "https://a.test/bot" }, "", `Porthole/${VERSION} (+https://a.test/bot)`],
    [{ user_agent: "Mine/1", user_agent_url: "https://a.test/bot" }, project, "Mine/1"],
  ])("links to the operator's page, else to the project: %j, %s", ([config, projectUrl, expected]) =>
    Effect.map(made(config, {}), (settings) => {
      assert.strictEqual(Settings.userAgent(settings, projectUrl), expected)
    }),
  )

  it("has the release's address by default", () => {
    const { defaults } = Settings.table
    assert.strictEqual(Settings.userAgent(defaults), Settings.userAgent(defaults, Settings.PROJECT_URL))
  })
})
