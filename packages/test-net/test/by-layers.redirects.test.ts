/** Tests redirects to blocked targets, by every status and in every spelling; each hop passes the whole policy. */
import { beforeAll, describe, it } from "vitest"
import { Network } from "../src/index.ts"
import type { Visit } from "./programs/Visit.ts"
import { byStatus, heads, notFollowed } from "./RedirectRows.ts"
import { assertQueriedOnce, assertVisit, type Row, visitRows } from "./Rows.ts"

describe.skipIf(Network.isMissing())("redirects in a network of their own", () => {
  let visits: ReadonlyMap<string, Visit>
  beforeAll(async () => {
    visits = await visitRows([...byStatus, ...notFollowed, ...heads.map(([, url, expected]): Row => [url, expected])])
  })

  it.each([...byStatus, ...notFollowed])("%s", (url, expected) => {
    assertQueriedOnce(assertVisit(visits.get(url), expected))
  })

  it.each(heads)("%s", (_name, url, expected) => {
    assertQueriedOnce(assertVisit(visits.get(url), expected))
  })
})
