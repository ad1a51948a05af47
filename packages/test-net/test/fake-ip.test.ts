/** Tests the command where DNS answers are fake and only a proxy leads out: with the settings, and without them. */
import { assert, describe, it } from "vitest"
import { packedProgram } from "../../cli/test/support/packed.ts"
import { Doh, Network, Proxies, World } from "../src/index.ts"
import type { Input, Report, Run } from "./programs/fake-ip.ts"

const visit = (input: Input): Promise<Report> => Network.run<Report>(packedProgram("fake-ip"), input)

const fetch = ["fetch", "--json", "--log-level", "debug", "https://public.test/"]
const doctor = ["doctor", "--json"]

/** With the settings that help, and without a resolver. */
const throughProxy: ReadonlyArray<Run> = [
  { args: fetch, resolver: true, proxy: true },
  { args: ["fetch", "--json", "http://public.test/"], resolver: true, proxy: true },
  { args: doctor, resolver: true, proxy: true },
  { args: doctor, resolver: false, proxy: true },
]

const withoutProxy: ReadonlyArray<Run> = [
  { args: fetch, resolver: false, proxy: false },
  { args: doctor, resolver: false, proxy: false },
  { args: fetch, resolver: true, proxy: false },
  { args: doctor, resolver: true, proxy: false },
  { args: ["fetch", "https://public.test/"], resolver: false, proxy: false },
]

/** The doctor's finding about the network. */
const networkOf = ({ stdout }: { readonly stdout: string }): Readonly<Record<string, unknown>> => {
  const { parts }: { readonly parts: ReadonlyArray<{ readonly part: string }> } = JSON.parse(stdout)
  return { ...parts.find(({ part }) => part === "network") }
}

const useDoh = "Set PORTHOLE_RESOLVER to a DNS-over-HTTPS endpoint."
const useProxy = "If only a proxy leads to the Internet, set PORTHOLE_EGRESS_PROXY."
const fake = "a fake address of a proxy on this network."

const isMissing = Network.isMissing() || Proxies.isMissing()

describe.skipIf(isMissing).each(Proxies.kinds)(
  "behind %s, with a name server that answers with fake addresses,",
  (proxy) => {
    it("a fetch works with the settings, and the doctor names a missing resolver", async () => {
      const { intruders, runs, tunnels } = await visit({ proxy, runs: throughProxy })
      const [secure, plain, healthy, faked] = runs
      for (const page of [secure, plain]) {
        assert.strictEqual(page?.code, 0, page?.stderr)
        assert.strictEqual(JSON.parse(page?.stdout ?? "").title, "Harbour")
      }
      assert.deepStrictEqual(networkOf(healthy!), { part: "network", place: "proxy", works: true })

      assert.deepInclude(networkOf(faked!), { place: "proxy", works: false, advice: useDoh })
      assert.include(networkOf(faked!)["detail"], fake)

      assert.deepStrictEqual(intruders, [])
      const reached = new Set(tunnels.filter((target) => !/[a-z]{2}/.test(target)))
      assert.deepStrictEqual(reached, new Set([`${World.publicA}:443`, `${World.publicA}:80`, `${Doh.address}:443`]))
    })
  },
)

describe.skipIf(isMissing)("with a name server that answers with fake addresses, and a proxy that isn't set,", () => {
  it("a fetch is refused, and the doctor names the settings that are missing", async () => {
    const { intruders, runs, tunnels } = await visit({ proxy: "tinyproxy", runs: withoutProxy })
    const [blind, blindDoctor, stuck, stuckDoctor, person] = runs
    assert.deepInclude(JSON.parse(blind?.stdout ?? ""), {
      error: "blocked_url",
      reason: "private_or_metadata_target",
      message: "The URL's host has a private, local or metadata address. Use a public page.",
    })
    assert.include(blind?.stderr, "Set resolver to a DNS-over-HTTPS endpoint")
    const found = networkOf(blindDoctor!)
    assert.deepInclude(found, { part: "network", place: "direct", works: false, advice: useDoh })
    assert.match(String(found["detail"]), /^The name server answers with (?:198\.18\.0\.7|fc00::7), a fake address/)

    assert.deepInclude(JSON.parse(stuck?.stdout ?? ""), { error: "http_error", reason: "target_unreachable" })
    assert.include(stuck?.stderr, "No DNS-over-HTTPS server answers")
    assert.deepInclude(networkOf(stuckDoctor!), { works: false, advice: `Check PORTHOLE_RESOLVER. ${useProxy}` })
    assert.include(networkOf(stuckDoctor!)["detail"], "ENETUNREACH")
    assert.match(
      person?.stderr ?? "",
      /\nporthole: A proxy on this network answers DNS with fake addresses\. Set resolver /,
    )
    assert.deepStrictEqual([intruders, tunnels], [[], []])
  })
})

describe.skipIf(isMissing)("a proxy that", () => {
  it.each(["squid", "tinyproxy"] as const)(
    "refuses port 80, as %s comes, is named by the doctor and the log",
    async (proxy) => {
      const args = ["fetch", "--json", "--log-level", "debug", "http://public.test/"]
      const { runs: ended } = await visit({
        proxy,
        options: { secureOnly: true },
        runs: [
          { args: doctor, resolver: true, proxy: true },
          { args, resolver: true, proxy: true },
        ],
      })
      const [healthy, refused] = ended
      const found = networkOf(healthy!)
      assert.deepInclude(found, { part: "network", place: "proxy", works: true })
      assert.match(String(found["detail"]), /^Over http: The proxy refused the tunnel \(403\)\..* allow port 80/)
      assert.deepInclude(JSON.parse(refused?.stdout ?? ""), { error: "http_error", reason: "target_unreachable" })
      assert.include(refused?.stderr, "allow port 80")
    },
  )

  it("demands credentials gets them, and its refusal is told without them", async () => {
    const { runs: ended } = await visit({
      proxy: "tinyproxy",
      options: { credentials: "me:s3cret" },
      runs: [
        { args: fetch, resolver: true, proxy: true, env: { PORTHOLE_EGRESS_PROXY_CREDENTIALS: "me:s3cret" } },
        { args: doctor, resolver: true, proxy: true, env: { PORTHOLE_EGRESS_PROXY_CREDENTIALS: "me:wr0ng" } },
      ],
    })
    const [good, bad] = ended
    assert.strictEqual(good?.code, 0, good?.stderr)
    assert.strictEqual(bad?.code, 1)
    assert.deepInclude(networkOf(bad!), {
      works: false,
      detail: "The proxy refuses the credentials, or demands some (egress_proxy_credentials). Check egress_proxy.",
      advice: "Check PORTHOLE_EGRESS_PROXY and PORTHOLE_EGRESS_PROXY_CREDENTIALS.",
    })
    for (const { stderr, stdout } of ended) assert.notMatch(stdout + stderr, /s3cret|wr0ng/)
  })
})
