/** Tests that a hostile page costs its own call and no more, in the browser of this machine. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Exit, Fiber, Layer, Result, Scope } from "effect"
import { Deadline, Renderer, type WebError } from "@porthole/core"
import { spawn } from "node:child_process"
import { join } from "node:path"
import { BrowserRenderer } from "../src/index.ts"
import { foldersLeft, isMissing, processesLeft, requestOf } from "./support/browser.ts"

type Outcome = Result.Result<Renderer.Rendered & { readonly html: string }, WebError.WebError>

const render = (html: string, seconds: number): Effect.Effect<Outcome, never, Renderer.Renderer> =>
  renderRequest(requestOf(html, { "/again": ["text/html", html] }), seconds)

const renderRequest = (request: Renderer.RenderRequest, seconds: number) =>
  Effect.gen(function* () {
    const renderer = yield* Renderer.Renderer
    const rendered = yield* renderer.render(request)
    return { ...rendered, html: Buffer.from(rendered.bytes).toString() }
  }).pipe((work) => Deadline.withNearer(work, Duration.seconds(seconds)), Effect.result)

/** What every one of these must do: end, by an answer or by an error that says so. */
const pages: ReadonlyArray<readonly [name: string, html: string, expected: RegExp]> = [
  ["a script that never ends", "<p>Before</p><script>while (true);</script>", /Before|timeout/],
  [
    "a script that never ends after a while",
    "<p>Before</p><script>setTimeout(() => { while (true); }, 300)</script>",
    /Before|timeout/,
  ],
  [
    "a memory hog",
    "<script>const a = []; setInterval(() => { for (let i = 0; i < 40; i++) a.push(new Uint8Array(4e6).fill(1)) }, 1)</script>",
    /<body>|extraction_failed|timeout/,
  ],
  [
    // The system may refuse the memory before the browser's bound is looked at: then the script alone fails.
    "a memory hog at once",
    "<script>const a = []; for (;;) a.push(new Uint8Array(4e6).fill(1))</script>",
    /<body>|extraction_failed|timeout/,
  ],
  [
    "two hundred spinning workers",
    "<p>Before</p><script>const u = URL.createObjectURL(new Blob(['while (true);'])); for (let i = 0; i < 200; i++) new Worker(u)</script>",
    /Before|timeout/,
  ],
  [
    "ten thousand requests",
    "<p>Before</p><script>for (let i = 0; i < 10000; i++) fetch('/x' + i).catch(() => {})</script>",
    /Before|timeout/,
  ],
  [
    "dialogs without end",
    "<p>Before</p><script>for (let i = 0; i < 40; i++) { alert(i); confirm(i); prompt(i) }; onbeforeunload = () => 'stay'; document.body.append('After')</script>",
    /Before.*After/,
  ],
  [
    "popups",
    "<p>Before</p><script>for (let i = 0; i < 20; i++) open('/pop' + i); document.body.append('After')</script>",
    /Before.*After/,
  ],
  [
    "a download",
    "<p>Before</p><a id=d download=x href='data:text/plain,x'>x</a><script>d.click(); document.body.append('After')</script>",
    /Before.*After/,
  ],
  ["a page that reloads for ever", "<p>Before</p><meta http-equiv=refresh content='0;url=/again'>", /Before/],
  [
    "a crash",
    "<p>Before</p><script>const f = () => f(f()); try { f() } catch {} ; location = 'chrome://crash'</script>",
    /Before|extraction_failed/,
  ],
  [
    "a document of a million elements",
    "<p></p><script>for (let i = 0; i < 1e6; i++) document.body.append(document.createElement('p'))</script>",
    /<p>|timeout|extraction_failed/,
  ],
  [
    "elements without end, one in the other",
    "<p></p><script>let e = document.body; for (let i = 0; i < 30000; i++) { const c = document.createElement('b'); e.append(c); e = c }; e.append('Bottom')</script>",
    /Bottom|extraction_failed/,
  ],
  [
    "redirects to private addresses by every means of a page",
    "<p>Before</p><script>fetch('http://10.9.0.5/'); new Image().src = 'http://169.254.169.254/'; new Worker(URL.createObjectURL(new Blob([\"fetch('http://127.0.0.1/')\"]))); location = 'http://10.9.0.5/'</script>",
    /Before/,
  ],
]

/** A page that takes 600 MB, keeps them, and never comes to rest. */
const holder =
  "<p></p><script>const a = []; for (let i = 0; i < 150; i++) a.push(new Uint8Array(4e6).fill(1));" +
  "setInterval(() => document.querySelector('p').append(a.length), 50)</script>"

/** The time of a call. The pages that may end by a timeout get little; a busy machine needs more for the others. */
const secondsFor = ([name, , expected]: (typeof pages)[number]): number => {
  if (!expected.test("timeout")) return 120
  return /never ends|workers/.test(name) ? 2 : 6
}

/** Calls end by their own deadlines. */
const patient = BrowserRenderer.layer({ limits: { maxTime: "2 minutes" } })

const textOf = (outcome: Outcome): string =>
  Result.isSuccess(outcome) ? outcome.success.html : JSON.stringify(outcome.failure)

/** A page that asks for data, and the moments in which it has asked and is answered: until then it isn't done. */
const waitingPage = Effect.gen(function* () {
  const asked = yield* Deferred.make<void>()
  const answered = yield* Deferred.make<void>()
  const script = "fetch('/data').then((data) => data.text()).then((text) => document.body.append(text))"
  const request = requestOf(`<p></p><script>${script}</script>`, { "/data": ["text/plain", "Fine"] })
  const fetchPart: typeof request.fetchPart = (part) =>
    Deferred.succeed(asked, undefined).pipe(
      Effect.andThen(Deferred.await(answered)),
      Effect.andThen(request.fetchPart(part)),
    )
  return { request: { ...request, fetchPart }, asked, answered }
})

const nothingIsLeft = Effect.sync(() => {
  assert.deepStrictEqual(processesLeft(), [])
  assert.deepStrictEqual(foldersLeft(), [])
})

describe.skipIf(await isMissing())("a hostile page", () => {
  it.live("costs its own call, and leaves a browser that renders the next one", () =>
    Effect.gen(function* () {
      const scope = yield* Effect.acquireRelease(Scope.make(), (scope) => Scope.close(scope, Exit.void))
      const services = yield* Layer.buildWithScope(patient, scope)
      for (const page of pages) {
        const [name, html, expected] = page
        const outcome = yield* Effect.provideContext(render(html, secondsFor(page)), services)
        assert.match(textOf(outcome).replaceAll("\n", " "), expected, name)
        const next = yield* Effect.provideContext(
          render("<p></p><script>document.body.append('Fine')</script>", 60),
          services,
        )
        assert.include(textOf(next), "Fine", `after ${name}`)
      }
      yield* Scope.close(scope, Exit.void)
      yield* nothingIsLeft
    }).pipe(Effect.scoped),
  )

  it.live("doesn't cost the page beside it", () =>
    Effect.gen(function* () {
      for (const page of pages.filter(([name]) => /never ends$|hog|workers/.test(name))) {
        const beside = yield* waitingPage
        const other = yield* Effect.forkChild(renderRequest(beside.request, 120), { startImmediately: true })
        yield* Deferred.await(beside.asked)
        yield* render(page[1], secondsFor(page))
        yield* Deferred.succeed(beside.answered, undefined)
        assert.include(textOf(yield* Fiber.join(other)), "Fine", `beside ${page[0]}`)
      }
    }).pipe(Effect.provide(patient)),
  )

  it.live("is ended when it holds more memory than the bound, however long it may take", () =>
    Effect.gen(function* () {
      const outcome = yield* render(holder, 120)
      assert.match(textOf(outcome), /extraction_failed.*took too much memory/)
    }).pipe(Effect.provide(BrowserRenderer.layer({ limits: { maxMemory: 400_000_000, maxTime: "2 minutes" } }))),
  )

  it.live("is gone when its call is interrupted, and the browser with the layer", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const services = yield* Layer.buildWithScope(BrowserRenderer.layer(), scope)
      const call = yield* Effect.forkChild(
        Effect.provideContext(render("<script>while (true);</script>", 60), services),
        {
          startImmediately: true,
        },
      )
      yield* Effect.sleep("2 seconds")
      yield* Fiber.interrupt(call)
      yield* Scope.close(scope, Exit.void)
      yield* nothingIsLeft
    }),
  )

  it.live("leaves nothing when the program is killed", () =>
    Effect.gen(function* () {
      const program = spawn(process.execPath, [join(import.meta.dirname, "support/renderForever.ts")], {
        stdio: ["ignore", "pipe", "ignore"],
      })
      yield* Effect.promise(() => new Promise((resolve) => program.stdout.once("data", resolve)))
      yield* Effect.sleep("1 second")
      assert.isNotEmpty(processesLeft())
      program.kill("SIGKILL")
      yield* Effect.repeat(Effect.delay(nothingOrMore, "100 millis"), { until: (count) => count === 0, times: 200 })
      yield* nothingIsLeft
    }),
  )
})

const nothingOrMore = Effect.sync(() => processesLeft().length + foldersLeft().length)
