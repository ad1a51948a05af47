import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, assert, describe, it } from "vitest"
import { zipOf } from "../../extract-office/test/support.ts"
import { porthole } from "./support/inProcess.ts"
import { linesOf, porthole as startsProcess } from "./support/porthole.ts"

const folder = mkdtempSync(join(tmpdir(), "porthole-extract-"))
afterAll(() => rmSync(folder, { recursive: true }))

const saved = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const sentence = "The harbour master wrote down each ship that came in before the fog closed the bay. "
const html = (body: string, title = "The harbour log"): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title></head><body><article>${body}</article></body></html>`
const article = html(`<h1>The harbour log</h1>${`<p>${sentence.repeat(4)}<a href="/next">next</a></p>`.repeat(3)}`)
const url = "https://example.com/log/"

const page = saved("page.html", article)
const zipped = saved("page.html.gz", gzipSync(article))
const plain = saved("note.txt", "Plain words, <b>not</b> markup.\n")
const wide = saved("wide.html", Buffer.from(`\ufeff${article}`, "utf16le"))
const unmarked = saved("unmarked.html", Buffer.from(article, "utf16le"))
const unnamed = saved("unnamed", article)
const empty = saved("empty.html", "")
const covered = saved(
  "covered.html",
  html(`<p>${sentence.repeat(8)}</p><p style="font-size:0">Obey</p><p>a\u200bb</p>`),
)
const damaged = saved("damaged.gz", gzipSync(article).subarray(0, 60))
const picture = saved("picture.html", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]))
const long = saved("long.html", html(`<p>${sentence.repeat(30)}</p>`.repeat(50)))
const table = saved("tides.csv.gz", gzipSync("hour,height\n06:10,4.2\n"))
const data = saved("tides.json", '{"high": 4.20}')
const document = saved(
  "tides.pdf",
  `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 40>>
stream
BT /F 12 Tf 72 700 Td (High water.) Tj ET
endstream
endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R/Size 6>>
%%EOF`,
)
const pipe = join(folder, "pipe")
execFileSync("mkfifo", [pipe])
const bomb = saved("bomb.html.gz", gzipSync(new Uint8Array(65 * 1024 * 1024)))
const large = saved("large.html", "")
truncateSync(large, 64 * 1024 * 1024 + 1)
const hostile = saved(
  "hostile.html",
  html(`<p>\u001b]0;owned\u0007\u009b31m${sentence.repeat(8)}\u202e</p>`, "a\u001b[2Jb"),
)

const one = async (args: ReadonlyArray<string>) => {
  const { code, stdout } = await porthole(["extract", ...args, "--json"])
  const [value, ...more] = linesOf(stdout)
  assert.strictEqual(more.length, 0)
  assert.isTrue(stdout.endsWith("\n"))
  return { code, value }
}

/** The results of many files, read by one process. */
const many = async (...paths: ReadonlyArray<string>) => {
  const input = paths.map((path) => `${JSON.stringify({ path, url })}\n`).join("")
  const { code, stdout } = await porthole(["extract", "--ndjson"], { input })
  assert.strictEqual(code, 0)
  const values = linesOf(stdout)
  assert.lengthOf(values, paths.length)
  return values
}

describe("extract FILE", () => {
  it("prints the page for a person", async () => {
    const { code, stdout } = await porthole(["extract", page, "--url", url])
    assert.strictEqual(code, 0)
    assert.isTrue(stdout.startsWith(`The harbour log\n${url}\n\n`), stdout.slice(0, 80))
    assert.include(stdout, sentence.trim())
    assert.include(stdout, "[next](https://example.com/next)")
  })

  it("--json prints exactly web_fetch's answer", async () => {
    const { code, value } = await one([page, "--url", url])
    assert.strictEqual(code, 0)
    assert.containsAllKeys(value, ["content_md"])
    assert.deepInclude(value, {
      title: "The harbour log",
      url,
      links: ["https://example.com/next"],
      status_code: 200,
      truncated: false,
      cached: false,
    })
  })

  it("reads a saved message as a message", async () => {
    const mail = saved(
      "tides.eml",
      "From: ann@tides.test\nSubject: =?utf-8?Q?T=C3=ADdes?=\nContent-Type: text/plain\n\nSix.\n",
    )
    const [read] = await many(mail)
    assert.deepInclude(read, { title: "Tídes" })
  })

  it("--extract-media writes the pictures of a document to a folder, and replaces no file", async () => {
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    const archive = saved("pictures.zip", zipOf([{ name: "../media/quay.png", content: png }]))
    const media = join(folder, "media", "new")
    const args = ["extract", archive, "--extract-media", media]
    const { code, stdout } = await porthole(args)
    assert.strictEqual(code, 0)
    assert.include(stdout, "quay.png")
    assert.deepStrictEqual(readdirSync(media), ["quay.png"])
    const again = await porthole(args)
    assert.notStrictEqual(again.code, 0)
    assert.include(again.stderr, "AlreadyExists. Name an empty folder.")
    assert.strictEqual((await porthole(["extract", "-", "--extract-media", media])).code, 2)
    // Such a folder isn't made by Node, which would try for ever.
    const nowhere = await porthole(["extract", archive, "--extract-media", "/proc/none"])
    assert.include(nowhere.stderr, "The folder /proc/none can't be made (ENOENT). Name an empty folder.")
  })

  it("reads gzipped files, files without an extension and UTF-16, which is full of zeros, the same", async () => {
    const { code, value } = await one([zipped, "--url", url])
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(await many(page, zipped, unnamed, wide, unmarked), [value, value, value, value, value])
  })

  it("reads text as text, and other formats by the extension or the first bytes", async () => {
    const [text, ...others] = await many(plain, table, data, document)
    assert.include(JSON.stringify(text), "<b>not</b>")
    const expected = [
      "| hour | height |\n| --- | --- |\n| 06:10 | 4.2 |",
      '```json\n{"high": 4.20}\n```',
      "## Page 1\n\nHigh water.",
    ]
    for (const [index, content_md] of expected.entries()) assert.deepInclude(others[index], { content_md })
  })

  it("needs no URL that the policy admits: nothing is fetched", async () => {
    const { code, value } = await one([page, "--url", "http://wiki.internal:8080/log/"])
    assert.strictEqual(code, 0)
    assert.deepInclude(value, { url: "http://wiki.internal:8080/log/", links: ["http://wiki.internal:8080/next"] })
  })

  it("warns of a page with nothing to read", async () => {
    assert.deepInclude((await one([empty, "--url", url])).value, { warning: "low_content", content_md: "" })
  })

  it("doesn't warn of a small document that is there as a whole", async () => {
    const feed = saved(
      "tides.xml",
      "<rss version='2.0'><channel><title>T</title><item><title>High</title></item></channel></rss>",
    )
    for (const value of await many(table, data, feed)) assert.notProperty(value, "warning")
    const nothing = saved("nothing.csv", "")
    assert.notProperty((await many(plain, nothing))[0], "warning")
    assert.deepInclude((await many(plain, nothing))[1], { warning: "low_content" })
  })

  it("says that --query is ignored beside --start-index or --section", async () => {
    const text = saved(
      "sections.md",
      `# Tides\n\n${"High water at six. ".repeat(40)}\n\n## Neaps\n\nLow water at noon.\n`,
    )
    for (const [flag, value] of [
      ["--start-index", "20"],
      ["--section", "Neaps"],
    ] as const) {
      const { code, stderr } = await porthole(["extract", text, "--url", url, "--query", "noon", flag, value])
      assert.strictEqual(code, 0, stderr)
      assert.include(stderr, `--query was ignored, because ${flag} says what to read.`)
    }
  })

  it("reports removed hidden text, on stderr, beside the page", async () => {
    const { value } = await one([covered, "--url", url])
    assert.deepInclude(value, { removed: { hidden_elements: 1, invisible_characters: 1 } })
    const { stderr, stdout } = await porthole(["extract", covered, "--url", url])
    assert.include(stderr, "Removed from the page: 1 hidden element and 1 invisible character.")
    assert.notInclude(stdout, "Obey")
  })

  it("never cuts without --max-length", async () => {
    const env = { PORTHOLE_MAX_LENGTH: "200", PORTHOLE_MAX_FETCH_BYTES: "1024", PORTHOLE_EXTRACT_TIMEOUT: "60s" }
    const whole = await porthole(["extract", long, "--url", url, "--json"], { env })
    const [value] = linesOf(whole.stdout)
    assert.deepInclude(value, { truncated: false })
    assert.notProperty(value, "total_length")
    assert.isAbove(whole.stdout.length, 100_000)
    const cut = await one([long, "--url", url, "--max-length", "500"])
    assert.deepInclude(cut.value, { truncated: true })
    assert.isBelow(JSON.stringify(cut.value).length, 1_500)
  })

  it("--extract text and html print only that", async () => {
    const text = await porthole(["extract", page, "--url", url, "--extract", "text"])
    assert.isTrue(text.stdout.startsWith("The harbour"), text.stdout.slice(0, 40))
    assert.notInclude(text.stdout, url)
    const markup = await porthole(["extract", page, "--url", url, "--extract", "html"])
    assert.include(markup.stdout, "<p>")
    assert.property((await one([page, "--url", url, "--extract", "html"])).value, "content")
  })

  it("passes no control character of a page to a terminal", async () => {
    const { stdout } = await porthole(["extract", hostile, "--url", url])
    assert.include(stdout, sentence.trim())
    // oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
    assert.notMatch(stdout, /[\u0007\u001b\u009b\u202e]/)
  })

  it.each([
    ["a file that isn't there", join(folder, "nothing.html"), { error: "invalid_request", reason: "path" }],
    ["a folder", folder, { error: "invalid_request", reason: "path" }],
    ["a damaged gzip", damaged, { error: "invalid_request", reason: "path" }],
    ["a picture", picture, { error: "unsupported_content_type" }],
    ["a file over the cap", large, { error: "response_too_large" }],
    ["a gzip bomb", bomb, { error: "response_too_large" }],
    ["a pipe that nobody writes to", pipe, { error: "invalid_request", reason: "path" }],
    ["an endless file", "/dev/zero", { error: "response_too_large" }],
  ])("fails on %s, with 2 if another file is meant", async (_, path, expected) => {
    const { code, value } = await one([path, "--url", url])
    const expectedCode = expected.error === "invalid_request" ? 2 : 1
    assert.strictEqual(code, expectedCode)
    assert.deepInclude(value, expected)
    // Two of the large ones are read once.
    if (path === bomb || path === "/dev/zero") return
    const reported = await porthole(["extract", path, "--url", url])
    assert.deepStrictEqual([reported.code, reported.stdout], [expectedCode, ""])
    assert.include(reported.stderr, expected.error)
  })

  it("names the file and the cause if it can't be read", async () => {
    const missing = await porthole(["extract", "nosuch.html"])
    assert.include(
      missing.stderr,
      "porthole: nosuch.html can't be read: there is no such file. (invalid_request / path)",
    )
    assert.include((await porthole(["extract", folder])).stderr, `porthole: ${folder} is a folder. Name a file.`)
  })
})

describe("extract without --url", () => {
  const both = saved(
    "both.html",
    html(`<p>${sentence.repeat(8)}<a href="/a">here</a> <a href="https://b.test/c">there</a></p>`),
  )

  it("reads the page, which has no url and absolute links only", async () => {
    const { code, value } = await one([both])
    assert.strictEqual(code, 0)
    assert.notProperty(value, "url")
    assert.deepInclude(value, { title: "The harbour log", links: ["https://b.test/c"], links_total: 1 })
    assert.notInclude(JSON.stringify(value), "saved-page.invalid")
    assert.include(JSON.stringify(value), "[there](https://b.test/c)")
    assert.notInclude(JSON.stringify(value), "[here]")
  })

  it("resolves links against the page's own base", async () => {
    const based = saved("based.html", article.replace("<head>", '<head><base href="https://base.test/x/">'))
    assert.deepInclude((await one([based])).value, { links: ["https://base.test/next"] })
  })

  it("prints it for a person under its title", async () => {
    const { code, stdout, stderr } = await porthole(["extract", page])
    assert.strictEqual(code, 0, stderr)
    assert.isTrue(stdout.startsWith("The harbour log\n\n"), stdout.slice(0, 80))
  })

  it("reads documents of every kind, and --explain does too", async () => {
    for (const path of [plain, table, data, document]) assert.notProperty((await one([path])).value, "url")
    const { code, stdout } = await porthole(["extract", page, "--explain"])
    assert.strictEqual(code, 0)
    assert.include(stdout, "title")
  })
})

describe("extract from stdin", () => {
  it.each([
    ["-", porthole, ["-"], article],
    ["a pipe", porthole, [], article],
    ["a gzipped pipe, of a process", startsProcess, [], gzipSync(article)],
  ])("reads the page: %s", async (_, command, args, input) => {
    const { code, stdout } = await command(["extract", ...args, "--url", url, "--json"], { input })
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(linesOf(stdout), [(await one([page, "--url", url])).value])
  })

  it("reports empty input", async () => {
    const { code, stderr } = await porthole(["extract"])
    assert.strictEqual(code, 2)
    assert.include(stderr, "Nothing came on stdin")
  })
})

describe("extract --ndjson", () => {
  it("answers each line with its page or its error, in order", async () => {
    const lines = [
      { path: page, url },
      { path: join(folder, "nothing.html"), url },
      "not json",
      { path: zipped, url: "https://example.org/" },
      { path: page },
      { url },
      { path: page, url: "ftp://example.com/" },
      { path: "-" },
      "",
    ]
    const input = lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("")
    const { code, stdout, stderr } = await porthole(["extract", "--ndjson"], { input })
    assert.strictEqual(code, 0, stderr)
    const answers = linesOf(stdout)
    const expected = [
      { url },
      { error: "invalid_request", reason: "path" },
      { error: "invalid_request" },
      { url: "https://example.org/" },
      { title: "The harbour log", links: [] },
      { error: "invalid_request", reason: "path" },
      { error: "invalid_request", reason: "url" },
      { error: "invalid_request", reason: "path" },
      { error: "invalid_request" },
    ]
    assert.strictEqual(answers.length, expected.length)
    for (const [index, part] of expected.entries()) assert.deepInclude(answers[index], part)
  })
})
