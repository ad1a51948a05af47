/** Tests names whose answer the system's own resolver awaits in vain: they end with its time. */
import { beforeAll, describe, it } from "vitest"
import { Network } from "../src/index.ts"
import { awaited } from "./DnsRows.ts"
import type { Visit } from "./programs/Visit.ts"
import { assertVisit, visitRows } from "./Rows.ts"

describe.skipIf(Network.isMissing())("DNS that never answers in a network of its own", () => {
  let visits: ReadonlyMap<string, Visit>
  beforeAll(async () => {
    visits = await visitRows(awaited)
  })

  it.each(awaited)("%s", (url, expected) => void assertVisit(visits.get(url), expected))
})
