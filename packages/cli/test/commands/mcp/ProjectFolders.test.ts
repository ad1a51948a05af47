/** Tests when the client's roots are asked for. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as ProjectFolders from "../../../src/commands/mcp/ProjectFolders.ts"

/** The folders at each half minute, of a client that names these roots at each question. */
const foldersOf = Effect.fnUntraced(function* (answers: ReadonlyArray<ReadonlyArray<string>>) {
  let asked = 0
  const folders = ProjectFolders.make(
    "",
    Effect.sync(() => answers[asked++] ?? []),
  )
  const found = []
  for (let at = 0; at < answers.length; at++) {
    found.push(yield* folders, yield* folders)
    yield* TestClock.adjust("30 seconds")
  }
  return { found: found.map((each) => each.join()), asked }
})

describe("the folders of projects", () => {
  it.effect("are the client's roots, which may change, and stay if it names none", () =>
    Effect.gen(function* () {
      const { found } = yield* foldersOf([["/a"], ["/b", "/c"], []])
      assert.deepStrictEqual(found, ["/a", "/a", "/b,/c", "/b,/c", "/b,/c", "/b,/c"])
    }),
  )

  it.effect("are the working folder for a client without roots, which is asked once", () =>
    Effect.gen(function* () {
      const { asked, found } = yield* foldersOf([[], ["/a"]])
      assert.deepStrictEqual(new Set(found), new Set([process.cwd()]))
      assert.strictEqual(asked, 1)
    }),
  )
})
