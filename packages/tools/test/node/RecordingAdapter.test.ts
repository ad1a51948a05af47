import { assert, describe, it } from "@effect/vitest"
import { Shortening, WebError } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect, Layer, Stream } from "effect"
import { HttpClient, type HttpClientRequest, HttpClientResponse } from "effect/http"
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import { createWebTools, type WebToolsOptions } from "../../src/index.ts"

const canary = "canary-5f2a91-secret"

/** A file that is removed at the end of the test. */
const inFolder = (use: (file: string) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "recording-"))
  return use(join(folder, "run.warc.gz")).finally(() => rmSync(folder, { recursive: true }))
}

const html = (words: string) => ({
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8", "x-echo": canary },
  body: `<title>${words}</title><article><h1>${words}</h1><p>${`${words} are high at six. `.repeat(20)}</p></article>`,
})

const sites: Readonly<Record<string, Doubles.Answer>> = {
  "https://tides.example/": html("Tides"),
  "https://tides.example/old": { status: 301, headers: { location: "/new" } },
  "https://tides.example/new": html("New tides"),
  "https://tides.example/zip": {
    ...html("Packed"),
    headers: { "content-type": "text/html", "content-encoding": "gzip" },
    body: gzipSync(html("Packed").body),
  },
  "https://tides.example/cookie": { status: 302, headers: { location: "/" }, setCookies: [`session=${canary}`] },
  "https://tides.example/gone": { status: 404, headers: { "content-type": "text/html" }, body: "no" },
  "https://tides.example/busy": { status: 429, headers: { "retry-after": "900" }, body: "" },
  "https://tides.example/torn": {
    ...html("Torn"),
    body: Stream.concat(
      Stream.succeed(new TextEncoder().encode("<p>begin")),
      Stream.fail(WebError.make({ error: "http_error", reason: "malformed_response", message: "It broke off." })),
    ),
  },
  "https://tides.example/slow": {
    ...html("Slow"),
    body: Stream.concat(Stream.succeed(new TextEncoder().encode(html("Slow").body)), Stream.never),
  },
  "https://tides.example/again": html("Tides"),
  "https://tides.example/robots.txt": { status: 404, body: "" },
  "https://tides.example/inside": { status: 302, headers: { location: "http://127.0.0.1/" } },
}

const bodyOf = ({ body }: HttpClientRequest.HttpClientRequest): string =>
  body._tag === "Uint8Array" ? Buffer.from(body.body).toString() : ""

/** A small web, and a provider that echoes the key that it gets. */
const web = Layer.mergeAll(
  Doubles.resolver({ "tides.example": ["1.1.1.1"], "intra.example": ["10.0.0.7"] }),
  Doubles.dialer(({ hop }) => sites[hop.url] ?? Effect.fail(WebError.unreachable())),
  Layer.succeed(
    HttpClient.HttpClient,
    HttpClient.make((request) => {
      if (bodyOf(request).includes("lost words")) return Effect.never
      return Effect.succeed(
        HttpClientResponse.fromWeb(
          request,
          Response.json({
            request_id: request.headers["authorization"],
            results: [{ title: "High water", url: "https://tides.example/", content: `At six. ${canary}`, score: 0.9 }],
          }),
        ),
      )
    }),
  ),
)

/** A network that must not be used. */
const noWeb = Layer.mergeAll(
  Doubles.dialer(() => Effect.die("dialled")),
  Layer.succeed(
    HttpClient.HttpClient,
    HttpClient.make(() => Effect.die("sent")),
  ),
)

const options = (file: string): WebToolsOptions => ({
  recording: file,
  extractIsolation: "none",
  provider: ["tavily"],
  providers: { tavily: { key: canary } },
})

type Tools = ReturnType<typeof createWebTools>

type Call = readonly [name: string, run: (tools: Tools) => Promise<object>]

const calls: ReadonlyArray<Call> = [
  ...[
    ...Object.keys(sites).filter((url) => !url.endsWith("/slow")),
    "https://nobody.example/",
    "https://intra.example/",
    "http://127.0.0.1/",
  ].map((url) => [url, (tools: Tools) => tools.webFetch({ url })] as const),
  ["search", (tools) => tools.webSearch({ query: "high water" })],
  ["fresh", (tools) => tools.webSearch({ query: "high water", freshness_days: 3 })],
]

/** They end with the caller's time. */
const slow: ReadonlyArray<Call> = [
  ["a body that doesn't end", (tools) => tools.webFetch({ url: "https://tides.example/slow" })],
  ["a search without an answer", (tools) => tools.webSearch({ query: "lost words" })],
]

const answersOf = (
  settings: WebToolsOptions<never>,
  layers: Layer.Layer<never>,
  those = calls,
): Promise<ReadonlyArray<string>> => {
  const tools = createWebTools({ ...settings, layers })
  return those
    .reduce<Promise<ReadonlyArray<string>>>(
      (before, [, run]) => before.then((all) => run(tools).then((answer) => [...all, JSON.stringify(answer)])),
      Promise.resolve([]),
    )
    .finally(() => tools.dispose())
}

const batchOf = async (settings: WebToolsOptions<never>, layers: Layer.Layer<never>, delay: number) => {
  const tools = createWebTools({ ...settings, layers })
  const titles: Array<string> = []
  for await (const page of tools.batch(
    ["", "old", "zip"].map((path) => `https://tides.example/${path}`),
    { delay },
  ))
    titles.push("error" in page ? page.error : page.title)
  await tools.dispose()
  return titles.toSorted()
}

describe("recording", () => {
  it("replays a batch without the pace of its hosts", () =>
    inFolder(async (file) => {
      const recorded = await batchOf(options(file), web, 0)
      assert.deepStrictEqual(recorded, ["New tides", "Packed", "Tides"])
      assert.deepStrictEqual(await batchOf(options(file), noWeb, 3_600_000), recorded)
    }))

  it(
    "replays pages, redirects, codings, errors and searches as they were, without a network",
    () =>
      inFolder((file) =>
        answersOf(options(file), web).then((recorded) =>
          answersOf({ ...options(file), providers: { tavily: { key: "another-key" } } }, noWeb).then((replayed) => {
            // A key that a provider echoes is all that differs.
            for (const [at, [name]] of calls.entries())
              assert.strictEqual(
                replayed[at]?.replace(',"replayed":true', ""),
                recorded[at]?.replaceAll(canary, "removed"),
                name,
              )
            assert.include(replayed[0], '"replayed":true')
            assert.include(recorded[0], "Tides")
            const bytes = gunzipSync(readFileSync(file)).toString("latin1")
            assert.notInclude(bytes, canary.slice(7))
            assert.notInclude(bytes.toLowerCase(), "set-cookie")
            assert.include(bytes, "WARC-Type: request")
          }),
        ),
      ),
    60_000,
  )

  it(
    "tells that a request isn't recorded",
    () =>
      inFolder((file) =>
        answersOf(options(file), web).then(() => {
          const tools = createWebTools({ ...options(file), layers: noWeb })
          return Promise.all([
            tools.webFetch({ url: "https://tides.example/other" }),
            tools.webSearch({ query: "other words" }),
          ])
            .then(([page, found]) => {
              assert.containSubset(page, { error: "http_error", reason: "not_recorded" })
              assert.containSubset(found, { error: "web_search_unavailable", reason: "not_recorded" })
            })
            .finally(() => tools.dispose())
        }),
      ),
    60_000,
  )

  it(
    "cuts a torn last record off, and appends",
    () =>
      inFolder((file) =>
        answersOf(options(file), web)
          .then(() => {
            const whole = readFileSync(file)
            truncateSync(file, whole.length - 20)
            return answersOf({ ...options(file), recordingMode: "record" }, web)
          })
          .then(() => answersOf(options(file), noWeb))
          .then((replayed) => assert.include(replayed[0], "Tides")),
      ),
    60_000,
  )

  it("ends what the caller's time ended, at once", () =>
    inFolder((file) => {
      const impatient = { ...options(file), searchTimeout: 3_000, fetchTimeout: 3_000 }
      return Promise.all(
        slow.map((call, at) => answersOf({ ...impatient, recording: `${file}${at}` }, web, [call])),
      ).then((recorded) =>
        Promise.all(
          slow.map((call, at) => answersOf({ ...options(file), recording: `${file}${at}` }, noWeb, [call])),
        ).then((replayed) => {
          assert.deepStrictEqual(replayed, recorded)
          assert.isTrue(replayed.flat().every((answer) => answer.startsWith('{"error":"timeout"')))
        }),
      )
    }))

  it("ranks a search that isn't recorded, and says so", () =>
    inFolder((file) =>
      answersOf(options(file), web).then(() => {
        const tools = createWebTools({ ...options(file), replayMisses: "search", layers: noWeb })
        return Promise.all([
          tools.webSearch({ query: "When are the new tides high?", language: "en" }),
          tools.webSearch({ query: "zeppelin" }),
          tools.webSearch({ query: "high water" }),
        ])
          .then(([found, none, recorded]) => {
            assert.containSubset(found, { provider: "recording", ignored: ["language"] })
            assert.include(JSON.stringify(found), "ranked from what it holds")
            assert.strictEqual("hits" in found ? found.hits[0]?.url : "", "https://tides.example/new")
            assert.containSubset(none, { count: 0, provider: "recording" })
            assert.containSubset(recorded, { provider: "tavily" })
          })
          .finally(() => tools.dispose())
      }),
    ))

  it("gets what isn't recorded from the network, once", () =>
    inFolder((file) =>
      answersOf(options(file), web).then(() => {
        const ask = (layers: Layer.Layer<never>, replayMisses: "error" | "live") => {
          const tools = createWebTools({ ...options(file), replayMisses, layers })
          return tools.webFetch({ url: "https://tides.example/later" }).finally(() => tools.dispose())
        }
        const later = Doubles.dialer(() => html("Later"))
        return ask(Layer.merge(web, later), "live").then((first) =>
          ask(noWeb, "error").then((second) => {
            assert.containSubset(first, { title: "Later" })
            assert.notInclude(JSON.stringify(first), "replayed")
            assert.containSubset(second, { title: "Later", recorded: { replayed: true } })
          }),
        )
      }),
    ))

  it("holds what models of any client answer", () =>
    inFolder((file) => {
      const shorten = (layers: Layer.Layer<never>) => {
        const tools = createWebTools({ ...options(file), compressMinLength: 0, layers })
        return tools.webFetch({ url: "https://tides.example/" }).finally(() => tools.dispose())
      }
      const model = (answer: Effect.Effect<string>) => Layer.succeed(Shortening.Compressor, { compress: () => answer })
      return shorten(Layer.merge(web, model(Effect.succeed("Short.")))).then((first) =>
        shorten(Layer.merge(noWeb, model(Effect.die("asked")))).then((second) => {
          assert.containSubset(first, { content_md: "Short.", compressed: true })
          assert.containSubset(second, { content_md: "Short.", compressed: true, recorded: { replayed: true } })
        }),
      )
    }))

  it("refuses a file that isn't a recording", () =>
    inFolder((file) => {
      writeFileSync(file, "<html>no recording</html>")
      const tools = createWebTools({ ...options(file), layers: noWeb })
      return tools
        .webFetch({ url: "https://tides.example/" })
        .then(
          () => assert.fail("answered"),
          (error: unknown) => assert.include(String(error instanceof Error && error.cause), "no WARC record"),
        )
        .finally(() => tools.dispose())
    }))
})
