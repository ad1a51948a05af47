/** Tests the file of access tokens on the real disk. clock: real, since the disk is. */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { assert, describe, it } from "@effect/vitest"
import { AccessTokensSuite } from "@porthole/stores/testing"
import { Effect, Layer } from "effect"
import { chmodSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { TokenFile } from "../src/index.ts"
import { temporaryFolder } from "./support/store.ts"

const services = Layer.merge(NodeFileSystem.layer, NodePath.layer)
const open = (file: string) => Effect.provide(TokenFile.make({ file }), services)
const inFolder = Effect.map(temporaryFolder, (folder) => join(folder, "tokens.json"))

describe("TokenFile", () => {
  for (const { name, run } of AccessTokensSuite.cases(Effect.flatMap(inFolder, open))) it.live(name, () => run)

  it.live.each([
    ["that others can read", 0o644, '{"tokens":[]}', /chmod 600/],
    ["that can't be understood", 0o600, '{"tokens":[{"tenant":"a","hash":"x","added":""}]}', /isn't valid/],
  ] as const)("refuses a file %s, reports that, and doesn't change it", ([, mode, text, message]) =>
    Effect.gen(function* () {
      const file = yield* inFolder
      writeFileSync(file, text)
      chmodSync(file, mode)
      const tokens = yield* open(file)
      assert.match((yield* Effect.flip(tokens.list)).message, message)
      assert.match((yield* Effect.flip(tokens.add({ tenant: "b", hash: "y", added: "" }))).message, message)
      assert.strictEqual(readFileSync(file, "utf8"), text)
    }),
  )
})
