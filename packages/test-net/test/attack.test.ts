/** The real command and the real layers in a small Internet of their own: what reaches the private side is counted there. */
import { assert, beforeAll, describe, it } from "vitest"
import { join } from "node:path"
import { Network } from "../src/index.ts"
import type { Visit } from "./programs/Visit.ts"

const program = (name: string) => join(import.meta.dirname, "programs", name)
const missing = Network.isMissing()

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

describe.skipIf(missing)("porthole fetch in a network of its own", () => {
  const answers = new Map<string, Visit>()
  beforeAll(async () => {
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
    const urls = expectations.map(([url]) => url)
    for (const visit of await Network.run<ReadonlyArray<Visit>>(program("by-command.ts"), { urls, env: hostile })) {
      answers.set(visit.url, visit)
    }
  })

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

const harbour = { title: "Harbour", status_code: 200 }
const unreachable = { error: "http_error", reason: "target_unreachable" }
const tooMany = { error: "http_error", reason: "too_many_redirects" }

const byLayers: typeof expectations = [
  ["http://alias.test/", harbour],
  ["http://alias-private.test/", privately],
  ["http://alias-metadata.test/", privately],
  ["http://mapped.test/", privately],
  ["http://nat64-private.test/", privately],
  ["http://loopback6.test/", privately],
  ["http://unspecified.test/", privately],
  ["http://mixed6.test/", privately],
  ["http://many.test/", privately],
  ["http://rebind-back.test/", privately],
  ["http://garbage.test/", unreachable],
  ["http://silent.test/", unreachable],
  ["http://public.test/count/5", harbour],
  ["http://public.test/count/6", tooMany],
  ["http://public.test/count/50", tooMany],
  ["http://public.test/?refresh=http://10.9.0.5/", harbour],
  ["http://public.test/?to=http://alias-private.test/", onTheWay],
  ["http://public.test/?to=http://many.test/", onTheWay],
  ["http://public.test/?to=http:%5C%5C10.9.0.5/", onTheWay],
  ["http://public.test/?to=http://public.test%09:8080/", onTheWay],
  ["http://public.test/?to=http://user:pass@10.9.0.5/", onTheWay],
  ["http://public.test/?to=http://%EF%BC%91%EF%BC%90.9.0.5/", onTheWay],
  ["http://public.test/?to=gopher://10.9.0.5:6379/_INFO", { error: "unsupported_scheme" }],
  ["http://public.test/?to=file:///etc/passwd", { error: "unsupported_scheme" }],
]

describe.skipIf(missing)("the layers in a network of their own", () => {
  const answers = new Map<string, Visit>()
  beforeAll(async () => {
    const urls = byLayers.map(([url]) => url)
    for (const visit of await Network.run<ReadonlyArray<Visit>>(program("by-layers.ts"), { urls }))
      answers.set(visit.url, visit)
  })

  it.each(byLayers)("%s", (url, expected) => {
    const { answer, intruders } = answers.get(url)!
    assert.deepStrictEqual(intruders, [])
    assert.include(answer, expected)
  })
})

describe.skipIf(missing)("the resolver of the system, over a scripted name server", () => {
  it("keeps the contract of its port", async () => {
    const outcomes = await Network.run<ReadonlyArray<{ readonly name: string; readonly broken?: string }>>(
      program("resolver-contract.ts"),
    )
    assert.isAbove(outcomes.length, 8)
    for (const { broken, name } of outcomes) assert.isUndefined(broken, name)
  })
})
