import { Hop, Network, Settings, WebError } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Operator } from "@porthole/tools"
import { Effect, Layer, Stream } from "effect"
import { assert, describe, it } from "vitest"
import { Output } from "../src/Output.ts"
import { urls } from "../src/commands/check/explain.ts"
import { porthole } from "./support/inProcess.ts"
import { linesOf, porthole as startsProcess } from "./support/porthole.ts"

const publicA = "93.184.216.34"
const publicB = "93.184.216.35"

const resolver = Doubles.resolver({
  "site.test": [publicA],
  "other.test": [publicB],
  "two.test": [publicA, publicB],
  "mixed.test": [publicA, "10.0.0.7"],
  "odd.test": ["10.0.0.7\u001b[2J"],
  "marks.test": ["10.0.0.7\u009b2J\u202e"],
})

const redirects: Readonly<Record<string, string>> = {
  "/other": "https://other.test/",
  "/mixed": "https://mixed.test/",
  "/odd": "https://odd.test/",
  "/metadata": "http://169.254.169.254/\u001b]0;owned\u0007",
  "/end": "/",
  "/again": "/again",
  "/credentials": "https://user:s3cret@x.test/",
  "/shape": "http://us:s3cret/w@x.test/",
  "/nested": "https://other.test/?u=http%3A%2F%2Fuser:s3cret@x.test/",
  "/marks": "https://marks.test/\u009b2J\u202e",
  "/a/1@x": "/a/2@x",
  "/a/2@x": "/a/1@x",
}

const statuses: Readonly<Record<string, number>> = { "/404": 404, "/500": 500 }

/** A site with a table of redirects; the addresses in `gone` are unreachable. Reading a body is an error. */
const dialer = (dialled: Array<string>, gone: ReadonlyArray<string> = [], cause?: Error) =>
  Layer.succeed(
    Network.Dialer,
    Network.Dialer.of({
      dial: ({ hop }) =>
        Effect.suspend(() => {
          assert.isTrue(Hop.is(hop))
          dialled.push(`${hop.address.value} ${hop.url}`)
          if (gone.includes(hop.address.value)) {
            return WebError.fail({ error: "http_error", reason: "target_unreachable", message: "Gone." }, cause)
          }
          const location = redirects[hop.target.path]
          return Effect.succeed({
            status: location === undefined ? (statuses[hop.target.path] ?? 200) : 302,
            headers: location === undefined ? {} : { location },
            body: Stream.die("a body was read"),
          })
        }),
    }),
  )

/** Runs the command in this process, over the table of names and this site. */
const explain = async (
  requested: ReadonlyArray<string>,
  options: {
    readonly json?: boolean
    readonly offline?: boolean
    readonly gone?: ReadonlyArray<string>
    readonly cause?: Error
  } = {},
) => {
  const dialled: Array<string> = []
  const written = { out: "", err: "" }
  const write = (stream: "out" | "err") => (text: string) =>
    Effect.sync(() => {
      written[stream] += text
    })
  const output = Layer.succeed(Output, {
    out: write("out"),
    err: write("err"),
    show: () => Effect.die("nothing is paged here"),
    columns: undefined,
    colours: false,
    showsProgress: false,
    isInteractive: false,
  })
  const code = await Effect.runPromise(
    urls({ urls: requested, json: options.json ?? false, offline: options.offline ?? false }).pipe(
      Effect.match({ onFailure: (end) => ("code" in end ? end.code : -1), onSuccess: () => 0 }),
      Effect.provide(Layer.mergeAll(output, resolver, dialer(dialled, options.gone, options.cause))),
    ),
  )
  return { code, dialled, ...written }
}

describe("check --explain", () => {
  it("traces a redirect chain to its end, and reads no page", async () => {
    const { code, dialled, out } = await explain(["https://site.test/other"])
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(dialled, [`${publicA} https://site.test/other`, `${publicB} https://other.test/`])
    assert.strictEqual(
      out,
      `https://site.test/other
  1. https://site.test/other
     policy    admits the URL: host site.test, port 443
     DNS       93.184.216.34 is public
     dialled   93.184.216.34
     answered  302, to https://other.test/
  2. https://other.test/
     policy    admits the URL: host other.test, port 443
     DNS       93.184.216.35 is public
     dialled   93.184.216.35
     answered  200
  => a page, status 200
`,
    )
  })

  it("shows the better addresses of a page, and requests none of them", async () => {
    const page = "https://github.com/o/r/blob/main/a.md"
    const shown = await explain([page], { offline: true })
    assert.include(
      shown.out,
      `     better    https://raw.githubusercontent.com/o/r/main/a.md
     rule      github-file: a fetch reads it before the page
     source    https://docs.github.com/`,
    )
    const { better } = JSON.parse((await explain([page], { offline: true, json: true })).out)
    assert.deepInclude(better[0], { rule: "github-file", when: "before" })
    assert.notInclude((await explain(["https://site.test/"], { offline: true })).out, "better")
  })

  it("shows which of several better addresses a fetch reads", async () => {
    const { out } = await explain(["https://gitlab.com/g/p/-/blob/main/a.md"], { offline: true })
    assert.include(out, "gitlab-file: a fetch reads it before the page")
    assert.include(out, "gitlab-host-file: not read, because an earlier rule counts")
  })

  it("names every answer of a host, the refused one, and its origin", async () => {
    const { code, dialled, out } = await explain(["https://site.test/mixed"])
    assert.strictEqual(code, 1)
    assert.deepStrictEqual(dialled, [`${publicA} https://site.test/mixed`])
    const private10 = "10.0.0.0/8, Private-Use, RFC 1918 (IANA IPv4 Special-Purpose Address Registry)"
    assert.include(
      out,
      `  2. https://mixed.test/
     policy    admits the URL: host mixed.test, port 443
     DNS       93.184.216.34 is public
               10.0.0.7 is refused: ${private10}
     dialled   nothing
  => refused: blocked_url / redirect_to_blocked_target
     rule      address
     source    ${private10}
     url       https://mixed.test/
     address   10.0.0.7
     from      https://site.test/mixed
     message   The site redirected to a blocked URL. Use another page.
`,
    )
  })

  it.each([
    ["http://localhost/", "name", "localhost and below, RFC 6761 section 6.3"],
    ["http://10.0.0.7/", "literal", "10.0.0.0/8, Private-Use, RFC 1918"],
    ["ftp://site.test/", "scheme", "RFC 9110 section 4.2"],
    ["http://site.test:81/", "port", "the setting ports: 80, 443"],
    ["http://user:s3cret@site.test/", "credentials", "RFC 9110 section 4.2.4"],
  ])("dials nothing for %s, by the rule %s", async (url, rule, source) => {
    const { code, dialled, out } = await explain([url])
    assert.strictEqual(code, 1)
    assert.deepStrictEqual(dialled, [])
    assert.include(out, `  => refused: `)
    assert.include(out, `     rule      ${rule}\n     source    ${source}`)
  })

  it.each([
    [
      "an expired certificate",
      "CERT_HAS_EXPIRED",
      "certificate has expired",
      "CERT_HAS_EXPIRED: certificate has expired",
    ],
    [
      "a certificate of another name",
      "ERR_TLS_CERT_ALTNAME_INVALID",
      "Host: two.test. is not in the cert's altnames: DNS:wrong.test",
      "Host: two.test. is not in the cert's altnames: DNS:wrong.test",
    ],
  ])("shows the operator the cause of a failed connection: %s", async (_, code, message, reported) => {
    const own = Object.assign(new Error(message), { code })
    const cause = new Error("connect failed", { cause: own })
    const { out } = await explain(["https://site.test/end"], { gone: [publicA], cause })
    assert.include(out, `${publicA}: http_error / target_unreachable: `)
    assert.include(out, reported)
    const { out: json } = await explain(["https://site.test/end"], { gone: [publicA], cause, json: true })
    assert.include(json, code)
  })

  it("shows the resolver's code for a name without DNS, but not to a model", async () => {
    const { stdout } = await porthole(["check", "--explain", "https://no-such-host.test/"])
    assert.match(stdout, /DNS +has no address: .*(?:ENOTFOUND|EAI_AGAIN)/)
    const fetched = await porthole(["fetch", "https://no-such-host.test/", "--json"])
    assert.notMatch(fetched.stdout, /ENOTFOUND|EAI_AGAIN/)
  })

  it("shows one address after the other, and that a host keeps its addresses", async () => {
    const { code, out } = await explain(["https://two.test/end"], { gone: [publicA] })
    assert.strictEqual(code, 0)
    assert.include(
      out,
      `     dialled   93.184.216.34: http_error / target_unreachable
               93.184.216.35
     answered  302, to /
  2. https://two.test/
     policy    admits the URL: host two.test, port 443
     pinned    93.184.216.34 is public
               93.184.216.35 is public
`,
    )
  })

  it.each([
    ["https://nowhere.test/", "  => failed: http_error / target_unreachable\n"],
    ["https://site.test/again", "  => refused: http_error / too_many_redirects\n     rule      loop\n"],
  ])("fails for %s", async (url, expected) => {
    const { code, out } = await explain([url])
    assert.strictEqual(code, 1)
    assert.include(out, expected)
  })

  it.each([404, 500])("ends at a page of any status, and requests it once: %d", async (status) => {
    const url = `https://site.test/${status}`
    const { code, dialled, out } = await explain([url])
    assert.deepStrictEqual([code, dialled], [0, [`${publicA} ${url}`]])
    assert.include(out, `  => a page, status ${status}\n`)
    const json = await explain([url], { json: true })
    assert.deepInclude(linesOf(json.out)[0], { allowed: true, status })
  })

  it.each([
    ["https://site.test/credentials", "https://x.test/"],
    ["https://site.test/shape", "http://x.test/"],
    ["https://site.test/nested", "https://other.test/…@x.test/"],
    ["https://user:s3cret@site.test/", "https://site.test/"],
    ["http:/us:s3cret/w@site.test/", "http:/site.test/"],
    ["https://site.test/?u=http%3A%2F%2Fuser%3As3cret%40x.test/", "https://site.test/…@x.test/"],
  ])("shows no credentials of %s, as text, as JSON and offline", async (url, reported) => {
    const options = [{}, { json: true }, { offline: true }, { offline: true, json: true }]
    const all = await Promise.all(options.map((some) => explain([url], some)))
    for (const { out } of all) assert.notInclude(out, "s3cret")
    for (const { out } of all.slice(0, 2)) assert.include(out, reported)
  })

  it("distinguishes two URLs that look alike, and a circle", async () => {
    const { dialled, out } = await explain(["https://site.test/a/1@x"])
    assert.deepStrictEqual(dialled, [`${publicA} https://site.test/a/1@x`, `${publicA} https://site.test/a/2@x`])
    assert.include(out, "  2. https://site.test/…@x\n")
    assert.notInclude(out, "  3. ")
    assert.include(out, "     rule      loop\n")
  })

  it("writes no control sequence of a site, a name server or a URL to a terminal", async () => {
    const { out } = await explain(["https://site.test/metadata", "https://site.test/odd", "http://\u001b[2Jx/"])
    // oxlint-disable-next-line no-control-regex -- escape sequences are what is looked for
    assert.notMatch(out, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
    assert.include(out, "169.254.169.254")
    assert.include(out, "10.0.0.7")
  })

  it.each([{ json: true }, { json: false }, { json: true, offline: true }, { json: false, offline: true }])(
    "writes no C1 control and no bidi mark with %j",
    async (options) => {
      const { out } = await explain(["https://site.test/marks", "https://marks.test/", "x\u009b\u202e"], options)
      assert.notMatch(out, /[\u007f-\u009f\u202a-\u202e]/)
      if (!("offline" in options)) assert.include(out, "10.0.0.7")
    },
  )

  it("--json prints the same as one object a URL", async () => {
    const { code, out } = await explain(["https://site.test/mixed", "https://other.test/", "nonsense"], { json: true })
    assert.strictEqual(code, 1)
    const refused = {
      address: "10.0.0.7",
      refused: "10.0.0.0/8, Private-Use, RFC 1918 (IANA IPv4 Special-Purpose Address Registry)",
    }
    assert.deepStrictEqual(linesOf(out), [
      {
        url: "https://site.test/mixed",
        allowed: false,
        error: "blocked_url",
        reason: "redirect_to_blocked_target",
        message: "The site redirected to a blocked URL. Use another page.",
        walked: true,
        stops: [
          {
            url: "https://site.test/mixed",
            host: "site.test",
            port: 443,
            addresses: [{ address: publicA }],
            dials: [{ address: publicA }],
            answeredBy: "dns",
            status: 302,
            location: "https://mixed.test/",
          },
          {
            url: "https://mixed.test/",
            host: "mixed.test",
            port: 443,
            addresses: [{ address: publicA }, refused],
            dials: [],
            answeredBy: "dns",
          },
        ],
        refusal: {
          rule: "address",
          source: refused.refused,
          url: "https://mixed.test/",
          host: "mixed.test",
          address: "10.0.0.7",
          answers: [publicA, "10.0.0.7"],
          from: "https://site.test/mixed",
        },
      },
      {
        url: "https://other.test/",
        allowed: true,
        status: 200,
        walked: true,
        stops: [
          {
            url: "https://other.test/",
            host: "other.test",
            port: 443,
            addresses: [{ address: publicB }],
            dials: [{ address: publicB }],
            answeredBy: "dns",
            status: 200,
          },
        ],
      },
      {
        url: "nonsense",
        allowed: false,
        error: "blocked_url",
        reason: "invalid_target",
        message: "The URL isn't an absolute http or https URL. Start it with https://.",
        walked: true,
        stops: [],
        refusal: { rule: "shape", source: "the WHATWG URL Standard", url: "nonsense" },
      },
    ])
  })

  it("--offline judges only the URL, and reports that", async () => {
    const { code, dialled, out } = await explain(["https://mixed.test/"], { offline: true })
    assert.deepStrictEqual([code, dialled], [0, []])
    assert.strictEqual(
      out,
      `https://mixed.test/
  1. https://mixed.test/
     policy    admits the URL: host mixed.test, port 443
  => admitted so far; --offline sends no request, not even to DNS
`,
    )
    const json = await explain(["https://mixed.test/"], { offline: true, json: true })
    assert.deepInclude(linesOf(json.out)[0], { allowed: true, walked: false })
  })
})

describe("the deadline of a trace", () => {
  it("ends it, and the trace shows the dial under way", async () => {
    const hanging = Layer.succeed(Network.Dialer, Network.Dialer.of({ dial: () => Effect.never }))
    const trace = await Effect.runPromise(
      Effect.flatMap(Operator.fetchTracer, (trace) => trace("https://site.test/")).pipe(
        Effect.scoped,
        Effect.provide(Layer.mergeAll(hanging, resolver, Settings.layer({ fetch_timeout: "1 second" }))),
      ),
    )
    assert.deepInclude(trace.end.kind === "error" ? trace.end.error.wire : {}, { error: "timeout" })
    assert.deepStrictEqual(trace.hops[0]?.dials, [{ address: publicA }])
  })
})

describe("the command", () => {
  it("explains", async () => {
    const { code, stdout, stderr } = await porthole(["check", "--explain", "http://127.0.0.1/"])
    assert.deepStrictEqual([code, stderr], [1, ""])
    assert.include(stdout, "127.0.0.0/8, Loopback, RFC 1122")
  })

  it("takes no lines from stdin with --explain", async () => {
    const { code, stdout, stderr } = await porthole(["check", "--explain", "--ndjson"])
    assert.deepStrictEqual([code, stdout], [2, ""])
    assert.include(stderr, "With --explain the URLs come as arguments")
  })

  it("prints a rule's source only with --explain", async () => {
    for (const more of [[], ["--json"]]) {
      const { stdout } = await porthole(["check", "http://127.0.0.1/", ...more])
      assert.notInclude(stdout, "RFC")
    }
  })
})

describe("--log-level debug", () => {
  const reported = (text: string) => {
    assert.strictEqual(text.match(/A URL was refused\./g)?.length, 1)
    for (const part of ["rule: 'literal'", "127.0.0.0/8, Loopback, RFC 1122", "conversation:", "tenant:"]) {
      assert.include(text, part)
    }
  }

  it("prints a refusal on stderr, and its usual output on stdout", async () => {
    const requested = ["fetch", "http://127.1/", "--json"]
    const [quiet, loud] = await Promise.all([porthole(requested), porthole([...requested, "--log-level", "debug"])])
    assert.deepStrictEqual([loud.code, loud.stdout], [1, quiet.stdout])
    assert.strictEqual(quiet.stderr, "")
    reported(loud.stderr)
  })

  it("keeps the protocol of an MCP server clean", async () => {
    const requests = [
      {
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "0" } },
      },
      { method: "notifications/initialized" },
      { id: 2, method: "logging/setLevel", params: { level: "debug" } },
      { id: 3, method: "tools/call", params: { name: "web_fetch", arguments: { url: "http://127.1/" } } },
    ]
    const input = requests.map((request) => `${JSON.stringify({ jsonrpc: "2.0", ...request })}\n`).join("")
    const { stdout, stderr } = await startsProcess(["mcp", "--log-level", "debug"], { input })
    assert.include(JSON.stringify(linesOf(stdout)), "private_or_metadata_target")
    for (const part of ["127.", "RFC", "Loopback", "literal"]) assert.notInclude(stdout, part)
    reported(stderr)
  })
})
