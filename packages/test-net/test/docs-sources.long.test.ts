/** Tests documentation that comes by HTTPS and from a registry: what is added, refused, and asked of the servers. */
import { assert, beforeAll, describe, it } from "vitest"
import { packedProgram } from "../../cli/test/support/packed.ts"
import { Network } from "../src/index.ts"
import type { Output, Ran } from "./programs/docs-sources.ts"

const docs = (path: string): string => `https://docs.test${path}`
/** A URL that answers with HTML is a site: it is crawled, and its lists are asked for. */
const site = ["/page", "/robots.txt", "/page", "/sitemap.xml", "/llms.txt", "/objects.inv", "/search/search_index.json"]
const ofSite = site.map(docs)
const ofRegistry = (path: string): string => `/r/${path} Bearer secret`

/** The arguments, the exit code, what is printed, and the requests. */
const rows: ReadonlyArray<readonly [args: string, code: number, output: RegExp, asked: ReadonlyArray<string>]> = [
  ["add an archive", 0, /^guide 1: 2 pages/, [docs("/guide.tgz")]],
  ["add a file after a redirect", 0, /^joined 1: 4 pages/, [docs("/moved/llms-full.txt"), docs("/llms-full.txt")]],
  ["add a site of one page", 0, /^page 1: 1 page/, ofSite],
  ["search", 0, /High water is at six/, []],
  ["add what is private after a redirect", 1, /redirected to a blocked URL/, [docs("/inside")]],
  ["add what is private", 1, /private, local or metadata address/, []],
  ["add a picture", 1, /of a type that isn't documentation/, [docs("/picture")]],
  ["add from a server whose certificate has expired", 1, /TLS connection to the site failed/, []],
  ["add a package", 0, /^@sea\/tides 2\.1\.0: 1 page/, [ofRegistry("@sea%2ftides/2.1.0"), ofRegistry("tides.tgz")]],
  ["add it again", 0, /unchanged/, []],
  ["add an unknown version", 1, /has no @sea\/tides@3\.0\.0/, [ofRegistry("@sea%2ftides/3.0.0")]],
  ["add another archive", 1, /wrong SHA-512/, [ofRegistry("@sea%2ftampered/2.1.0"), ofRegistry("tampered.tgz")]],
  [
    "update",
    0,
    /^(?:.*, unchanged\n){4}$/,
    [docs("/guide.tgz"), docs("/moved/llms-full.txt"), docs("/llms-full.txt"), ...ofSite],
  ],
]

describe.skipIf(Network.isMissing())("documentation from a network", () => {
  let output: Output
  beforeAll(async () => {
    output = await Network.run<Output>(packedProgram("docs-sources"))
  })

  it.each(rows.map((row, at) => [row[0], at, ...row.slice(1)] as const))("%s", (_name, at) => {
    const [, code, printed, asked] = rows[at] ?? assert.fail()
    const ran: Ran | undefined = output.ran[at]
    assert.match(ran?.output ?? "", printed)
    assert.deepStrictEqual([ran?.code, ran?.asked], [code, asked])
  })

  it("leaves nothing on a full disk, and tells it", () => {
    const { code, files, output: printed } = output.full
    assert.deepStrictEqual([code, files], [1, []])
    assert.include(printed, "no space is left on the disk")
  })

  it("asks nobody on the private side", () => {
    assert.deepStrictEqual(output.intruders, [])
  })
})
