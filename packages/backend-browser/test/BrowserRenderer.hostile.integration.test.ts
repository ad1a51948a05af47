/**
 * Tests that a hostile page costs its own call and no more, in the browser of this machine. clock: real, since a
 * browser's is.
 */
import { assert, describe, it, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { Conversation } from "@porthole/core"
import { spawn } from "node:child_process"
import { join } from "node:path"
import { sampleOf } from "../../../test/tiers/Sample.ts"
import { BrowserRenderer } from "../src/index.ts"
import { foldersLeft, isMissing, patient, processesLeft, requestOf } from "./support/browser.ts"
import {
  greedy,
  hostilePageTests,
  nothingIsLeft,
  pageOf,
  pages,
  patience,
  render,
  renderRequest,
  textOf,
} from "./support/HostilePageTests.ts"

// Those that end by a deadline cost its time.
hostilePageTests(sampleOf(pages, 2), sampleOf(greedy, 1))

/** A page that takes 600 MB, keeps them, and never comes to rest. */
// clock: the page's own script
const holder =
  "<p></p><script>const a = []; for (let i = 0; i < 150; i++) a.push(new Uint8Array(4e6).fill(1));" +
  "setInterval(() => document.querySelector('p').append(a.length), 50)</script>"

/** A page that writes twenty entries of its history, a million characters each, and then rests. */
// clock: the page's own script
const historian =
  "<p>Before</p><script>let n = 0; const step = () => { history.pushState(0, '', '/' + 'a'.repeat(1e6) + n);" +
  "if (++n < 20) setTimeout(step, 50); else document.body.append('Ended') }; step()</script>"

describe.skipIf(await isMissing())("a hostile page", () => {
  // clock: real, since the browser is
  layer(patient, { excludeTestServices: true })("among others", (it) => {
    it.effect("has a bounded history", () =>
      Effect.gen(function* () {
        const outcome = yield* render(historian, patience)
        assert.notInclude(textOf(outcome), "Ended")
        assert.match(textOf(outcome), /Before|timeout/)
      }),
    )

    it.effect("may have 120 MB of attributes", () =>
      Effect.gen(function* () {
        const outcome = yield* render(pageOf("120 MB of attributes"), patience)
        assert.match(textOf(outcome), /Before/)
      }),
    )

    it.effect("gets no list of its nodes, and so no closed shadow trees, if that were long", () =>
      Effect.gen(function* () {
        const behind = "document.body.attachShadow({ mode: 'closed' }).append('Behind')"
        const long = "document.querySelector('p').title = 'a'.repeat(2e7)"
        assert.include(textOf(yield* render(`<p></p><script>${behind}</script>`, patience)), "Behind")
        const text = textOf(yield* render(`<title>Before</title><p></p><script>${behind}; ${long}</script>`, patience))
        assert.include(text, "Before")
        assert.notInclude(text, "Behind")
        const heavy = `${behind.replace("'Behind'", "'Behind', b")}; b.title = 'a'.repeat(2e7)`
        const script = `const b = document.createElement('b'); ${heavy}`
        const other = textOf(yield* render(`<title>Before</title><p></p><script>${script}</script>`, patience))
        assert.include(other, "Before")
        assert.notInclude(other, "Behind")
      }),
    )
  })

  it.live("of one tenant takes no rendering from another that is present, however many there are", () =>
    Effect.gen(function* () {
      const as = (tenant: string) => Effect.provideService(Conversation.Conversation, { id: tenant, tenant })
      const fine = Effect.map(as("other")(render("<p>Fine", patience)), textOf)
      assert.include(yield* fine, "Fine")
      const begun = yield* Deferred.make<void>()
      const request = requestOf("<p></p><script>fetch('/d')</script>")
      const endless = {
        ...request,
        fetchPart: () => Effect.andThen(Deferred.succeed(begun, undefined), Effect.never),
      }
      const flood = yield* Effect.forEach(Array.from({ length: 20 }), () =>
        Effect.forkChild(as("flood")(renderRequest(endless, patience))),
      )
      yield* Deferred.await(begun)
      for (let time = 0; time < 5; time++) assert.include(yield* fine, "Fine")
      const outcomes = flood.flatMap((fiber) => fiber.pollUnsafe() ?? [])
      // 16 wait and one is under way; the youngest ones were told to come again.
      assert.lengthOf(outcomes, 3)
      yield* Fiber.interruptAll(flood)
    }).pipe(Effect.provide(BrowserRenderer.layer({ limits: { maxTime: "5 minutes" } }))),
  )

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
