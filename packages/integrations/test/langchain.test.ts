/** Tests the tools in an agent of LangChain, called by the fake model of its core; and the retriever. */
import { assert, describe, it } from "vitest"
import { toLangChainTools, WebRetriever } from "../src/langchain.ts"
import { adapterSuite } from "./support/adapterSuite.ts"
import { loop } from "./support/loops/langchain.ts"
import { abortOnceStarted, makeWeb } from "./support/web.ts"

adapterSuite("LangChain", loop)

describe("a program with LangChain", () => {
  it("has the answer itself as the artifact of a message, of a failure, too", async () => {
    await using web = makeWeb()
    const [search, fetch] = toLangChainTools(web)
    const call = { type: "tool_call" as const, id: "1" }
    const found = await search?.invoke({ ...call, name: "web_search", args: { query: "high water" } })
    assert.deepStrictEqual<unknown>(found.artifact, await web.webSearch({ query: "high water" }))
    const url = "http://10.0.0.1/"
    const refused = await fetch?.invoke({ ...call, name: "web_fetch", args: { url } })
    assert.deepStrictEqual<unknown>(refused.artifact, await web.webFetch({ url }))
  })

  it("that calls a tool by itself reads the text", async () => {
    await using web = makeWeb()
    const [, fetch] = toLangChainTools(web)
    assert.match(await fetch?.invoke({ url: "http://10.0.0.1/" }), /^Error: blocked_url/)
  })
})

describe("the retriever", () => {
  it("returns a document for each page, with the snippet if a page can't be read", async () => {
    await using web = makeWeb()
    const documents = await new WebRetriever({ web, search: { max_results: 2 } }).invoke("high water")
    const error = "Error: http_error / 404\nThe site didn't return the page; check the URL or use another page."
    assert.deepStrictEqual(
      documents.map(({ metadata, pageContent }) => [pageContent.slice(0, 18), metadata]),
      [
        ["High water at six.", { source: "https://tides.example/", title: "Tides" }],
        ["Once there.", { source: "https://tides.example/gone", title: "Gone", error }],
      ],
    )
  })

  it("searches by its options", async () => {
    await using web = makeWeb()
    assert.lengthOf(await new WebRetriever({ web, search: { max_results: 1 } }).invoke("high water"), 1)
    assert.lengthOf(await new WebRetriever({ web, search: { domains: ["other.example"] } }).invoke("high water"), 0)
  })

  it("rejects when the search fails, with its error as the cause", async () => {
    await using web = makeWeb()
    const error = await new WebRetriever({ web }).invoke("nowhere").catch((error: unknown) => error)
    assert.instanceOf(error, Error)
    assert.match(error.message, /^Error: timeout/)
    assert.deepInclude(error.cause, { error: "timeout" })
  })

  it("ends when the run's signal aborts, also in a chain", async () => {
    await using web = makeWeb()
    const controller = new AbortController()
    abortOnceStarted(web.fate, controller)
    const chain = new WebRetriever({ web }).pipe((documents) => documents.length)
    const error = await chain.invoke("slow", { signal: controller.signal }).catch((error: unknown) => error)
    assert.strictEqual(error, controller.signal.reason)
    assert.deepStrictEqual(web.fate, { started: 1, interrupted: 1 })
  })
})
