/**
 * Tests that a hostile page costs its own call and no more, in the browser of this machine. clock: real, since a
 * browser's is.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { join } from "node:path"
import { sampleOf } from "../../../test/tiers/Sample.ts"
import { BrowserRenderer } from "../src/index.ts"
import { foldersLeft, isMissing, processesLeft } from "./support/browser.ts"
import { greedy, hostilePageTests, nothingIsLeft, pages, patience, render, textOf } from "./support/HostilePageTests.ts"

// Those that end by a deadline cost its time.
hostilePageTests(sampleOf(pages, 2), sampleOf(greedy, 1))

/** A page that takes 600 MB, keeps them, and never comes to rest. */
// clock: the page's own script
const holder =
  "<p></p><script>const a = []; for (let i = 0; i < 150; i++) a.push(new Uint8Array(4e6).fill(1));" +
  "setInterval(() => document.querySelector('p').append(a.length), 50)</script>"

describe.skipIf(await isMissing())("a hostile page", () => {
  it.live("is ended when it holds more memory than the bound, however long it may take", () =>
    Effect.gen(function* () {
      const outcome = yield* render(holder, patience)
      assert.match(textOf(outcome), /extraction_failed.*took too much memory/)
    }).pipe(Effect.provide(BrowserRenderer.layer({ limits: { maxMemory: 400_000_000, maxTime: "5 minutes" } }))),
  )

  it.live("leaves nothing when the program is killed", () =>
    Effect.gen(function* () {
      const program = spawn(process.execPath, [join(import.meta.dirname, "support/renderForever.ts")], {
        stdio: ["ignore", "pipe", "ignore"],
      })
      yield* Effect.promise(() => new Promise((resolve) => program.stdout.once("data", resolve)))
      yield* until(() => processesLeft().length > 0)
      program.kill("SIGKILL")
      yield* until(() => processesLeft().length + foldersLeft().length === 0)
      yield* nothingIsLeft
    }),
  )
})

/** Waits for a condition. */
const until = (holds: () => boolean): Effect.Effect<void> =>
  // clock: polls for the condition
  Effect.suspend(() => (holds() ? Effect.void : Effect.andThen(Effect.sleep("200 millis"), until(holds))))
