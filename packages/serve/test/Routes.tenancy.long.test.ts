/** Tenants share nothing at any door, and no job on a real `redis-server`. */
import { Effect, Redacted } from "effect"
import { describe } from "vitest"
import { RedisJobs } from "../../store-redis/src/index.ts"
import * as RedisServer from "../../store-redis/test/support/redis.ts"
import * as Checks from "./support/tenancy/Checks.ts"
import * as Doors from "./support/tenancy/Doors.ts"
import { jobSharingTests } from "./support/tenancy/jobSharing.ts"
import { sharingTests } from "./support/tenancy/sharing.ts"

// `Routes.tenancy.test.ts` has these at every door.
const isElsewhere = (check: Checks.Check) => check === Checks.caches || check === Checks.sessions

sharingTests((check) => (isElsewhere(check) ? [] : Doors.all()))

describe.skipIf(RedisServer.isMissing())("on a Redis", () => {
  const store = Effect.flatMap(RedisServer.make(), ({ port }) =>
    RedisJobs.make({ url: Redacted.make(`redis://127.0.0.1:${port}`), replyTimeout: "60 seconds" }),
  )
  jobSharingTests(Effect.orDie(store))
})
