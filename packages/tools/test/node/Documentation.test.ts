/** Tests indexed documentation on Node: which version of a package counts as installed. */
import { assert, describe, it } from "@effect/vitest"
import { DocsIndex } from "@porthole/core"
import { Effect } from "effect"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { vi } from "vitest"
import { Documentation } from "../../src/index.ts"

/** A workspace whose member's dependency is installed at the root. */
const workspace = Effect.acquireRelease(
  Effect.promise(async () => {
    const root = await mkdtemp(join(tmpdir(), "porthole-workspace-"))
    const member = join(root, "packages/a")
    await mkdir(member, { recursive: true })
    await mkdir(join(root, "node_modules/tides"), { recursive: true })
    await writeFile(join(root, "node_modules/tides/package.json"), JSON.stringify({ name: "tides", version: "3.0.0" }))
    return { root, member }
  }),
  ({ root }) => Effect.promise(() => rm(root, { recursive: true, force: true })),
)

describe("the installed version", () => {
  it.effect("is that of a hoisted package, also for a folder relative to the current one", () =>
    Effect.gen(function* () {
      const { member } = yield* workspace
      const cwd = vi.spyOn(process, "cwd").mockReturnValue(member)
      const versionOf = DocsIndex.InstalledVersion.use((versionOf) => versionOf("tides"))
      for (const folder of [member, "."])
        assert.strictEqual(yield* Effect.provide(versionOf, Documentation.layer(folder)), "3.0.0")
      cwd.mockRestore()
    }),
  )
})
