/** Tests `porthole crawl` over doubles of the network: its folder, and what a later crawl tells of changes. */
import { Doubles } from "@porthole/testing"
import { ConfigProvider, Effect, Exit, Layer } from "effect"
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { crawlSite, type CrawlOptions } from "../src/commands/site/crawlSite.ts"
import * as LineDiff from "../src/commands/site/LineDiff.ts"
import { keptStreams } from "./support/output.ts"
import { environment } from "./support/porthole.ts"

const top = mkdtempSync(join(tmpdir(), "porthole-crawl-"))
afterAll(() => rmSync(top, { recursive: true }))

/** A site with these texts by path, which answers 403 at some; `log` has the path and status of each page's answer. */
const site = (texts: Record<string, string>, failing: Set<string> = new Set()) => {
  const log: Array<string> = []
  const answer = (path: string, known: string | undefined): Doubles.Answer => {
    const text = texts[path]
    if (failing.has(path)) return { status: 403 }
    if (text === undefined) return { status: 404 }
    const etag = `"${text.length}-${text.at(-1)}"`
    const links = Object.keys(texts).map((link) => `<a href="${link}">${link}</a>`)
    const body = `<title>At ${path}</title><nav>${links.join(" ")}</nav><main><p>${text}</p><p>Last line.</p></main>`
    return known === etag
      ? { status: 304, headers: { etag } }
      : { status: 200, headers: { "content-type": "text/html", etag }, body }
  }
  const layer = Layer.mergeAll(
    Doubles.resolver({ "a.test": ["93.184.216.34"] }),
    Doubles.dialer(({ headers, hop: { target } }) => {
      const answered = answer(target.path, headers["if-none-match"])
      if (target.path in texts || failing.has(target.path)) log.push(`${target.path} ${answered.status}`)
      return answered
    }),
    ConfigProvider.layer(ConfigProvider.fromEnv({ env: environment({ PORTHOLE_EXTRACT_ISOLATION: "none" }) })),
  )
  return { layer, log }
}

const crawl = async ({ layer }: ReturnType<typeof site>, options: Partial<CrawlOptions> = {}) => {
  const streams = keptStreams()
  const usual: CrawlOptions = {
    url: "http://a.test/",
    format: "markdown",
    include: undefined,
    exclude: undefined,
    subdomains: false,
    isDryRun: false,
    out: undefined,
    maxPages: 500,
    maxDepth: undefined,
    maxBytes: undefined,
    changes: undefined,
    hasDiff: false,
    delay: 0,
    concurrency: 1,
    restart: false,
    settings: { robots: true },
  }
  const exit = await Effect.runPromiseExit(
    crawlSite({ ...usual, ...options }).pipe(Effect.provide(Layer.merge(layer, streams.layer))),
  )
  return { isDone: Exit.isSuccess(exit), ...streams.texts() }
}

const linesIn = (file: string): ReadonlyArray<Record<string, unknown>> =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Record<string, unknown> => JSON.parse(line))

const withoutTime = (text: string): string => text.replace(/^fetched_at: .*$/m, "")

const words = "The harbour is open from six in the morning until the last boat is back."

describe("porthole crawl --out", () => {
  it("leaves the folder free when nothing can be crawled from a URL", async () => {
    const out = join(top, "wrong")
    for (const url of ["htps://a.test/", "https://user:secret@a.test/"]) {
      assert.isFalse((await crawl(site({}), { out, url })).isDone)
      assert.isFalse(existsSync(out))
    }
  })

  it("writes the pages, and later tells exactly what has changed", async () => {
    const folder = mkdtempSync(join(top, "site-"))
    const [out, changes] = [join(folder, "docs"), join(folder, "changes.ndjson")]
    const texts: Record<string, string> = { "/": `Home. ${words}`, "/one": `One. ${words}`, "/two": `Two. ${words}` }
    const first = await crawl(site(texts), { out })
    assert.isTrue(first.isDone, first.err)
    assert.include(first.err, "3 URLs visited")
    const page = linesIn(join(out, "results.ndjson")).find(({ url }) => url === "http://a.test/one")
    assert.include(readFileSync(join(out, `${page?.["file"]}`), "utf8"), 'url: "http://a.test/one"')

    texts["/one"] = `One is another. ${words}!`
    texts["/new"] = `New. ${words}?`
    delete texts["/two"]
    const web = site(texts)
    const second = await crawl(web, { out, changes, hasDiff: true })
    assert.include(second.err, "1 new, 1 changed, 1 gone, 1 unchanged")
    assert.sameMembers(web.log, ["/ 304", "/one 200", "/new 200"])
    const told = linesIn(changes).map(({ change, diff, url }) => [url, change, diff])
    assert.sameDeepMembers(told, [
      ["http://a.test/one", "changed", `@@ line 1 @@\n-One. ${words}\n+One is another. ${words}!`],
      ["http://a.test/new", "new", undefined],
      ["http://a.test/two", "gone", undefined],
    ])

    const third = await crawl(site(texts), { out, changes })
    assert.include(third.err, "0 new, 0 changed, 0 gone, 3 unchanged")
    assert.deepStrictEqual(linesIn(changes), [])
  })

  it("keeps the lines of pages that a smaller bound leaves out, and asks for them later", async () => {
    const out = mkdtempSync(join(top, "site-"))
    const texts: Record<string, string> = { "/": `Home. ${words}`, "/one": `One. ${words}`, "/two": `Two. ${words}` }
    await crawl(site(texts), { out })
    const bounded = await crawl(site(texts), { out, maxPages: 1 })
    assert.include(bounded.err, "1 URL visited")
    assert.include(bounded.err, "2 known URLs beyond --max-pages stayed")
    assert.include(bounded.err, "0 new, 0 changed, 0 gone, 1 unchanged")
    const lines = linesIn(join(out, "results.ndjson"))
    assert.sameMembers(
      lines.map(({ url }) => url),
      ["http://a.test/", "http://a.test/one", "http://a.test/two"],
    )
    assert.isTrue(lines.every(({ file }) => typeof file === "string"))
    texts["/two"] = `Two is another. ${words}!`
    const [web, changes] = [site(texts), join(out, "changes.ndjson")]
    assert.include((await crawl(web, { out, changes, hasDiff: true })).err, "0 new, 1 changed, 0 gone, 2 unchanged")
    assert.sameMembers(web.log, ["/ 304", "/one 304", "/two 200"])
    assert.include(linesIn(changes)[0]?.["diff"], "+Two is another.")
  })

  it("tells of a state that was damaged halfway, and then all that has changed since the crawl before", async () => {
    const folder = mkdtempSync(join(top, "site-"))
    const [out, changes] = [join(folder, "docs"), join(folder, "changes.ndjson")]
    const texts: Record<string, string> = { "/": `Home. ${words}`, "/one": `One. ${words}`, "/two": `Two. ${words}` }
    await crawl(site(texts), { out })
    texts["/"] = `Home is another. ${words}!`
    texts["/two"] = `Two is another. ${words}!`
    assert.include((await crawl(site(texts), { out, maxBytes: 10 })).err, "1 URL visited, 0 failed, 2 left")
    const state = join(out, ".porthole", "frontier.db")
    writeFileSync(state, "nonsense".repeat(1_000))
    rmSync(`${state}-wal`, { force: true })
    const refused = await crawl(site(texts), { out, format: "text" })
    assert.include(refused.err, "The folder's pages were written with --format markdown.")
    const { err } = await crawl(site(texts), { out, changes })
    assert.include(err, "The job's state was damaged")
    assert.include(err, "0 new, 2 changed, 0 gone, 1 unchanged")
    assert.sameMembers(
      linesIn(changes).map(({ url }) => url),
      ["http://a.test/", "http://a.test/two"],
    )
  })

  it("says before it reads anything that it can't write the changes", async () => {
    const out = mkdtempSync(join(top, "site-"))
    const web = site({ "/": `Home. ${words}` })
    for (const changes of [out, join(out, "none", "changes.ndjson")]) {
      const { err, isDone } = await crawl(web, { out, changes })
      assert.isFalse(isDone)
      assert.include(err, `${changes} can't be written or read.`)
    }
    assert.deepStrictEqual(web.log, [])
  })

  it("reads a page whose file is gone anew", async () => {
    const out = mkdtempSync(join(top, "site-"))
    const texts = { "/": `Home. ${words}`, "/one": `One. ${words}` }
    await crawl(site(texts), { out })
    const fileOf = () => {
      const page = linesIn(join(out, "results.ndjson")).find(({ url }) => url === "http://a.test/one")
      return join(out, `${page?.["file"]}`)
    }
    const text = readFileSync(fileOf(), "utf8")
    rmSync(fileOf())
    const web = site(texts)
    assert.include((await crawl(web, { out })).err, "0 new, 0 changed, 0 gone, 2 unchanged")
    assert.sameMembers(web.log, ["/ 304", "/one 200"])
    assert.strictEqual(withoutTime(readFileSync(fileOf(), "utf8")), withoutTime(text))
  })

  it("takes no failure for the end of a page, and forgets nothing of it", async () => {
    const out = mkdtempSync(join(top, "site-"))
    const texts = { "/": `Home. ${words}`, "/one": `One. ${words}` }
    await crawl(site(texts), { out })
    const failed = await crawl(site(texts, new Set(["/one"])), { out })
    assert.include(failed.err, "0 new, 0 changed, 0 gone, 1 unchanged")
    const again = site(texts)
    assert.include((await crawl(again, { out })).err, "0 new, 0 changed, 0 gone, 2 unchanged")
    assert.sameMembers(again.log, ["/ 304", "/one 304"])
  })
})

describe("the folder of a crawl", () => {
  it("is of one site and format, and a crawl that isn't finished goes on with its patterns", async () => {
    const out = mkdtempSync(join(top, "site-"))
    const web = site({ "/": `Home. ${words}`, "/one": `One. ${words}`, "/two": `Two. ${words}` })
    await crawl(web, { out, maxPages: 2 })
    const refused = async (options: Partial<CrawlOptions>) => {
      const { err, isDone } = await crawl(web, { out, ...options })
      assert.isFalse(isDone)
      return err
    }
    assert.include(await refused({ url: "http://b.test/" }), "The folder has a crawl of http://a.test/.")
    assert.include(await refused({ format: "text" }), "were written with --format markdown")
    // The pages that the bound left out are found now, and none is gone that a pattern no longer wants.
    const { err } = await crawl(web, { out, exclude: ["/one"] })
    assert.include(err, "1 new, 0 changed, 0 gone, 1 unchanged")
  })

  it("isn't left by a link in the place of its plan, though it begins anew", async () => {
    const out = mkdtempSync(join(top, "site-"))
    const web = site({ "/": `Home. ${words}` })
    await crawl(web, { out })
    const [planned, elsewhere] = [join(out, ".porthole", "crawl.json"), join(top, "elsewhere")]
    writeFileSync(elsewhere, "mine")
    rmSync(planned)
    symlinkSync(elsewhere, planned)
    const { err, isDone } = await crawl(web, { out, restart: true })
    assert.isFalse(isDone)
    assert.include(err, "crawl.json is a symbolic link")
    assert.strictEqual(readFileSync(elsewhere, "utf8"), "mine")
  })
})

describe("porthole crawl", () => {
  it("says why it has no page", async () => {
    const { err, isDone } = await crawl(site({}, new Set(["/"])))
    assert.isFalse(isDone)
    assert.include(err, "0 pages; 1 URL visited, 1 failed")
    assert.include(err, "The site answered with status 403.")
  })

  it("prints lines without a folder, and tells its bound", async () => {
    const { err, out } = await crawl(site({ "/": `Home. ${words}`, "/one": words }), { maxPages: 1 })
    assert.deepInclude(JSON.parse(out), { url: "http://a.test/", title: "At /", change: "new" })
    assert.include(err, "--max-pages ended it at 1: 1 more links were found.")
  })

  it("names its bounds as flags", async () => {
    const { err } = await crawl(site({ "/": `Home. ${words}`, "/one": words }), { maxDepth: 0 })
    assert.include(err, "The crawl ended at --max-depth: links of deeper pages weren't followed.")
  })

  it.each([
    [{ changes: "x" }, "need the folder of --out DIR"],
    [{ hasDiff: true }, "--diff needs --changes FILE"],
    [{ concurrency: 99 }, "--concurrency may be from 1 to 4"],
    [{ maxPages: 0 }, "--max-pages may be from 1 to 100,000"],
    [{ maxDepth: -1 }, "--max-depth may be 0 or more"],
    [{ url: "http://10.0.0.1/" }, "private, local or metadata address"],
  ])("refuses %j", async (options, message) => {
    const { err, isDone } = await crawl(site({}), options)
    assert.isFalse(isDone)
    assert.include(err, message)
  })
})

describe("the difference of texts", () => {
  it("has changed lines alone", () => {
    assert.strictEqual(LineDiff.of("a\nb\nc\nd", "a\nx\nc\ny\nd"), "@@ line 2 @@\n-b\n+x\n@@ line 4 @@\n+y")
    assert.strictEqual(LineDiff.of("a\nb", "a\nb"), "")
    const long = Array.from({ length: 5_000 }, (_, at) => `${at}`)
    assert.isBelow(LineDiff.of(long.join("\n"), long.toReversed().join("\n")).length, 20_010)
  })
})
