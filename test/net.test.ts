/** The real command in a small Internet of its own: what reaches the private side is counted there. */
import { assert, beforeAll, describe, it } from "vitest"
import { execFileSync, spawnSync } from "node:child_process"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")
const node = process.execPath

const missing = (): string | undefined => {
  if (process.getuid?.() !== 0) return "it needs root"
  for (const command of ["unshare --net --mount true", "ip -V", "openssl version"]) {
    const [file = "", ...args] = command.split(" ")
    if (spawnSync(file, args).status !== 0) return `\`${command}\` doesn't work here`
  }
  return undefined
}

const reason = missing()
if (reason !== undefined) {
  if (process.env["PORTHOLE_REQUIRE_SERVERS"] === "1") throw new Error(`The network tests can't run: ${reason}.`)
  console.warn(`SKIPPED: the tests in a network namespace can't run: ${reason}.`)
}

interface Visit {
  readonly url: string
  readonly code: number
  readonly answer: Readonly<Record<string, unknown>>
  readonly intruders: ReadonlyArray<string>
  readonly asked: ReadonlyArray<string>
  readonly seen: ReadonlyArray<{ readonly url: string; readonly headers: Readonly<Record<string, string>> }>
}

const visits = (urls: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}): ReadonlyArray<Visit> =>
  JSON.parse(
    execFileSync(
      "bash",
      [
        join(root, "test/net/enter.sh"),
        node,
        join(root, "test/net/world.ts"),
        node,
        join(root, "packages/cli/src/bin.ts"),
        "fetch",
        "--json",
      ],
      {
        input: JSON.stringify({ urls, env }),
        encoding: "utf8",
        maxBuffer: 64 * 1_048_576,
        stdio: ["pipe", "pipe", "inherit"],
      },
    ),
  )

const refused = (reason: string) => ({ error: "blocked_url", reason })
const privately = refused("private_or_metadata_target")
const onTheWay = refused("redirect_to_blocked_target")

const expectations: ReadonlyArray<readonly [url: string, expected: Readonly<Record<string, unknown>>]> = [
  ["http://public.test/", { title: "Harbour", status_code: 200 }],
  ["https://public.test/", { title: "Harbour", status_code: 200 }],
  ["http://six.test/", { title: "Harbour", status_code: 200 }],
  ["http://dual.test/", { title: "Harbour", status_code: 200 }],
  ["http://93.184.216.34/", { title: "Harbour", status_code: 200 }],
  ["http://public.test/?to=https://public.test/end", { url: "https://public.test/end" }],
  ["http://public.test/missing", { error: "http_error", status_code: 404 }],
  ["https://other.test/", { error: "http_error", reason: "tls_failed" }],
  ["http://nothing.test/", { error: "http_error", reason: "target_unreachable" }],
  ["http://empty.test/", { error: "http_error", reason: "target_unreachable" }],
  ["http://servfail.test/", { error: "http_error", reason: "target_unreachable" }],
  ["http://private.test/", privately],
  ["http://private6.test/", privately],
  ["http://loopback.test/", privately],
  ["http://metadata.test/", privately],
  ["http://mixed.test/", privately],
  ["http://10.9.0.5/", privately],
  ["http://127.0.0.1:8080/", privately],
  ["http://[::1]/", privately],
  ["http://[::ffff:127.0.0.1]/", privately],
  ["http://0x7f.1/", privately],
  ["http://2130706433/", privately],
  ["http://0/", privately],
  ["http://localhost/", privately],
  ["http://169.254.169.254/latest/meta-data/", privately],
  ["http://public.test/?to=http://10.9.0.5/secret", onTheWay],
  ["http://public.test/?to=http://private.test/", onTheWay],
  ["http://public.test/?to=http://mixed.test/", onTheWay],
  ["http://public.test/?to=http://169.254.169.254/latest&status=307", onTheWay],
  ["http://public.test/?to=http://[::1]/&status=308", onTheWay],
  ["http://public.test/?to=//127.0.0.1/&status=301", onTheWay],
  ["http://public.test/?to=http://2130706433/&status=303", onTheWay],
  ["https://public.test/?to=http://public.test/", onTheWay],
  ["http://public.test/?to=ftp://10.9.0.5/", { error: "unsupported_scheme" }],
  ["http://rebind.test/?to=http://rebind.test/again", { url: "http://rebind.test/again" }],
]

describe.skipIf(reason !== undefined)("porthole fetch in a network of its own", () => {
  const answers = new Map<string, Visit>()
  beforeAll(() => {
    // A proxy on the private side, and Node told to use it: both must be ignored.
    const proxy = {
      HTTP_PROXY: "http://127.0.0.1:8080",
      HTTPS_PROXY: "http://127.0.0.1:8080",
      ALL_PROXY: "http://127.0.0.1:8080",
    }
    const hostile = {
      ...proxy,
      http_proxy: proxy.HTTP_PROXY,
      NODE_USE_ENV_PROXY: "1",
      NODE_TLS_REJECT_UNAUTHORIZED: "0",
    }
    for (const visit of visits(
      expectations.map(([url]) => url),
      hostile,
    ))
      answers.set(visit.url, visit)
  }, 300_000)

  it.each(expectations)("%s", (url, expected) => {
    const { answer, code, intruders } = answers.get(url)!
    assert.deepStrictEqual(intruders, [])
    assert.strictEqual(code, "error" in expected ? 1 : 0)
    assert.include(answer, expected)
  })

  it("asks DNS for nothing that is refused by its name or is a literal", () => {
    for (const url of ["http://localhost/", "http://10.9.0.5/", "http://[::1]/"])
      assert.deepStrictEqual(answers.get(url)!.asked, [])
  })

  it("sends no cookie, referrer, authorization or tracing header, on any hop", () => {
    const requests = [...answers.values()].flatMap(({ seen }) => seen)
    assert.isAbove(requests.length, 5)
    for (const { headers } of requests) {
      assert.deepStrictEqual(Object.keys(headers).toSorted(), [
        "accept",
        "accept-encoding",
        "connection",
        "host",
        "user-agent",
      ])
    }
  })
})

describe.skipIf(reason !== undefined)("the resolver of the system, over a scripted name server", () => {
  it("keeps the contract of its port", () => {
    const output = execFileSync(
      "bash",
      [join(root, "test/net/enter.sh"), node, join(root, "test/net/resolver-contract.ts")],
      {
        encoding: "utf8",
      },
    )
    const outcomes: ReadonlyArray<{ readonly name: string; readonly broken?: string }> = JSON.parse(output)
    assert.isAbove(outcomes.length, 8)
    for (const { broken, name } of outcomes) assert.isUndefined(broken, name)
  })
})
