/**
 * Tenants are kept apart at every endpoint of every face: each row is one door and one thing that tenants must not
 * share, called as two tenants with tokens and as one without. The list of routes comes from the router, so that an
 * endpoint that isn't in the table fails. Caches and keys are checked at every door, the rest at one of each kind.
 */
import { MemoryJobs } from "@porthole/stores/testing"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { sampleOf } from "../../../test/tiers/Sample.ts"
import * as Checks from "./support/tenancy/Checks.ts"
import * as Doors from "./support/tenancy/Doors.ts"
import * as JobDoors from "./support/tenancy/JobDoors.ts"
import { jobSharingTests } from "./support/tenancy/jobSharing.ts"
import * as Provider from "./support/tenancy/Provider.ts"
import { open, sharingTests, tokens } from "./support/tenancy/sharing.ts"
import { routesOf, send, startOver } from "./support/server.ts"

describe("the table", () => {
  it("has every route that the router has", async () => {
    const doors = [...Doors.all(), ...JobDoors.all].map(({ route }) => route)
    const routes = Array.from(await routesOf())
    const listed = new Set([...doors, ...Doors.callless, ...routes.filter(JobDoors.isOfJob)])
    assert.sameMembers(Array.from(listed), routes)
    // The tests of jobs try each of these.
    assert.isTrue(Doors.callless.every((route) => !JobDoors.isOfJob(route)))
  })

  it("lists routes without calls that make none", async () => {
    const provider = await Provider.start()
    const server = await startOver(provider, open, tokens)
    const body = JSON.stringify({ query: "x", q: "x", url: Provider.pageOf("x"), urls: [Provider.pageOf("x")] })
    for (const [method = "", path = ""] of Doors.callless.map((route) => route.split(" "))) {
      const headers = { "content-type": "application/json" }
      await send(server.port, `${path}?q=x&format=json&url=${Provider.pageOf("x")}`, { method, headers, body })
    }
    await server.close()
    provider.close()
    assert.deepStrictEqual(provider.take(), [])
  })
})

const faces = ["http", "session", "stateless"] as const

/** One door of each face, of those that may be chosen. */
const oneOfEach = (isChosen: (door: Doors.Door) => boolean) =>
  faces.flatMap((face) => {
    const doors = Doors.all().filter((door) => door.face === face && isChosen(door))
    return sampleOf(doors, 1)
  })

jobSharingTests(Effect.sync(MemoryJobs.make))

const isOfPages = ({ asks }: Doors.Door) => asks.includes("page")

sharingTests((check) => {
  if (check === Checks.caches || check === Checks.sessions) return Doors.all()
  if (check === Checks.shownPages) return oneOfEach(isOfPages)
  // Of a search, and of a page.
  if (check === Checks.knownUrls) return [...oneOfEach(isOfPages), ...oneOfEach((door) => !isOfPages(door))]
  return oneOfEach(() => true)
})
