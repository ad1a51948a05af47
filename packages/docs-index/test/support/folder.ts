/** Folders of a test on the real disk. */
import { Effect } from "effect"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

/** A folder with these files, removed with the scope. */
export const folderOf = (files: Readonly<Record<string, string | Uint8Array>>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const folder = mkdtempSync(join(tmpdir(), "porthole-docs-"))
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true })
        writeFileSync(join(folder, name), content)
      }
      return folder
    }),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
  )

/** A manifest. */
export const manifest = (name: string, version: string, more: object = {}): string =>
  JSON.stringify({ name, version, ...more })
