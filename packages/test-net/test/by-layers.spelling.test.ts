/**
 * Tests spellings of the private side's own addresses and names that the corpus of `by-layers.vectors.test.ts` lacks,
 * as the caller's URL. The corresponding trap listens for each of them.
 */
import { assert, beforeAll, describe, it } from "vitest"
import corpus from "../../core/test/vectors/url-vectors.json" with { type: "json" }
import * as Spellings from "./Spellings.ts"
import { type Dns, Network, World } from "../src/index.ts"
import type { Visit } from "./programs/Visit.ts"
import { assertVisit, invalid, otherScheme, page, privately, type Row, visitRows } from "./Rows.ts"

const { publicA } = World
const targets = ["127.0.0.1", "10.9.0.5", "169.254.169.254"]

const bracketed = (address: string): string => `http://[${address}]/`

/** Every form of IPv6 that contains an IPv4 address. */
const embedded = (address: string): ReadonlyArray<string> => {
  const groups = Spellings.groups(address)
  return [
    `::ffff:${groups}`,
    `::ffff:${address}`,
    `0:0:0:0:0:FFFF:${groups}`,
    `::${groups}`,
    `::${address}`,
    `::ffff:0:${groups}`,
    `::ffff:0:${address}`,
    `64:ff9b::${groups}`,
    `64:ff9b::${address}`,
    `0064:ff9b:0000::${groups}`,
    `64:ff9b:1::${groups}`,
    Spellings.nat64LocalUse(address),
    `2002:${groups}::`,
    `2002:${groups}::1`,
    Spellings.teredo("65.54.227.120", address),
    Spellings.teredo(address, "93.184.216.34"),
    `fe80::5efe:${groups}`,
    `2606:4700::200:5efe:${groups}`,
  ].map(bracketed)
}

const around = (url: string): ReadonlyArray<string> => [
  url.replace("http:", "https:"),
  url.replace("http:", "HTTP:"),
  url.replace("http://", "http:\\\\"),
  url.replace("http://", "http:/"),
  url.replace(/\/$/, "\\@public.test/"),
  url.replace(/\/$/, "#@public.test/"),
  url.replace(/\/$/, "?@public.test/"),
  url.replace(/\/$/, "/@public.test/"),
]

const inCorpus = new Set(corpus.vectors.map(({ url }) => url))

const spellings = (address: string): ReadonlyArray<string> => [
  ...Object.values(Spellings.hosts).map((spell) => `http://${spell(address)}/`),
  ...embedded(address),
  ...around(`http://${address}/`),
]

const spelled: ReadonlyArray<string> = [
  ...new Set(targets.flatMap(spellings)),
  ...["fd00:9::5", "FD00:0009::0005", "fd00:9:0:0:0:0:0:5", "fd00:9::0.0.0.5", "0:0:0:0:0:0:0:1", "::0.0.0.1"].map(
    bracketed,
  ),
].filter((url) => !inCorpus.has(url))

const zone: Dns.Zone = {
  "xn--bcher-kva.test": [[publicA]],
  "strasse.test": [["10.9.0.5"]],
  "xn--strae-oqa.test": [[publicA]],
}

const others: ReadonlyArray<Row> = [
  ["http://public.test@10.9.0.5/", invalid],
  ["http://10.9.0.5@public.test/", invalid],
  ["http://public.test:80@10.9.0.5:8080/", invalid],
  ["http://public.test%40@10.9.0.5/", invalid],
  ["http://public.test%2f@10.9.0.5/", invalid],
  ["http://public.test\\@10.9.0.5/", page],
  ["http://public.test#@10.9.0.5/", page],
  ["http://public.test?@10.9.0.5/", page],
  ["http://10.9.0.5#@public.test/", privately],
  ["http://10.9.\t0.5/", invalid],
  ["http://10.9.\n0.5/", invalid],
  ["http://pub\tlic.test/", invalid],
  ["http://10.9.0.5%00.public.test/", invalid],
  ["http://10.9.0.5%23.public.test/", invalid],
  ["http://10.9.0.5..", invalid],
  ["http://.10.9.0.5/", invalid],
  ["http://10.9.0.5.public.test/", { error: "http_error", reason: "target_unreachable" }],
  ["http://10.9.0.256/", invalid],
  ["http://10.9.0.5.0/", invalid],
  ["http://0x0a.0x09.0x00.0x05.0x00/", invalid],
  ["http://4463329285/", invalid],
  ["http://[fd00:9::5%25lo]/", invalid],
  ["http://[fd00:9::5%lo]/", invalid],
  ["http://[::ffff:10.9.0.5%25lo]/", invalid],
  ["http://[10.9.0.5]/", invalid],
  ["http://[fd00:9::5]./", invalid],
  ["http://[fd00:9::5", invalid],
  ["http://fd00:9::5/", invalid],
  ["http://private\u3002test/", privately],
  ["http://private\uff0etest/", privately],
  ["http://\u24df\u24e1\u24d8\u24e5\u24d0\u24e3\u24d4.test/", privately],
  ["http://priv\u00adate.test/", privately],
  ["http://PRIVATE.TEST./", privately],
  ["http://%70rivate%2etest/", privately],
  // An older standard maps this letter to two: the requested host must be the one with the letter.
  ["http://b\u00fccher.test/", { ...page, url: "http://xn--bcher-kva.test/" }],
  ["http://stra\u00dfe.test/", { ...page, url: "http://xn--strae-oqa.test/" }],
  ["http://strasse.test/", privately],
  ["http://public.test.", page],
  ["http://public.test:80", page],
  ["http://public.test:0080/", page],
  ["http://public.test:8080/", { error: "blocked_url", reason: "port_not_allowed" }],
  ["http://public.test:6379/", { error: "blocked_url", reason: "port_not_allowed" }],
  ["http://10.9.0.5:6379/", privately],
  ["http://public.test:65616/", invalid],
  ["http://public.test:-80/", invalid],
  ["gopher://10.9.0.5:6379/_PING", otherScheme],
  ["dict://10.9.0.5:6379/PING", otherScheme],
  ["http+unix://%2Fvar%2Frun%2Fdocker.sock/info", otherScheme],
  ["jar:http://10.9.0.5!/", otherScheme],
  ["feed:http://10.9.0.5/", otherScheme],
  ["//10.9.0.5/", privately],
]

describe.skipIf(Network.isMissing())("URLs as a caller might spell them, in a network of their own", () => {
  let visits: ReadonlyMap<string, Visit>
  beforeAll(async () => {
    visits = await visitRows([...spelled.map((url): Row => [url, privately]), ...others], { zone })
  })

  it("has forms that the corpus lacks", () => {
    assert.isAbove(spelled.length, 60)
  })

  it.each(spelled)("%s", (url) => {
    const { queries } = assertVisit(visits.get(url), privately)
    assert.deepStrictEqual(queries, [])
  })

  it.each(others)("%s", (url, expected) => {
    assertVisit(visits.get(url), expected)
  })
})
