/** Tests what a browser needs of the system. clock: real, since processes are. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Confinement from "../../src/browser/Confinement.ts"

/** A system that refuses namespaces. */
const refusing = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "porthole-refusing-"))
    writeFileSync(join(folder, "unshare"), "#!/bin/sh\necho unshare failed: Operation not permitted >&2; exit 1\n", {
      mode: 0o755,
    })
    const { PATH = "" } = process.env
    process.env["PATH"] = `${folder}:${PATH}`
    return { folder, PATH }
  }),
  ({ folder, PATH }) =>
    Effect.sync(() => {
      process.env["PATH"] = PATH
      rmSync(folder, { recursive: true })
    }),
)

describe.skipIf(process.platform !== "linux")("a browser", () => {
  it.live.each([{}, { allowWithoutNamespace: true }])(
    "isn't started on Linux where the system refuses a namespace: %j",
    (options) =>
      Effect.gen(function* () {
        yield* refusing
        const { missing } = yield* Effect.flip(Confinement.find(options))
        assert.match(missing, /no network namespace of its own \(unshare failed: .*\), so nothing is rendered\./)
      }).pipe(Effect.scoped),
  )

  it.live.skipIf(process.getuid?.() !== 0)("isn't started as root", () =>
    Effect.gen(function* () {
      const { missing } = yield* Effect.flip(Confinement.find({ user: { uid: 0, gid: 0 } }))
      assert.include(missing, "can't run as root")
    }),
  )
})
