/** Indexes the projects of `porthole mcp --docs-for` in a process of its own, so that no call waits. */
import { Bound } from "@porthole/core"
import { LibraryTools, ProjectIndexing } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { spawn } from "node:child_process"

/** Tells `LibraryTools` whether projects are being indexed: from now on with `begin`, else from the first call on. */
export const layer = (
  folders: Effect.Effect<ReadonlyArray<string>>,
  { begin }: { readonly begin: boolean },
): Layer.Layer<never> =>
  Layer.effect(
    LibraryTools.IsIndexing,
    Effect.tap(ProjectIndexing.make({ folders, index }), (look) => (begin ? look : Effect.void)),
  )

// --- private --------------------------------------------------------------------------

/** The command itself tells a person why. */
type Failed = "failed"

/** Its output is none of the protocol's; a failure is what `porthole docs add` shows to a person. */
const index = (folder: string): Effect.Effect<void, Failed> =>
  Effect.callback((resume) => {
    const child = Bound.start("indexing of a project", () =>
      spawn(process.execPath, [process.argv[1] ?? "", "docs", "add", "--for", folder, "--json"], { stdio: "ignore" }),
    )
    child.once("error", () => resume(Effect.fail("failed")))
    child.once("exit", (code) => resume(code === 0 ? Effect.void : Effect.fail("failed")))
    child.unref()
    return Effect.sync(() => void child.kill())
  })
