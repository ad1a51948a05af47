/** Tests robots.txt over a network: the real layers request it, the command only on demand. */
import { assert, beforeAll, describe, it } from "vitest"
import { Network } from "../src/index.ts"
import type { Visit } from "./programs/Visit.ts"
import { assertAnswer, assertVisit, type Expected, onTheWay, page, privately, runAll, visitAll } from "./Rows.ts"

const disallowed: Expected = { error: "robots_disallowed" }

/** The fetched URL, the expected outcome, and the requests that the sites receive. */
const rows: ReadonlyArray<readonly [string, Expected, ReadonlyArray<string>]> = [
  ["http://robots.test/open", page, ["robots.test/robots.txt", "robots.test/open"]],
  ["http://robots.test/closed", disallowed, []],
  ["https://public.test/", page, ["public.test/robots.txt", "public.test/"]],
  ["http://public.test/?to=http://robots.test/closed", disallowed, ["public.test/robots.txt", "public.test/?to=…"]],
  ["http://public.test/?to=http://10.9.0.5/secret", onTheWay, ["public.test/?to=…"]],
  [
    "http://robots-private.test/",
    { error: "blocked_url", reason: "redirect_to_blocked_target" },
    ["robots-private.test/robots.txt"],
  ],
  ["http://private.test/", privately, []],
]

const seenBy = ({ seen }: Pick<Visit, "seen">) => seen.map(({ url }) => url.replace(/\?to=.*/, "?to=…"))

describe.skipIf(Network.isMissing())("robots.txt in a network of its own", () => {
  let visits: ReadonlyArray<Visit> = []
  beforeAll(async () => {
    const errands = rows.map(([url]) => ({ url, conversation: "one" }))
    visits = await visitAll(errands, { env: { PORTHOLE_ROBOTS: "true" } })
  })

  it.each(rows.map(([url, expected, seen], at) => [url, expected, seen, at] as const))(
    "%s",
    (_, expected, seen, at) => {
      assert.deepStrictEqual(seenBy(assertVisit(visits[at], expected)), [...seen])
    },
  )

  it("carries only the headers of a page's request", () => {
    const [file, read] = visits[0]?.seen ?? []
    assert.deepStrictEqual(Object.keys(file?.headers ?? {}), Object.keys(read?.headers ?? {}))
    assert.strictEqual(file?.headers["user-agent"], read?.headers["user-agent"])
  })

  it.each([
    [[], page, ["robots.test/closed"]],
    [["--robots"], disallowed, ["robots.test/robots.txt"]],
  ] as const)("of a person's fetch is requested only with --robots: %j", async (flags, expected, seen) => {
    const [ran] = await runAll([{ args: ["fetch", "--json", ...flags, "http://robots.test/closed"] }])
    assertAnswer({ answer: JSON.parse(ran?.stdout ?? ""), intruders: ran?.intruders ?? [] }, expected)
    assert.deepStrictEqual(seenBy(ran!), [...seen])
  })
})
