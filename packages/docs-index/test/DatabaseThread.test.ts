/** Tests the thread that has the databases: what becomes of tasks when it ends. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as DatabaseThread from "../src/DatabaseThread.ts"
import { folderOf } from "./support/folder.ts"

describe("the thread of the databases", () => {
  // clock: real, since the thread is.
  it.live("fails the tasks of a thread that ends, and answers those of the next one", () =>
    Effect.gen(function* () {
      const folder = yield* folderOf({})
      const send = yield* DatabaseThread.make
      const error = yield* Effect.flip(send(JSON.parse("null")))
      assert.strictEqual(error.reason, "failed")
      assert.deepStrictEqual(yield* send({ op: "list", folder }), { libraries: [], failed: [] })
    }).pipe(Effect.scoped),
  )
})
