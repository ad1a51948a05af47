/** Tests that one page and one query give the same passages by every face. */
import { DocsSite, WebToolkit, WebTools, createWebTools } from "@porthole/tools"
import { Doubles } from "@porthole/testing"
import { ConfigProvider, Effect, Layer, Option, Stream } from "effect"
import type { Page } from "@porthole/core"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { patience } from "../../../test/patience.ts"
import { porthole } from "./support/inProcess.ts"

const folder = mkdtempSync(join(tmpdir(), "porthole-ranking-"))
afterAll(() => rmSync(folder, { recursive: true }))

const filler = (from: number) =>
  Array.from({ length: 25 }, (_, n) => `The village has a wall: x${from + n}, y${from + n} and z${from + n}.`).join(
    "\n\n",
  )
const other = "The moon is far away.\n\nGravity bends light.\n\nRain fell on Monday."
const answer = "A vessel sails to the island twice a day."
const text = `# Ways\n\n${filler(0)}\n\n${other}\n\n${answer}\n\n${other}\n\n${filler(30)}`
const request = { query: "How often does a boat of the village go there?", max_length: 400 }
const url = "https://site.test/docs/a.md"

const network = Layer.merge(
  Doubles.resolver({ "site.test": ["93.184.216.34"] }),
  Doubles.dialer(() => ({ status: 200, headers: { "content-type": "text/markdown" }, body: text })),
)
const environment = ConfigProvider.layer(ConfigProvider.fromEnv({ env: patience }))
const ownBackend = Doubles.backend({
  extract: () =>
    Effect.succeed({ url, status_code: 200, title: "Ways", content: text, links: [], mode: "markdown" as const }),
})

const byExtract = async (env: Record<string, string>): Promise<Page.Page> => {
  const path = join(folder, "a.md")
  writeFileSync(path, text)
  const args = ["extract", path, "--query", request.query, "--max-length", String(request.max_length), "--json"]
  return JSON.parse((await porthole(args, { env: { ...patience, ...env } })).stdout)
}

const byFacade = async (): Promise<unknown> => {
  await using tools = createWebTools({ layers: Layer.merge(network, environment) })
  return await tools.webFetch({ url, ...request })
}

const byToolkit = (handlers: Layer.Layer<WebToolkit.Handlers>): Promise<unknown> =>
  Effect.gen(function* () {
    const tools = yield* WebToolkit.toolkit
    const call = tools.handle("web_fetch", { url, ...request })
    return Option.getOrThrow(yield* Effect.flatMap(call, Stream.runLast)).encodedResult
  }).pipe(Effect.provide(handlers), Effect.runPromise)

const site = { name: "ways", baseUrl: "https://site.test/docs" } as const
const byDocsSite = (): Promise<unknown> =>
  Effect.gen(function* () {
    const tools = yield* DocsSite.toolkit(site)
    const call = tools.handle("docs_fetch", { slug_or_url: url, ...request })
    return Option.getOrThrow(yield* Effect.flatMap(call, Stream.runLast)).encodedResult
  }).pipe(Effect.provide(DocsSite.layer(site).pipe(Layer.provide(ownBackend), Layer.orDie)), Effect.runPromise)

/** The answer of a tool is text, in which only the passages stand in lines of their own. */
const assertAnswers = (shown: unknown, expected: string): void => {
  const content = JSON.parse(JSON.stringify(shown))
  assert.include(typeof content === "string" ? content : content.content_md, expected)
}

describe("one ranking", () => {
  it("by extract, the facade, the toolkit, and layers over a program's own backend", async () => {
    const { content_md: expected = "" } = await byExtract({})
    assert.include(expected, answer)
    assertAnswers(await byFacade(), expected)
    assertAnswers(
      await byToolkit(WebTools.layerNode().pipe(Layer.provide([network, environment]), Layer.orDie)),
      expected,
    )
    assertAnswers(await byToolkit(WebTools.layer.pipe(Layer.provide(ownBackend))), expected)
    assertAnswers(await byDocsSite(), expected)
  })

  it("without word vectors, if semantic is off", async () => {
    const { content_md = "" } = await byExtract({ PORTHOLE_SEMANTIC: "off" })
    assert.notInclude(content_md, answer)
  })
})
