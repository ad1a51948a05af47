/** Tests the real command's explanation of a redirect chain, in a network where every step really happens. */
import { assert, beforeAll, describe, it } from "vitest"
import { Network } from "../src/index.ts"
import type { Ran } from "./by-command.ts"
import { runAll } from "./Rows.ts"

const missing = Network.isMissing()
const special = "(IANA IPv4 Special-Purpose Address Registry)"
/** A certificate's date, whatever it is. */
const date = "<date>"
const dates = /[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4} GMT/g
const private10 = `10.0.0.0/8, Private-Use, RFC 1918 ${special}`

/** A URL, the exit code, the number of requests that the sites receive, and the printed text. */
const cases: ReadonlyArray<readonly [url: string, code: number, requests: number, parts: ReadonlyArray<string>]> = [
  [
    "http://public.test/",
    0,
    1,
    ["DNS       93.184.216.34 is public\n", "dialled   93.184.216.34\n", "answered  200\n", "=> a page, status 200\n"],
  ],
  [
    "http://public.test/?to=https://public.test/end",
    0,
    2,
    [
      "answered  302, to https://public.test/end\n",
      "  2. https://public.test/end\n",
      "pinned    93.184.216.34 is public\n",
    ],
  ],
  [
    "http://public.test/?to=http://10.9.0.5/secret",
    1,
    1,
    [
      "answered  302, to http://10.9.0.5/secret\n",
      "=> refused: blocked_url / redirect_to_blocked_target\n",
      `rule      literal\n     source    ${private10}\n     url       http://10.9.0.5/secret\n     address   10.9.0.5\n`,
      "from      http://public.test/?to=http://10.9.0.5/secret\n",
    ],
  ],
  [
    "http://public.test/?to=http://private.test/",
    1,
    1,
    ["  2. http://private.test/\n", `DNS       10.9.0.5 is refused: ${private10}\n`, "dialled   nothing\n"],
  ],
  [
    "http://mixed.test/",
    1,
    0,
    [
      "DNS       93.184.216.34 is public\n",
      `10.9.0.5 is refused: ${private10}\n`,
      "dialled   nothing\n",
      "=> refused: blocked_url / private_or_metadata_target\n",
    ],
  ],
  ["http://localhost/", 1, 0, ["rule      name\n     source    localhost and below, RFC 6761 section 6.3\n"]],
  [
    "https://other.test/",
    1,
    0,
    [
      "dialled   93.184.216.35: http_error / tls_failed: ERR_TLS_CERT_ALTNAME_INVALID: ",
      "presents  a certificate for DNS:public.test, DNS:six.test, ",
      "for the subject CN=site, signed by CN=ca\n",
      `valid from ${date} to ${date}\n`,
      "=> failed: http_error",
    ],
  ],
  [
    "https://expired.test/",
    1,
    0,
    [
      "dialled   93.184.216.34: http_error / tls_failed: CERT_HAS_EXPIRED: certificate has expired\n",
      "presents  a certificate for DNS:expired.test\n",
      `valid from ${date} to ${date}\n`,
    ],
  ],
  [
    "https://self-signed.test/",
    1,
    0,
    [
      "http_error / tls_failed: DEPTH_ZERO_SELF_SIGNED_CERT: self-signed certificate",
      "presents  a certificate for DNS:self-signed.test\n               for the subject CN=self, signed by CN=self\n",
      `valid from ${date} to ${date}\n`,
    ],
  ],
  [
    "http://nothing.test/",
    1,
    0,
    [
      "DNS       has no address: getaddrinfo ENOTFOUND nothing.test\n",
      "dialled   nothing\n",
      "=> failed: http_error / target_unreachable\n",
    ],
  ],
]

describe.skipIf(missing)("porthole check --explain", () => {
  const runs = new Map<string, Ran>()
  beforeAll(async () => {
    const all = await runAll(cases.map(([url]) => ({ args: ["check", "--explain", url] })))
    for (const [at, [url]] of cases.entries()) runs.set(url, all[at]!)
  })

  it.each(cases)("%s", (url, code, requests, parts) => {
    const one = runs.get(url)!
    assert.deepStrictEqual([one.code, one.stderr, one.intruders], [code, "", []])
    assert.lengthOf(one.seen, requests)
    const printed = one.stdout.replaceAll(dates, date)
    for (const part of parts) assert.include(printed, part)
  })

  it("sends a site the same request as a fetch, with nothing of the caller", () => {
    const requests = Array.from(runs.values()).flatMap(({ seen }) => seen)
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

describe.skipIf(missing)("porthole fetch --json --log-level debug", () => {
  it("shows the operator the redirect's refusal on stderr, once, and the model nothing of it", async () => {
    const url = "http://public.test/?to=http://mixed.test/"
    const one = (await runAll([{ args: ["fetch", url, "--json", "--log-level", "debug"], isProcess: true }]))[0]!
    assert.deepStrictEqual([one.code, one.intruders], [1, []])
    assert.deepStrictEqual(JSON.parse(one.stdout), {
      error: "blocked_url",
      reason: "redirect_to_blocked_target",
      message: "The site redirected to a blocked URL. Use another page.",
    })
    assert.strictEqual(one.stderr.match(/A URL was refused\./g)?.length, 1)
    for (const part of [
      "rule: 'address'",
      `source: '${private10}'`,
      "url: 'http://mixed.test/'",
      "address: '10.9.0.5'",
      "answers: [ '93.184.216.34', '10.9.0.5' ]",
      `from: '${url}'`,
    ]) {
      assert.include(one.stderr, part)
    }
  })
})

describe.skipIf(missing)("porthole check without --explain", () => {
  it("dials nothing", async () => {
    const url = "http://public.test/?to=http://mixed.test/"
    const one = (await runAll([{ args: ["check", url] }]))[0]!
    assert.deepStrictEqual([one.code, one.stdout, one.seen], [0, `allowed  ${url}\n`, []])
  })
})
