/**
 * The blocks in the docs that are neither shell code (`commands.test.ts`) nor TypeScript (`docstrings.test.ts`), and
 * the values of settings that pages show: each one is what a reader may copy.
 */
import { SettingSet, WebError } from "@porthole/core"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { assert, it } from "vitest"
import * as PortholeSettings from "../packages/cli/src/settings.ts"
import { pages, readPage } from "./DocsCommands.ts"

interface Block {
  readonly page: string
  /** The language, empty if the page names none. */
  readonly kind: string
  readonly text: string
}

const blocksIn = (page: string): ReadonlyArray<Block> =>
  [...readPage(page).matchAll(/^ *```(\w*)\n([^]*?)^ *```$/gm)].map(([, kind = "", text = ""]) => ({
    page,
    kind,
    text,
  }))

const blocks = pages.flatMap(blocksIn)

/** Every kind, with the test of its blocks; `mermaid` and plain text are only read. */
const kinds = new Map([
  ["sh", "commands.test.ts, and packages/test-net/test/docs-commands.long.test.ts runs them"],
  ["console", "the same"],
  ["ts", "docstrings.test.ts parses them, docstrings.long.test.ts compiles them"],
  ["json", "here"],
  ["ini", "here"],
  ["nginx", "packages/cli/test/serve.scale.integration.test.ts starts nginx with it"],
  ["mermaid", "a picture"],
  ["text", "a model's text: packages/tools/test/toolkit/ToolText.test.ts"],
  ["", "a log or a command's output"],
])

it("a test knows each kind of block", () => {
  assert.deepStrictEqual(
    blocks.filter(({ kind }) => !kinds.has(kind)).map(({ kind, page }) => `${page}: ${kind}`),
    [],
  )
  assert.deepStrictEqual(
    [...kinds.keys()].filter((kind) => !blocks.some((block) => block.kind === kind)),
    [],
  )
})

const isWire = Schema.is(WebError.Wire)

/** Whether an object is one that a reader can use: the settings of an MCP client, or an error. */
const isUsable = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return false
  if ("error" in value) return isWire(value)
  return "mcpServers" in value
}

it("every block of JSON parses, and is an error or the settings of an MCP client", () => {
  const found = blocks.filter(({ kind }) => kind === "json")
  for (const { page, text } of found) assert.isTrue(isUsable(JSON.parse(text)), `${page}: ${text}`)
  assert.isAtLeast(found.length, 6)
})

/** A variable and its value, as a shell or a file of variables reads them. */
type Variable = readonly [name: string, value: string]

/** The variables that a page sets: in shell code, in files of variables, in JSON and in running text. */
const variablesOf = (page: string): ReadonlyArray<Variable> =>
  [...readPage(page).matchAll(/\b([A-Z]{2,}(?:_[A-Z]+)+)(?:=|": )(?:"([^"\n]+)"|([^\s`"|]+))/g)].map(
    ([, name = "", quoted, bare = ""]) => [name, quoted ?? bare.replace(/[.,;:)]+$/, "")],
  )

const names = new Set(
  Object.entries(PortholeSettings.table.fields).map(([name, { manual }]) => SettingSet.environmentName(name, manual)),
)

const decoded = ([name, value]: Variable) =>
  Effect.runPromise(
    SettingSet.decode(PortholeSettings.table, {}).pipe(
      Effect.match({ onFailure: ({ message }) => message, onSuccess: () => undefined }),
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env: { [name]: value } })),
    ),
  )

it("every value of a setting in the docs is one that the setting accepts", async () => {
  const refused: Array<string> = []
  const shown = pages.flatMap((page) => variablesOf(page).map((variable) => ({ page, variable })))
  const ours = shown.filter(({ variable: [name] }) => names.has(name))
  for (const { page, variable } of ours) {
    // The page leaves the rest of the value to its reader.
    if (variable[1].includes("…")) continue
    const message = await decoded(variable)
    if (message !== undefined) refused.push(`${page}: ${variable.join("=")}: ${message}`)
  }
  assert.deepStrictEqual(refused, [])
  assert.isAtLeast(ours.length, 20)
  assert.include(await decoded(["PORTHOLE_RENDER", "yes"]), "PORTHOLE_RENDER can't be used")
})
