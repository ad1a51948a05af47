import { assert, describe, it } from "@effect/vitest"
import { Conversation, Deadline, Recorded, type WebBackend, WebError } from "@porthole/core"
import { type Duration, Effect, Fiber, Result } from "effect"
import { TestClock } from "effect/testing"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { WARCParser } from "warcio"
import { gunzipSync, gzipSync } from "node:zlib"
import { make, read } from "../src/index.ts"
import { dial, folder, foreign, record, replay } from "./support/recordings.ts"

describe("a recording", () => {
  it.effect("is read by warcio, with right digests", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "run.warc.gz")
      yield* record(file, { "https://a.example/": "high water", "https://a.example/2": "low water" })
      const bytes = readFileSync(file)
      const records = yield* Effect.promise(async () => {
        const found: Array<readonly [string | null, string | undefined, string]> = []
        for await (const each of new WARCParser([bytes]))
          found.push([each.warcType, each.warcTargetURI ?? undefined, await each.contentText()])
        return found
      })
      assert.deepStrictEqual(
        records.map(([type]) => type),
        ["warcinfo", "response", "request", "response", "request"],
      )
      assert.deepStrictEqual(
        records.filter(([type]) => type === "response").map(([, url, text]) => [url, text]),
        [
          ["https://a.example/", "high water"],
          ["https://a.example/2", "low water"],
        ],
      )
    }),
  )

  it.effect("of another maker is replayed: 1.0, chunked, uncompressed", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "wget.warc")
      const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhigh\r\n6\r\n water\r\n0\r\n\r\n"
      writeFileSync(file, foreign("http://a.example/", chunked))
      assert.strictEqual(yield* replay(file, "http://a.example/"), "high water")
    }),
  )

  it.effect("shows its records, and which of them don't have their digests", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "run.warc.gz")
      yield* record(file, { "https://a.example/": "high water" })
      const { fault, records } = yield* read(file)
      assert.isUndefined(fault)
      assert.deepStrictEqual(
        records.map(({ isRight, target, type }) => [type, target, isRight]),
        [
          ["warcinfo", "", true],
          ["response", "https://a.example/", true],
          ["request", "https://a.example/", true],
        ],
      )
      const plain = gunzipSync(readFileSync(file)).toString("latin1")
      writeFileSync(file, plain.replace("high water", "low  water"), "latin1")
      assert.deepStrictEqual(
        (yield* read(file)).records.map(({ isRight }) => isRight),
        [true, false, true],
      )
      const error = yield* Effect.flip(replay(file, "https://a.example/"))
      assert.strictEqual(error instanceof WebError.WebError && error.reason, "not_recorded")
    }),
  )

  it.effect("answers a request in order, the last answer again and again", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "run.warc.gz")
      yield* record(file, { "https://a.example/": "one" })
      yield* record(file, { "https://a.example/": "two" })
      const recording = yield* make({ file, mode: "replay" })
      const answers = yield* Effect.replicateEffect(dial(recording, "https://a.example/"), 3)
      assert.deepStrictEqual(answers, ["one", "two", "two"])
    }),
  )

  it.effect("says by which provider it holds a search that isn't answered", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "run.warc.gz")
      const extract = () => Effect.die("No page is read.")
      yield* Effect.scoped(
        Effect.flatMap(make({ file, mode: "record" }), ({ search }) =>
          search({ search: () => Effect.succeed({ provider: "searxng", rows: [] }), extract })({ query: "tides" }),
        ),
      )
      const { search } = yield* make({ file, mode: "replay" })
      const missing = WebError.fail({ error: "web_search_unavailable", reason: "not_recorded", message: "Set a key." })
      const ask = search({ search: () => missing, extract })
      assert.match((yield* Effect.flip(ask({ query: "tides" }))).message, /holds this search by searxng, or/)
      assert.strictEqual(
        (yield* Effect.flip(ask({ query: "boats" }))).message,
        "The recording doesn't hold this search.",
      )
    }),
  )

  it.effect("gives the first search that it ranks time of its own to read the pages, and says if that ends", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "run.warc.gz")
      const urls = Array.from({ length: 60 }, (_, at) => `https://a.example/${at}`)
      yield* record(file, Object.fromEntries(urls.map((url) => [url, "high water"])))
      const missing = WebError.fail({ error: "web_search_unavailable", reason: "not_recorded", message: "None." })
      const askWith = Effect.fnUntraced(function* (reading: Duration.Input) {
        const { search } = yield* make({ file, mode: "replay", misses: "search" })
        // clock: TestClock decides
        const extract = ({ url }: WebBackend.ExtractRequest) =>
          Effect.delay(
            Effect.succeed({ url, title: "Tides", content: "high water", links: [], status_code: 200 }),
            reading,
          )
        const asked = Deadline.within(search({ search: () => missing, extract })({ query: "water" }), {
          duration: "10 seconds",
          orElse: () => Effect.fail(Deadline.searchTimeoutError),
        })
        const fiber = yield* Effect.forkChild(Effect.result(asked))
        // Four pages are read at once.
        for (let step = 0; step < 40; step++) yield* TestClock.adjust("10 seconds")
        return yield* Fiber.join(fiber)
      })
      assert.isTrue(Result.isSuccess(yield* askWith("10 seconds")))
      const late = yield* askWith("25 seconds")
      assert.match(Result.isFailure(late) ? late.failure.message : "", /pages are still being read/)
    }),
  )

  it.effect("has one writer, and takes over from one that died", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "run.warc.gz")
      const second = yield* Effect.scoped(
        Effect.andThen(make({ file, mode: "record" }), Effect.flip(make({ file, mode: "record" }))),
      )
      assert.include(second.message, "Another process writes")
      for (const pid of [999_999_999, process.pid]) {
        writeFileSync(`${file}.lock`, String(pid))
        yield* record(file, { "https://a.example/": "one" })
      }
    }),
  )

  it.effect("answers no tenant from another's", () =>
    Effect.gen(function* () {
      const file = `${yield* folder}/`
      const as = (tenant: string) => Effect.provideService(Conversation.Conversation, { id: "1", tenant })
      yield* Effect.scoped(
        Effect.flatMap(make({ file, mode: "record", byTenant: true }), (recording) =>
          Effect.forEach(["one", "../two"], (tenant) => as(tenant)(dial(recording, "https://a.example/", tenant))),
        ),
      )
      const recording = yield* make({ file, mode: "replay", byTenant: true })
      assert.strictEqual(yield* as("one")(dial(recording, "https://a.example/")), "one")
      assert.strictEqual(yield* as("../two")(dial(recording, "https://a.example/")), "../two")
      const third = yield* Effect.flip(as("three")(dial(recording, "https://a.example/")))
      assert.strictEqual(third instanceof WebError.WebError && third.reason, "not_recorded")
      assert.notInclude(third.message, file)
    }),
  )

  it.effect("refers to a payload that it holds, and warcio reads it", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "run.warc.gz")
      const long = "high water ".repeat(100)
      yield* record(file, { "https://a.example/": long, "https://a.example/2": long })
      yield* record(file, { "https://a.example/3": long })
      const { records } = yield* read(file)
      assert.deepStrictEqual(
        records.filter(({ type }) => type !== "request").map(({ isRight, type }) => [type, isRight]),
        [
          ["warcinfo", true],
          ["response", true],
          ["revisit", true],
          ["revisit", true],
        ],
      )
      for (const path of ["", "2", "3"]) assert.strictEqual(yield* replay(file, `https://a.example/${path}`), long)
    }),
  )

  it.effect("tells the answer that isn't recorded, because the file is full", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "run.warc.gz")
      const recording = yield* make({ file, mode: "record", maxBytes: 900 })
      const words = Array.from({ length: 300 }, (_, at) => at).join(" ")
      const { entries } = yield* Recorded.collect(dial(recording, "https://a.example/", words))
      assert.deepStrictEqual(Recorded.choose(entries), { lost: true })
      assert.match(Recorded.sentence({ recorded: { lost: true } }).join(), /isn't recorded/)
    }),
  )

  it.effect.each([
    ["a future version", foreign("http://a.example/", "HTTP/1.1 200 OK\r\n\r\nx", "2.0"), "version"],
    ["a lie about a length", foreign("http://a.example/", "x").replace("Content-Length: 1", "Content-Length: 99"), ""],
    [
      "a huge length",
      foreign("http://a.example/", "x").replace("Content-Length: 1", "Content-Length: 999999999999"),
      "",
    ],
    ["a bomb", gzipSync(Buffer.alloc(200_000_000)), "too long"],
    ["no recording", "<html>", "no WARC record"],
  ] as const)("refuses %s", ([, bytes, words]) =>
    Effect.gen(function* () {
      const file = join(yield* folder, "bad.warc.gz")
      writeFileSync(file, bytes)
      const error = yield* Effect.flip(replay(file, "http://a.example/"))
      assert.include(error.message, words)
    }),
  )

  it.effect(
    "never answers with another host's page or a connection, whatever bytes change",
    () =>
      Effect.gen(function* () {
        const path = yield* folder
        const file = join(path, "run.warc.gz")
        yield* record(file, { "https://a.example/": "words of a", "https://b.example/": "words of b" })
        const whole = readFileSync(file)
        for (let at = 0; at < 500; at++) {
          const changed = Buffer.from(whole)
          changed.writeUInt8((at * 37 + 1) % 256, Math.floor((at * whole.length) / 500))
          const mutant = join(path, "mutant.warc.gz")
          writeFileSync(mutant, at % 3 === 0 ? changed.subarray(0, changed.length - (at % 50)) : changed)
          const answer = yield* Effect.result(replay(mutant, "https://a.example/"))
          if (Result.isSuccess(answer)) assert.strictEqual(answer.success, "words of a")
        }
      }),
    60_000,
  )
})
