import { assert, describe, it } from "@effect/vitest"
import { Conversation, Settings, WebBackend } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Duration, Effect, Layer } from "effect"
import { settingNames } from "../../src/facade/readSettings.ts"
import { createWebTools, type WebToolsOptions } from "../../src/index.ts"
import { page, plenty, recording, rows } from "../support/backends.ts"

const bug = "The tool failed because of a bug of its own, not because of the arguments. Trying again rarely helps."

/** The error that a promise rejects with. */
const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => assert.fail(`resolved to ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  )

const thrown = (run: () => unknown): unknown => {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}

/** A backend whose search never ends, and the state of its calls. */
const endless = () => {
  const fate = { started: 0, interrupted: 0 }
  return {
    fate,
    layer: Doubles.backend({
      search: () =>
        Effect.sync(() => fate.started++).pipe(
          Effect.andThen(Effect.never),
          Effect.onInterrupt(() => Effect.sync(() => fate.interrupted++)),
        ),
    }),
  }
}

const until = (condition: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    // clock: polls for the condition
    const timer = setInterval(() => {
      if (!condition()) return
      clearInterval(timer)
      resolve()
    }, 1)
  })

const sloppy = (options: object): WebToolsOptions => options

/** A dialer that must not be called. */
const counting = () => {
  const dialled: Array<string> = []
  return {
    dialled,
    layer: Doubles.dialer(({ hop }) => {
      dialled.push(hop.url)
      return { status: 200, headers: { "content-type": "text/plain" }, body: "x" }
    }),
  }
}

describe("calls", () => {
  it("find a text within a page", async () => {
    await using tools = createWebTools({ layers: plenty })
    const url = "https://example.com/1"
    const whole = await tools.webFetch({ url })
    const found = await tools.webFetch({ url, find: "ROUND window" })
    if ("error" in whole || "error" in found || "pages" in whole || "pages" in found) return assert.fail()
    assert.include(found.content_md, "seen through a round window")
    assert.strictEqual(found.passages?.[0]?.places?.[0], whole.content_md?.indexOf("round window"))
  })

  it("check quotes", async () => {
    await using tools = createWebTools({ layers: plenty })
    const url = "https://example.com/1"
    const quote = "the sea is seen through a round window"
    const link = "https://example.com/final#:~:text=The%20sea%20is%20seen%20through%20a%20round%20window"
    assert.deepInclude(await tools.checkQuote({ url, quote }), { verdict: "spelling", start: 0, end: 38, link })
    assert.deepInclude(await tools.checkQuote({ url, quote: "a square window" }), { verdict: "absent" })
    assert.deepInclude(await tools.checkQuote({ url, quote: " " }), { error: "invalid_request", reason: "quote" })
  })

  it("resolve to the answer, each by its own method or by name", async () => {
    await using tools = createWebTools({ layers: plenty })
    const hits = await tools.webSearch({ query: "x", max_results: 1 })
    assert.deepStrictEqual<unknown>(await tools.call("web_search", { query: "x", max_results: 1 }), hits)
    assert.strictEqual("count" in hits ? hits.count : 0, 1)
    const read = await tools.webFetch({ url: "https://example.com/" })
    assert.strictEqual("url" in read ? read.url : "", "https://example.com/final")
    const both = await tools.webSearchAndFetch({ query: "x", max_results: 2 })
    assert.strictEqual("pages" in both ? both.pages.length : 0, 2)
  })

  it("resolve to the wire error when they fail", async () => {
    await using tools = createWebTools({ layers: plenty })
    assert.deepStrictEqual<unknown>(await tools.webFetch({ url: "ftp://example.com/" }), {
      error: "unsupported_scheme",
      message: "Only http and https URLs can be fetched. Use another page.",
    })
  })

  it("of a tool that doesn't exist are an invalid request", async () => {
    await using tools = createWebTools({ layers: plenty })
    for (const name of ["web_crawl", "constructor", "__proto__", ""]) {
      assert.deepStrictEqual<unknown>(await tools.call(name, {}), {
        error: "invalid_request",
        message: "There is no such tool; the tools are web_search, web_fetch, web_search_and_fetch.",
      })
    }
  })

  it("without any arguments name the parameter that is missing", async () => {
    await using tools = createWebTools({ layers: plenty })
    for (const args of [undefined, null, {}]) {
      const result = await tools.call("web_search", args)
      assert.strictEqual("reason" in result ? result.reason : "", "query")
    }
  })

  it("of one instance share a conversation, those of another don't", async () => {
    const seen: Array<string> = []
    const layers = Doubles.backend({
      search: () => Effect.map(Conversation.Conversation, ({ id }) => (seen.push(id), rows(1))),
    })
    await using one = createWebTools({ layers })
    await using other = createWebTools({ layers })
    await one.webSearch({ query: "x" })
    await one.webSearch({ query: "another, so that no cache answers" })
    await other.webSearch({ query: "x" })
    assert.strictEqual(seen[0], seen[1])
    assert.notStrictEqual(seen[0], seen[2])
  })
})

describe("abort", () => {
  it("rejects with the signal's reason and interrupts the backend", async () => {
    const { fate, layer } = endless()
    await using tools = createWebTools({ layers: layer })
    const controller = new AbortController()
    const call = rejection(tools.webSearch({ query: "x" }, { signal: controller.signal }))
    await until(() => fate.started === 1)
    controller.abort()
    const reason = await call
    assert.strictEqual(reason, controller.signal.reason)
    assert.isTrue(reason instanceof DOMException && reason.name === "AbortError")
    assert.strictEqual(fate.interrupted, 1)
  })

  it("keeps the caller's own reason", async () => {
    const { fate, layer } = endless()
    await using tools = createWebTools({ layers: layer })
    const controller = new AbortController()
    const mine = new Error("changed my mind")
    const call = rejection(tools.call("web_search", { query: "x" }, { signal: controller.signal }))
    await until(() => fate.started === 1)
    controller.abort(mine)
    assert.strictEqual(await call, mine)
  })

  it("before the call starts nothing", async () => {
    const { fate, layer } = endless()
    await using tools = createWebTools({ layers: layer })
    const signal = AbortSignal.abort()
    assert.strictEqual(await rejection(tools.webSearch({ query: "x" }, { signal })), signal.reason)
    assert.strictEqual(fate.started, 0)
  })

  it("of one call don't affect the others", async () => {
    await using tools = createWebTools({ layers: plenty })
    const signal = AbortSignal.abort()
    const [aborted, fine] = await Promise.allSettled([
      tools.webSearch({ query: "x" }, { signal }),
      tools.webSearch({ query: "x" }),
    ])
    assert.strictEqual(aborted.status, "rejected")
    assert.strictEqual(fine.status, "fulfilled")
  })
})

describe("dispose", () => {
  it("interrupts running calls, closes the layers and refuses later calls", async () => {
    const { fate, layer } = endless()
    let closed = 0
    const closing = Layer.effectDiscard(Effect.addFinalizer(() => Effect.sync(() => closed++)))
    const tools = createWebTools({ layers: Layer.provideMerge(layer, closing) })
    const call = rejection(tools.webSearch({ query: "x" }))
    await until(() => fate.started === 1)
    const disposed = tools.dispose()
    const late = rejection(tools.webSearch({ query: "x" }))
    await disposed
    assert.deepStrictEqual({ ...fate, closed }, { started: 1, interrupted: 1, closed: 1 })
    for (const reason of [await call, await late, await rejection(tools.webSearch({ query: "x" }))]) {
      assert.isTrue(reason instanceof DOMException && reason.name === "AbortError")
      assert.strictEqual(
        reason instanceof Error ? reason.message : "",
        "These web tools were disposed. Create new ones.",
      )
    }
    await tools.dispose()
  })
})

describe("a bug", () => {
  it("rejects with one sentence; the cause is for the developer", async () => {
    const fault = new Error("10.0.0.7 said no")
    await using tools = createWebTools({ layers: Doubles.backend({ search: () => Effect.die(fault) }) })
    const reason = await rejection(tools.webSearch({ query: "x" }))
    assert.isTrue(reason instanceof Error)
    if (!(reason instanceof Error)) return
    assert.strictEqual(reason.message, bug)
    assert.strictEqual(reason.cause, fault)
  })

  it("isn't reported for arguments that throw when they are read: those are an invalid request", async () => {
    await using tools = createWebTools({ layers: plenty })
    const args = {
      get url(): string {
        throw new Error("no")
      },
    }
    const revoked = Proxy.revocable(args, {})
    revoked.revoke()
    for (const layer of [args, revoked.proxy]) {
      assert.deepStrictEqual(await tools.webFetch(layer), {
        error: "invalid_request",
        message: "The arguments can't be read. Send an object of named arguments.",
      })
    }
  })

  it("in a layer of the caller's rejects likewise", async () => {
    const layers = Layer.effect(WebBackend.WebBackend, Effect.fail("no licence"))
    await using tools = createWebTools({ layers })
    const reason = await rejection(tools.webSearch({ query: "x" }))
    assert.strictEqual(reason instanceof Error ? reason.message : "", bug)
    assert.strictEqual(reason instanceof Error ? reason.cause : "", "no licence")
  })
})

describe("settings", () => {
  it("are taken in camelCase", async () => {
    const backend = recording()
    await using tools = createWebTools({ layers: backend.layer, maxResults: 4, maxPages: 2, maxLength: 2_000 })
    await tools.webSearch({ query: "x" })
    await tools.webSearchAndFetch({ query: "x" })
    assert.deepStrictEqual(
      backend.queries.map(({ max_results }) => max_results),
      [4, 2],
    )
    const read = await tools.webFetch({ url: "https://example.com/" })
    assert.isTrue("truncated" in read && read.truncated)
  })

  for (const name of settingNames.keys()) {
    if (name === "compressInstruction") continue
    it(`${name} is read and judged`, () => {
      const error = thrown(() => createWebTools(sloppy({ [name]: "\u0000" })))
      assert.strictEqual(error instanceof Settings.SettingsError ? error.setting : error, name)
    })
  }

  it("are in force in the caller's layers", async () => {
    const seen: Array<number> = []
    const layers = Layer.effect(
      WebBackend.WebBackend,
      Effect.gen(function* () {
        const { fetch_timeout } = yield* Settings.Settings
        seen.push(Duration.toMillis(fetch_timeout))
        return WebBackend.WebBackend.of({
          search: () => Effect.succeed(rows(1)),
          extract: () => Effect.succeed(page("")),
        })
      }),
    )
    await using tools = createWebTools({ layers, fetchTimeout: "3 s" })
    await tools.webSearch({ query: "x" })
    assert.deepStrictEqual(seen, [3_000])
  })

  it("a deadline ends a call with timeout", async () => {
    const { layer } = endless()
    await using tools = createWebTools({ layers: layer, searchTimeout: "1 s" })
    const result = await tools.webSearch({ query: "x" })
    assert.strictEqual("error" in result ? result.error : "", "timeout")
  })

  for (const [label, options, message] of [
    ["out of bounds", { maxResults: 101 }, "maxResults can't be used: expected 1–100"],
    ["of the wrong type", sloppy({ fetchTimeout: "soon" }), "fetchTimeout can't be used: expected 1 s – 120 s"],
    [
      "in snake_case",
      sloppy({ max_results: 5 }),
      "max_results can't be used: expected an option's name; the nearest are maxResults and",
    ],
    ["of a variable", sloppy({ SEARXNG_URL: "http://127.0.0.1" }), "the nearest are searxngUrl and"],
    ["misspelt", sloppy({ maxLenght: 300 }), "the nearest are maxLength and"],
    ["unknown", sloppy({ allowPrivate: true }), "allowPrivate can't be used: expected an option's name"],
    ["no address", sloppy({ searxngUrl: 8080 }), "searxngUrl can't be used: expected an absolute http(s) URL"],
    ["half an address", { searxngUrl: "localhost:8888" }, "searxngUrl can't be used: expected an absolute http(s) URL"],
    ["a tenant without a name", { tenant: "" }, "tenant can't be used: expected a name that isn't empty"],
    ["no layer", sloppy({ layers: {} }), "layers can't be used: expected an Effect Layer"],
  ] as const) {
    it(`${label} throw immediately, under the caller's name for them`, () => {
      const error = thrown(() => createWebTools(options))
      assert.isTrue(error instanceof Settings.SettingsError)
      assert.include(error instanceof Error ? error.message : "", message)
    })
  }
})

describe("layers", () => {
  const html = `<html><head><title>Told</title></head><body><article><p>${"A tale of the sea. ".repeat(40)}</p></article>`
  const site = Doubles.dialer(() => ({ status: 200, headers: { "content-type": "text/html" }, body: html }))
  const names = Doubles.resolver({ "site.test": ["93.184.216.34"], "inside.test": ["10.0.0.7"] })
  it("a WebBackend replaces everything", async () => {
    const { dialled, layer } = counting()
    await using tools = createWebTools({ layers: Layer.merge(plenty, layer) })
    const read = await tools.webFetch({ url: "https://example.com/" })
    assert.strictEqual("url" in read ? read.url : "", "https://example.com/final")
    assert.deepStrictEqual(dialled, [])
  })

  /** For a busy machine, on which the reader starts slowly. */
  const patient = { fetchTimeout: "120 s", extractTimeout: "60 s" } as const

  it("a Resolver and a Dialer work under our own redirect chain and reader", async () => {
    await using tools = createWebTools({ ...patient, layers: Layer.merge(names, site) })
    const read = await tools.webFetch({ url: "https://site.test/" })
    assert.strictEqual("title" in read ? read.title : JSON.stringify(read), "Told")
    assert.isTrue("content_md" in read && read.content_md?.startsWith("A tale of the sea."))
  })

  it("a Resolver alone: a private answer is refused before our own dialer is called", async () => {
    await using tools = createWebTools({ layers: names })
    assert.containSubset(await tools.webFetch({ url: "https://inside.test/" }), {
      error: "blocked_url",
      reason: "private_or_metadata_target",
    })
  })

  it("a Dialer alone: a literal address needs no names", async () => {
    await using tools = createWebTools({ ...patient, layers: site })
    const read = await tools.webFetch({ url: "http://93.184.216.34/" })
    assert.strictEqual("title" in read ? read.title : JSON.stringify(read), "Told")
  })

  it("an Extractor", async () => {
    const extractor = Doubles.extractor(({ bytes }) => ({
      title: "Mine",
      content: `${bytes.length} bytes`,
      links: [],
      text_length: 500,
    }))
    await using tools = createWebTools({ layers: Layer.mergeAll(names, site, extractor) })
    const read = await tools.webFetch({ url: "https://site.test/" })
    assert.containSubset(read, { title: "Mine", content_md: `${html.length} bytes` })
  })

  it("a Compressor", async () => {
    const compressor = Doubles.compressor(() => "In short: the sea.")
    await using tools = createWebTools({
      ...patient,
      layers: Layer.mergeAll(names, site, compressor),
      compressMinLength: 100,
    })
    const read = await tools.webFetch({ url: "https://site.test/" })
    assert.containSubset(read, { content_md: "In short: the sea.", compressed: true })
  })
})
