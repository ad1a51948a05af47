import { spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, openSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { packed as entry } from "./support/packed.ts"
import { porthole } from "./support/inProcess.ts"
import { environment, linesOf, start } from "./support/porthole.ts"

const ndjson = (input: string | Uint8Array) => porthole(["check", "--ndjson", "--offline"], { input })

describe("check URL…", () => {
  it("admits a public literal with 0", async () => {
    const { code, stdout } = await porthole(["check", "http://93.184.216.34/"])
    assert.strictEqual(code, 0)
    assert.strictEqual(stdout, "allowed  http://93.184.216.34/\n")
  })

  it("names the reason, and exits with 1 if any is refused", async () => {
    const { code, stdout } = await porthole(["check", "http://93.184.216.34/", "http://169.254.169.254/latest"])
    assert.strictEqual(code, 1)
    assert.include(stdout, "allowed  http://93.184.216.34/")
    assert.include(stdout, "refused  http://169.254.169.254/latest\n")
    assert.include(stdout, "blocked_url / private_or_metadata_target")
  })

  it("reads a host without a scheme as fetch does", async () => {
    const args = ["example.com", " <https://example.org/> ", "localhost"]
    const { stdout } = await porthole(["check", "--offline", "--json", ...args])
    const unreachable = { allowed: false, error: "http_error", reason: "target_unreachable" }
    assert.deepStrictEqual(linesOf(stdout), [
      { url: "https://example.com", ...unreachable },
      { url: "https://example.org/", ...unreachable },
      { url: "localhost", allowed: false, error: "blocked_url", reason: "invalid_target" },
    ])
    const explained = await porthole(["check", "--offline", "--explain", "example.com"])
    assert.include(explained.stdout, "https://example.com")
  })

  it("--json prints a verdict a line", async () => {
    const { code, stdout } = await porthole(["check", "--json", "http://93.184.216.34/", "ftp://a.test/"])
    assert.strictEqual(code, 1)
    assert.deepStrictEqual(linesOf(stdout), [
      { url: "http://93.184.216.34/", allowed: true },
      { url: "ftp://a.test/", allowed: false, error: "unsupported_scheme" },
    ])
  })

  it("resolves a name, and refuses one without an address", async () => {
    const { code, stdout } = await porthole(["check", "--json", "http://no-such-host.test/"])
    assert.strictEqual(code, 1)
    assert.deepStrictEqual(linesOf(stdout), [
      { url: "http://no-such-host.test/", allowed: false, error: "http_error", reason: "target_unreachable" },
    ])
  })

  it.each([
    ["nobody reads its answer", "http://10.0.0.1/", "pipe", 1],
    ["its answer can't be written", "http://10.0.0.1/", "/dev/full", 1],
    ["its answer, a good one, can't be written", "http://93.184.216.34/", "/dev/full", 1],
    ["nobody reads its good answer", "http://93.184.216.34/", "pipe", 0],
  ])("exits with its code when %s", async (_, requested, to, expected) => {
    const file = to === "pipe" ? undefined : openSync(to, "w")
    const child = spawn(process.execPath, [entry, "check", "--offline", requested], {
      stdio: ["ignore", file ?? "pipe", "ignore"],
      env: environment(),
    })
    child.stdout?.destroy()
    const [code] = await once(child, "exit")
    if (file !== undefined) closeSync(file)
    assert.strictEqual(code, expected)
  })

  it("writes no escape sequence of a URL to a terminal", async () => {
    const { stdout } = await porthole(["check", "http://a.test/\u001b]0;owned\u0007", "--offline"])
    // oxlint-disable-next-line no-control-regex -- escape sequences are what is looked for
    assert.notMatch(stdout, /[\u0007\u001b]/)
  })
})

describe("check --ndjson --offline", () => {
  const blocked = (url: string | null, reason: string) => ({ url, allowed: false, error: "blocked_url", reason })
  const malformed = (url: string | null, reason?: string) => ({
    url,
    allowed: false,
    error: "invalid_request",
    ...(reason === undefined ? {} : { reason }),
  })

  const table: ReadonlyArray<readonly [string, unknown]> = [
    ['{"url":"http://93.184.216.34/"}', { url: "http://93.184.216.34/", allowed: true }],
    ['{"url":"http://a.test/","resolves":["93.184.216.34"]}', { url: "http://a.test/", allowed: true }],
    [
      '{"url":"http://a.test/","resolves":["93.184.216.34","10.0.0.1"]}',
      blocked("http://a.test/", "private_or_metadata_target"),
    ],
    ['{"url":"http://a.test/","resolves":["nonsense"]}', blocked("http://a.test/", "private_or_metadata_target")],
    [
      '{"url":"http://127.0.0.1/","resolves":["93.184.216.34"]}',
      blocked("http://127.0.0.1/", "private_or_metadata_target"),
    ],
    ['{"url":"http://127.0.0.1:81/"}', blocked("http://127.0.0.1:81/", "private_or_metadata_target")],
    ['{"url":"http://a.test:81/","resolves":["10.0.0.1"]}', blocked("http://a.test:81/", "port_not_allowed")],
    ['{"url":"http://u:p@a.test/"}', blocked("http://u:p@a.test/", "invalid_target")],
    ['{"url":""}', blocked("", "invalid_target")],
    [
      '{"url":"http://a.test/"}',
      { url: "http://a.test/", allowed: false, error: "http_error", reason: "target_unreachable" },
    ],
    [
      '{"url":"http://a.test/","resolves":[]}',
      { url: "http://a.test/", allowed: false, error: "http_error", reason: "target_unreachable" },
    ],
    ["", malformed(null)],
    ["not json", malformed(null)],
    ["null", malformed(null)],
    ["[]", malformed(null)],
    ['"http://93.184.216.34/"', malformed(null)],
    ["{}", malformed(null, "url")],
    ['{"url":7}', malformed(null, "url")],
    ['{"url":null}', malformed(null, "url")],
    ['{"url":"http://a.test/","resolves":"10.0.0.1"}', malformed("http://a.test/", "resolves")],
    ['{"url":"http://a.test/","resolves":[1]}', malformed("http://a.test/", "resolves")],
    ['{"url":"http://a.test/","resolves":null}', malformed("http://a.test/", "resolves")],
  ]

  it("judges each line separately, malformed ones too", async () => {
    const { code, stdout, stderr } = await ndjson(table.map(([line]) => `${line}\n`).join(""))
    assert.strictEqual(code, 0)
    assert.strictEqual(stderr, "")
    const answers = linesOf(stdout)
    assert.strictEqual(answers.length, table.length)
    for (const [index, [line, expected]] of table.entries()) assert.deepStrictEqual(answers[index], expected, line)
  })

  it("prints one line for each input line, in order, with or without a final line feed", async () => {
    const hosts = Array.from({ length: 1_000 }, (_, index) => `http://h${index}.test/`)
    const input = hosts.map((url, index) => (index % 7 === 0 ? "" : JSON.stringify({ url }))).join("\r\n")
    const [without, ending] = await Promise.all([ndjson(input), ndjson(`${input}\r\n`)])
    assert.strictEqual(ending.stdout, without.stdout)
    const answers = without.stdout.trimEnd().split("\n")
    assert.strictEqual(answers.length, hosts.length)
    for (const [index, line] of answers.entries()) {
      assert.include(line, index % 7 === 0 ? '"url":null' : `"url":"${hosts[index]}"`)
    }
  })

  it("answers no input with no output", async () => {
    assert.deepInclude(await ndjson(""), { code: 0, stdout: "", stderr: "" })
  })

  it("survives huge lines, broken UTF-8 and deep nesting", async () => {
    const { code, stdout } = await ndjson(
      Buffer.concat([
        Buffer.from(`{"url":"http://a.test/${"x".repeat(3_000_000)}"}\n`),
        Buffer.from([0x7b, 0xff, 0xfe, 0x0a]),
        Buffer.alloc(17 * 1024 * 1024, "y"),
        Buffer.from(`\n${"[".repeat(500_000)}\n{"url":"http://93.184.216.34/"}`),
      ]),
    )
    assert.strictEqual(code, 0)
    const answers = linesOf(stdout)
    assert.strictEqual(answers.length, 5)
    assert.deepStrictEqual(answers.slice(1, 4), [malformed(null), malformed(null), malformed(null)])
    assert.deepStrictEqual(answers[4], { url: "http://93.184.216.34/", allowed: true })
  })

  it("answers a line when it arrives, not when stdin ends", async () => {
    const { child, finished } = start(["check", "--ndjson", "--offline"])
    const first = new Promise((resolve) => child.stdout.once("data", resolve))
    child.stdin.write('{"url":"http://93.184.216.34/"}\n')
    await first
    child.stdin.end('{"url":"http://10.0.0.1/"}\n')
    const { code, stdout } = await finished
    assert.strictEqual(code, 0)
    assert.strictEqual(linesOf(stdout).length, 2)
  })

  it("resolves without --offline, and keeps the order", async () => {
    const { code, stdout } = await porthole(["check", "--ndjson"], {
      input: '{"url":"http://no-such-host.test/"}\n{"url":"http://93.184.216.34/"}\n',
    })
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(linesOf(stdout), [
      { url: "http://no-such-host.test/", allowed: false, error: "http_error", reason: "target_unreachable" },
      { url: "http://93.184.216.34/", allowed: true },
    ])
  })

  it("ends silently when its reader closes the pipe", async () => {
    const { child, finished } = start(["check", "--ndjson", "--offline"])
    child.stdout.once("data", () => child.stdout.destroy())
    const more = () => {
      while (!child.stdin.destroyed && child.stdin.write('{"url":"http://93.184.216.34/"}\n'.repeat(1_000)));
    }
    child.stdin.on("drain", more)
    more()
    const { code, stderr } = await finished
    assert.strictEqual(code, 0)
    assert.strictEqual(stderr, "")
  })
})
