/** Tests `porthole batch` over doubles of the network: files, results, and how a job goes on. */
import { Doubles } from "@porthole/testing"
import { ConfigProvider, Effect, Exit, Layer, Stdio, Stream } from "effect"
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import * as Folder from "../src/commands/batch/Folder.ts"
import { type BatchOptions, run } from "../src/commands/batch/run.ts"
import { porthole } from "./support/inProcess.ts"
import { keptStreams } from "./support/output.ts"
import { environment, linesOf } from "./support/porthole.ts"

const top = mkdtempSync(join(tmpdir(), "porthole-batch-"))
afterAll(() => rmSync(top, { recursive: true }))

/** A folder with a file of lines. */
const given = (...lines: ReadonlyArray<string>) => {
  const folder = mkdtempSync(join(top, "job-"))
  const file = join(folder, "urls.txt")
  writeFileSync(file, lines.join("\n"))
  return { file, out: join(folder, "corpus") }
}

/** A site whose pages say their path; `requests` are those for pages. */
const site = (answer: (path: string) => Doubles.Answer | undefined = () => undefined) => {
  const requests: Array<string> = []
  const layer = Layer.mergeAll(
    Doubles.resolver({ "a.test": ["93.184.216.34"], "b.test": ["93.184.216.35"] }),
    Doubles.dialer(({ hop: { target } }) => {
      if (target.path === "/robots.txt") return { status: 200, body: "User-agent: *\nDisallow: /private" }
      requests.push(`${target.host}${target.path}`)
      const page = { status: 200, headers: { "content-type": "text/markdown" }, body: `# Tides\n\nAt ${target.path}.` }
      return answer(target.path) ?? page
    }),
    ConfigProvider.layer(ConfigProvider.fromEnv({ env: environment({ PORTHOLE_EXTRACT_ISOLATION: "none" }) })),
  )
  return { layer, requests }
}

type Site = ReturnType<typeof site>

/** Runs a batch without a pace. */
const batch = async ({ layer }: Site, options: Partial<BatchOptions> & { readonly file: string }, input = "") => {
  const streams = keptStreams()
  const stdin = Stdio.layerTest({ stdin: Stream.make(new TextEncoder().encode(input)) })
  const usual = { out: undefined, format: "markdown", maxLength: undefined, concurrency: 1, delay: 0 } as const
  const exit = await Effect.runPromiseExit(
    run({ ...usual, restart: false, retryFailed: undefined, settings: { robots: true }, ...options }).pipe(
      Effect.provide(Layer.mergeAll(layer, streams.layer, stdin)),
    ),
  )
  return { isDone: Exit.isSuccess(exit), ...streams.texts() }
}

const resultsIn = (folder: string): ReadonlyArray<Record<string, unknown>> =>
  readFileSync(join(folder, "results.ndjson"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line): Record<string, unknown> => JSON.parse(line))

describe("porthole batch --out", () => {
  it("writes each page with its front matter, and a result for each line, also for those that fail", async () => {
    const { file, out } = given(
      "http://a.test/one",
      "# a comment",
      "",
      '{ "url": "http://a.test/two", "id": 7, "format": "text" }',
      "http://a.test/private/x",
      "http://a.test/missing",
      "http://a.test/one",
      "{ nonsense",
      `http://a.test/${"x".repeat(8_000)}`,
    )
    const web = site((path) => (path === "/missing" ? { status: 404 } : undefined))
    const { err, isDone } = await batch(web, { file, out })
    assert.isTrue(isDone)
    const results = resultsIn(out)
    assert.lengthOf(results, 6)
    const of = (url: string) => results.find((line) => line["url"] === url)
    const page = of("http://a.test/one")
    const text = readFileSync(join(out, `${page?.["file"]}`), "utf8")
    assert.match(`${page?.["file"]}`, /^a\.test\/one-[0-9a-f]{16}\.md$/)
    assert.match(
      text,
      /^---\nurl: "http:\/\/a\.test\/one"\ntitle: "Tides"\nfetched_at: ".+"\nsha256: "[0-9a-f]{64}"\n---\n\n/,
    )
    assert.include(text, "At /one.")
    assert.deepInclude(of("http://a.test/two"), { id: 7, status_code: 200, request: { format: "text" } })
    assert.match(`${of("http://a.test/two")?.["file"]}`, /\.txt$/)
    assert.strictEqual(of("http://a.test/private/x")?.["failure"], "robots_disallowed")
    assert.strictEqual(of("http://a.test/missing")?.["failure"], "http_404")
    assert.include(`${of("{ nonsense")?.["message"]}`, "Line 8 can't be used")
    const long = results.find((line) => `${line["url"]}`.length > 8_000)
    assert.match(`${long?.["file"]}`, /^a\.test\/x{80}-[0-9a-f]{16}\.md$/)
    assert.include(err, "6 URLs of 2 hosts to read; 1 duplicate line.")
    assert.include(err, "3 pages in")
    assert.include(err, "  1  http_404\n")
    assert.include(err, "--retry-failed` tries the failed ones again.")
  })

  it("names the lines of a list in UTF-16, and requests none", async () => {
    const { file, out } = given()
    writeFileSync(file, Buffer.from("\ufeffhttp://a.test/one\nhttp://a.test/two", "utf16le"))
    const web = site()
    await batch(web, { file, out })
    assert.deepStrictEqual(
      resultsIn(out).map(({ failure, url }) => [url, failure]),
      [
        ["line 1", "invalid_request"],
        ["line 2", "invalid_request"],
      ],
    )
    assert.deepStrictEqual(web.requests, [])
  })

  it("says that a file has no URL, and names a line that is too long for one", async () => {
    const { file, out } = given("", "# a comment")
    assert.include((await batch(site(), { file, out })).err, `${file} has no URL.`)
    appendFileSync(file, `\nhttp://a.test/${"x".repeat(17_000)}`)
    await batch(site(), { file, out })
    assert.deepInclude(resultsIn(out)[0], { url: "line 3", message: "The line has more than 16 KiB, or isn't UTF-8." })
  })

  it("gives files to URLs that differ in the case of letters or in dots alone", async () => {
    const { file, out } = given("http://a.test/A", "http://a.test/a", "http://a.test/..%2f..%2fa", "http://a.test/a?b")
    await batch(site(), { file, out })
    const files = readdirSync(join(out, "a.test"))
    assert.lengthOf(new Set(files.map((name) => name.toLowerCase())), 4)
    assert.isTrue(files.every((name) => /^[a-z0-9-]+\.md$/.test(name)))
  })

  it("reads nothing twice, what is new, and what failed only if it is told to", async () => {
    const { file, out } = given("http://a.test/one", "http://a.test/missing", "http://b.test/gone")
    let isBack = false
    const web = site((path) => (isBack || path === "/one" ? undefined : { status: path === "/gone" ? 410 : 404 }))
    await batch(web, { file, out })
    appendFileSync(file, "\nhttp://a.test/new")
    isBack = true
    const second = await batch(web, { file, out })
    assert.include(second.err, "1 URL of 1 host to read; 1 done and 2 failed before; 3 known lines.")
    assert.deepStrictEqual(web.requests, ["a.test/one", "b.test/gone", "a.test/missing", "a.test/new"])
    await batch(web, { file, out, retryFailed: "http_410" })
    assert.deepStrictEqual(web.requests.slice(4), ["b.test/gone"])
    await batch(web, { file, out, retryFailed: "all" })
    assert.deepStrictEqual(web.requests.slice(5), ["a.test/missing"])
    assert.lengthOf(resultsIn(out), 4)
    assert.isTrue(resultsIn(out).every((line) => line["failure"] === undefined))
    await batch(web, { file, out, restart: true })
    assert.lengthOf(web.requests, 10)
  })

  it("prints the command that tries again, as a shell reads it", async () => {
    const { file, out } = given("http://a.test/missing")
    const web = site(() => ({ status: 404, body: "" }))
    const options = { file, out: `${out}'s pages`, format: "text", maxLength: 500 } as const
    const command = (await batch(web, options)).err.match(/`(porthole batch .*)`/)?.[1]
    assert.strictEqual(
      command,
      `porthole batch ${file} --out '${out}'\\''s pages' --format text --max-length 500 --retry-failed`,
    )
  })

  it("keeps to the form in which it began, and leaves a crawl's folder alone", async () => {
    const { file, out } = given("http://a.test/one", '{ "url": "http://a.test/two", "qeury": "tides" }')
    const web = site()
    const first = await batch(web, { file, out })
    assert.include(first.err, "Fields of the lines that aren't parameters are ignored: qeury.\n")
    const other = await batch(web, { file, out, format: "text" })
    assert.isFalse(other.isDone)
    assert.include(other.err, "The folder's pages were written with --format markdown. Use another folder, or")
    assert.include((await batch(web, { file, out, maxLength: 500 })).err, "were written without --max-length.")
    assert.lengthOf(web.requests, 2)
    assert.isTrue((await batch(web, { file, out, format: "text", restart: true })).isDone)
    assert.lengthOf(web.requests, 4)
    writeFileSync(join(out, ".porthole", "crawl.json"), "{}")
    assert.include((await batch(web, { file, out, format: "text", restart: true })).err, "The folder has a crawl.")
  })

  it("makes a damaged state anew from the results, keeps the damaged one, and says so", async () => {
    const { file, out } = given(
      "http://a.test/one",
      "http://a.test/missing",
      '{ "url": "http://a.test/one", "id": "x" }',
    )
    const web = site((path) => (path === "/missing" ? { status: 404 } : undefined))
    await batch(web, { file, out })
    writeFileSync(join(out, ".porthole", "frontier.db"), "nonsense".repeat(1_000))
    const before = resultsIn(out)
    const { err, isDone } = await batch(web, { file, out })
    assert.isTrue(isDone)
    assert.include(err, "The job's state was damaged")
    assert.include(err, "The new one has 3 results of results.ndjson.")
    assert.deepStrictEqual(resultsIn(out), before)
    assert.include(readdirSync(join(out, ".porthole")), "frontier.db.damaged")
    assert.lengthOf(web.requests, 2)
  })

  it("says why it can't write, and leaves no half a file", async () => {
    const { file, out } = given("http://a.test/one")
    writeFileSync(out, "a file")
    const { err, isDone } = await batch(site(), { file, out })
    assert.isFalse(isDone)
    assert.include(err, `${out} is a file. Name a folder with --out.`)
    const below = await batch(site(), { file, out: join(out, "below") })
    assert.include(below.err, `${out} is a file. Name a folder with --out.`)
    // Such a folder isn't made by Node, which would try for ever.
    const nowhere = await batch(site(), { file, out: "/proc/none" })
    assert.include(nowhere.err, "/proc/none can't be written or read. Check the folder and its permissions")
  })
})

describe("the folder of a job", () => {
  it("is one program's at a time, which a second one says and changes nothing", async () => {
    const { file, out } = given("http://a.test/one")
    const web = site()
    const second = await Effect.runPromise(
      Effect.scoped(
        Effect.andThen(
          Folder.open(out, { restart: false }),
          Effect.promise(() => batch(web, { file, out })),
        ),
      ),
    )
    assert.isFalse(second.isDone)
    assert.include(second.err, "is in use by another program")
    assert.deepStrictEqual(web.requests, [])
  })

  it("says that its disk is full, and what to do", async () => {
    const full = Promise.reject(Object.assign(new Error("no space"), { code: "ENOSPC" }))
    const error = await Effect.runPromise(Effect.flip(Folder.write("a.test/one.md", () => full)))
    assert.strictEqual(
      error.message,
      "a.test/one.md can't be written: the disk is full. Free some space; the same command goes on.",
    )
  })

  it("names the command that reads the rest in the same way", async () => {
    const { file, out } = given("http://a.test/missing")
    const settings = {
      robots: false,
      reader: ["pinned"],
      recording: join(out, "../run.warc"),
      recording_mode: "record",
    } as const
    const { err } = await batch(
      site(() => ({ status: 404, body: "" })),
      { file, out, settings },
    )
    const flags = `--ignore-robots --reader pinned --record ${settings.recording} --retry-failed`
    assert.include(err, `\`porthole batch ${file} --out ${out} ${flags}\` tries the failed ones again.`)
  })

  it("is never left by a link", async () => {
    for (const name of ["a.test", ".porthole", "results.ndjson"]) {
      const { file, out } = given("http://a.test/one")
      const elsewhere = mkdtempSync(join(top, "elsewhere-"))
      mkdirSync(out)
      symlinkSync(elsewhere, join(out, name))
      const { err, isDone } = await batch(site(), { file, out })
      assert.isFalse(isDone)
      assert.include(err, `${name} is a symbolic link`)
      assert.deepStrictEqual(readdirSync(elsewhere), [])
    }
  })

  it("tells reasons that nothing failed with", async () => {
    const { file, out } = given("http://a.test/missing", "no address")
    const web = site(() => ({ status: 404 }))
    await batch(web, { file, out })
    const { err } = await batch(web, { file, out, retryFailed: "timeuot" })
    assert.include(err, "Nothing failed with timeuot. The reasons are http_404, invalid_request.")
  })
})

describe("porthole batch without --out", () => {
  it("prints a line for each URL of stdin, a page or its error", async () => {
    const web = site((path) => (path === "/missing" ? { status: 404 } : undefined))
    const { out } = await batch(web, { file: "-" }, 'http://a.test/one\n{"url":"http://a.test/missing","id":2}\n')
    const lines = linesOf(out)
    assert.lengthOf(lines, 2)
    assert.deepInclude(lines[0], { requested_url: "http://a.test/one", title: "Tides", truncated: false })
    assert.deepInclude(lines[1], {
      requested_url: "http://a.test/missing",
      id: 2,
      error: "http_error",
      status_code: 404,
    })
  })
})

describe("wrong usage of porthole batch", () => {
  it.each([
    [["batch", "none.txt"], "none.txt can't be read."],
    [["batch", "-", "--restart"], "--restart and --retry-failed need the folder of --out DIR."],
    [["batch", "-", "--concurrency", "9"], "--concurrency may be from 1 to 4."],
    [["batch", "-", "--concurrency", "0"], "--concurrency may be from 1 to 4."],
    [["batch", "-", "--delay", "soon"], "a duration of up to 10 min"],
    [["fetch", ...Array.from({ length: 21 }, (_, at) => `http://a.test/${at}`)], "`porthole batch FILE --out DIR`"],
  ])("%j", async (args, expected) => {
    const { code, stderr } = await porthole(args)
    assert.strictEqual(code, 2)
    assert.include(stderr, expected)
  })

  it("--retry-failed takes a reason, or none", async () => {
    const { out } = given()
    for (const flags of [["--retry-failed"], ["--retry-failed", "timeout"]]) {
      const { code, stderr } = await porthole(["batch", "-", "--out", out, ...flags])
      assert.strictEqual(code, 0, stderr)
    }
  })
})
