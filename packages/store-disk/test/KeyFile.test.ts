/** Tests the file of keys on the real disk. clock: real, since the disk is. */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { assert, describe, it } from "@effect/vitest"
import { StoredKeysSuite } from "@porthole/stores/testing"
import { Effect, Layer, Redacted, Result } from "effect"
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { KeyFile } from "../src/index.ts"
import { temporaryFolder } from "./support/store.ts"

const services = Layer.merge(NodeFileSystem.layer, NodePath.layer)
const open = (file: string) => Effect.provide(KeyFile.make({ file }), services)
const inFolder = Effect.map(temporaryFolder, (folder) => join(folder, "config/porthole/keys.json"))

describe("the file of keys", () => {
  for (const { name, run } of StoredKeysSuite.cases(Effect.flatMap(inFolder, open))) it.live(name, () => run)

  it.live.each(["", "nonsense", "[]", '{"keys":[{"tenant":1}]}'])("isn't overwritten when it holds %j", (text) =>
    Effect.gen(function* () {
      const file = yield* inFolder
      mkdirSync(join(file, ".."), { recursive: true })
      writeFileSync(file, text, { mode: 0o600 })
      const keys = yield* open(file)
      assert.isTrue(Result.isFailure(yield* Effect.result(keys.get("default", "tavily"))))
      assert.isTrue(Result.isFailure(yield* Effect.result(keys.set("default", "tavily", Redacted.make("k")))))
      assert.strictEqual(readFileSync(file, "utf8"), text)
      assert.deepStrictEqual(readdirSync(join(file, "..")), ["keys.json"])
    }).pipe(Effect.scoped),
  )
})
