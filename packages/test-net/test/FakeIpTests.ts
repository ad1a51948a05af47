/** Tests the command where DNS answers are fake and only a proxy leads out: with the settings, and without them. */
import { assert, beforeAll, describe, it } from "vitest"
import { packedProgram } from "../../cli/test/support/packed.ts"
import { Doh, Network, Proxies, World } from "../src/index.ts"
import type { Report, Run, Scene } from "./programs/fake-ip.ts"

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

const withCredentials: ReadonlyArray<Run> = [
  { args: fetch, resolver: true, proxy: true, env: { PORTHOLE_EGRESS_PROXY_CREDENTIALS: "me:s3cret" } },
  { args: doctor, resolver: true, proxy: true, env: { PORTHOLE_EGRESS_PROXY_CREDENTIALS: "me:wr0ng" } },
]

/** The proxy refuses port 80. */
const throughSecureOnly: ReadonlyArray<Run> = [
  { args: doctor, resolver: true, proxy: true },
  { args: ["fetch", "--json", "--log-level", "debug", "http://public.test/"], resolver: true, proxy: true },
]

/** The doctor's finding about the network. */
const networkOf = ({ stdout }: { readonly stdout: string }): Readonly<Record<string, unknown>> => {
  const { parts }: { readonly parts: ReadonlyArray<{ readonly part: string }> } = JSON.parse(stdout)
  return { ...parts.find(({ part }) => part === "network") }
}

const useDoh = "Set PORTHOLE_RESOLVER to a DNS-over-HTTPS endpoint."
const useProxy = "If only a proxy leads to the Internet, set PORTHOLE_EGRESS_PROXY."
const fake = "a fake address of a proxy on this network."

/** The kinds of proxies in each place: those through which all goes, and those that may refuse port 80. */
export interface Kinds {
  readonly leading: ReadonlyArray<Proxies.Kind>
  readonly secureOnly: ReadonlyArray<"squid" | "tinyproxy">
  /** Those that demand credentials. */
  readonly guarded: ReadonlyArray<"tinyproxy">
}

/** Declares the tests, which share one network. */
export const declare = ({ guarded, leading, secureOnly }: Kinds): void => {
  const scenes: ReadonlyArray<Scene> = [
    { proxy: "tinyproxy", runs: withoutProxy },
    ...leading.map((proxy): Scene => ({ proxy, runs: throughProxy })),
    ...secureOnly.map((proxy): Scene => ({ proxy, options: { secureOnly: true }, runs: throughSecureOnly })),
    ...guarded.map((proxy): Scene => ({ proxy, options: { credentials: "me:s3cret" }, runs: withCredentials })),
  ]
  describe.skipIf(Network.isMissing() || Proxies.isMissing())("where the name server's answers are fake", () => {
    let reports: ReadonlyArray<Report>
    beforeAll(async () => {
      reports = await Network.run<ReadonlyArray<Report>>(packedProgram("fake-ip"), scenes)
    })
    it("a fetch is refused if the proxy isn't set, and the doctor names the settings that are missing", () =>
      assertWithoutProxy(reports[0]!))
    it.each(leading.map((proxy, at) => [proxy, at + 1] as const))(
      "a fetch works with the settings behind %s, and the doctor names a missing resolver",
      (_, at) => assertThroughProxy(reports[at]!),
    )
    it.each(secureOnly.map((proxy, at) => [proxy, at + 1 + leading.length] as const))(
      "a proxy that refuses port 80, as %s comes, is named by the doctor and the log",
      (_, at) => assertSecureOnly(reports[at]!),
    )
    it.each(guarded)("a proxy that demands credentials gets them, as %s, and its refusal is told without them", () =>
      assertCredentials(reports.at(-1)!),
    )
  })
}

// --- private --------------------------------------------------------------------------

const assertThroughProxy = ({ intruders, runs, tunnels }: Report): void => {
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
}

const assertWithoutProxy = ({ intruders, runs, tunnels }: Report): void => {
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
}

const assertSecureOnly = ({ runs }: Report): void => {
  const [healthy, refused] = runs
  const found = networkOf(healthy!)
  assert.deepInclude(found, { part: "network", place: "proxy", works: true })
  assert.match(String(found["detail"]), /^Over http: The proxy refused the tunnel \(403\)\..* allow port 80/)
  assert.deepInclude(JSON.parse(refused?.stdout ?? ""), { error: "http_error", reason: "target_unreachable" })
  assert.include(refused?.stderr, "allow port 80")
}

const assertCredentials = ({ runs }: Report): void => {
  const [good, bad] = runs
  assert.strictEqual(good?.code, 0, good?.stderr)
  assert.strictEqual(bad?.code, 1)
  assert.deepInclude(networkOf(bad!), {
    works: false,
    detail: "The proxy refuses the credentials, or demands some (egress_proxy_credentials).",
    advice: "Check PORTHOLE_EGRESS_PROXY and PORTHOLE_EGRESS_PROXY_CREDENTIALS.",
  })
  for (const { stderr, stdout } of runs) assert.notMatch(stdout + stderr, /s3cret|wr0ng/)
}
