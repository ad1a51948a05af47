/** Tests which programs are taken for a browser, and what is said of others. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { findBrowser } from "../../src/browser/FindBrowser.ts"

const folder = mkdtempSync(join(tmpdir(), "porthole-find-browser-"))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, mode: number): string => {
  const path = join(folder, name)
  writeFileSync(path, "#!/bin/sh\n")
  chmodSync(path, mode)
  return path
}

describe("the browser at a path", () => {
  it.effect("is the program there, and a shell by its name", () =>
    Effect.gen(function* () {
      const chromium = file("chromium", 0o755)
      assert.deepStrictEqual(yield* findBrowser(chromium), { path: chromium, isShell: false })
      const shell = file("chromium-headless-shell", 0o755)
      assert.deepStrictEqual(yield* findBrowser(shell), { path: shell, isShell: true })
    }),
  )

  it.effect.each([
    ["isn't absolute", "chromium", /path isn't absolute/],
    ["isn't there", join(folder, "absent"), /There is no program at .*absent\. /],
    ["is under a file", join(file("plain", 0o755), "chromium"), /There is no program at .*chromium\. /],
    ["is a folder", folder, /porthole-find-browser-\w+ isn't a file\. /],
    ["may not be executed", file("unmarked", 0o644), /unmarked can't be executed: its mode.*noexec/],
  ] as const)("that %s is told, with what to do", ([, path, expected]) =>
    Effect.gen(function* () {
      const { missing } = yield* Effect.flip(findBrowser(path))
      assert.match(missing, expected)
      assert.include(missing, "chromium-headless-shell")
      assert.include(missing, "PORTHOLE_CHROMIUM")
    }),
  )
})
