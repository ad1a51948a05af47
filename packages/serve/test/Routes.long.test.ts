/** Every route in every spelling. */
import { afterAll, beforeAll, describe } from "vitest"
import { routesOf, start } from "./support/server.ts"
import { type Route, spellingTests } from "./support/spellings.ts"

describe("a route", () => {
  let server: Awaited<ReturnType<typeof start>>
  let routes: ReadonlyArray<Route> = []
  beforeAll(async () => {
    server = await start({ tokens: { acme: "s3cret" } })
    routes = Array.from(await routesOf(), (route) => {
      const [method = "", path = ""] = route.split(" ")
      return [method, path] as const
    })
  })
  afterAll(() => server.close())

  spellingTests(
    () => server.port,
    () => routes,
  )
})
