/** Hostile pages, and the tests that each costs its own call and no more. clock: real, since a browser's is. */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber, Layer, ManagedRuntime, Result } from "effect"
import { Deadline, Renderer, type WebError } from "@porthole/core"
import { foldersLeft, isMissing, patient, processesLeft, requestOf } from "./browser.ts"

/** Seconds that no page needs on a busy machine. */
export const patience = 280

export type Outcome = Result.Result<Renderer.Rendered & { readonly html: string }, WebError.WebError>

export const render = (html: string, seconds: number): Effect.Effect<Outcome, never, Renderer.Renderer> =>
  renderRequest(requestOf(html, { "/again": ["text/html", html] }), seconds)

export const renderRequest = (request: Renderer.RenderRequest, seconds: number) =>
  Effect.gen(function* () {
    const renderer = yield* Renderer.Renderer
    const rendered = yield* renderer.render(request)
    return { ...rendered, html: Buffer.from(rendered.bytes).toString() }
  }).pipe((work) => Deadline.withNearer(work, Duration.seconds(seconds)), Effect.result)

/** A page: its name, its text, and what it ends in. */
export type HostilePage = readonly [name: string, html: string, expected: RegExp]

/** What every one of these must do: end, by an answer or by an error that says so. */
export const pages: ReadonlyArray<HostilePage> = [
  ["a script that never ends", "<p>Before</p><script>while (true);</script>", /Before|timeout/],
  [
    "a script that never ends after a while",
    // clock: the page's own script
    "<p>Before</p><script>setTimeout(() => { while (true); }, 300)</script>",
    /Before|timeout/,
  ],
  [
    "a memory hog",
    // clock: the page's own script
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
    "a history of long addresses",
    // clock: the page's own script
    "<p>Before</p><script>const a = '/' + 'a'.repeat(1e6); let n = 0; setInterval(() => history.pushState(0, '', a + n++), 1)</script>",
    /Before|timeout/,
  ],
  [
    "messages to the console without end",
    // clock: the page's own script
    "<p>Before</p><script>const a = 'a'.repeat(1e5); setInterval(() => { for (let i = 0; i < 200; i++) console.log(a) }, 1)</script>",
    /Before|timeout/,
  ],
  [
    "requests with long bodies",
    // clock: the page's own script
    "<p>Before</p><script>const body = 'a'.repeat(1e7); setInterval(() => { for (let i = 0; i < 20; i++) fetch('/', { method: 'POST', body }).catch(() => {}) }, 1)</script>",
    /Before|timeout|extraction_failed/,
  ],
  [
    "120 MB of attributes",
    "<p>Before</p><script>for (let i = 0; i < 120; i++) { const b = document.createElement('b'); b.title = 'a'.repeat(1e6); document.body.append(b) }</script>",
    /Before/,
  ],
  [
    "120 MB of attributes in a closed shadow tree",
    "<p>Before</p><script>const r = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'closed' }); for (let i = 0; i < 120; i++) { const b = document.createElement('b'); b.title = 'a'.repeat(1e6); r.append(b) }</script>",
    /Before/,
  ],
  [
    "redirects to private addresses by every means of a page",
    "<p>Before</p><script>fetch('http://10.9.0.5/'); new Image().src = 'http://169.254.169.254/'; new Worker(URL.createObjectURL(new Blob([\"fetch('http://127.0.0.1/')\"]))); location = 'http://10.9.0.5/'</script>",
    /Before/,
  ],
]

/** Those that another page feels most. */
export const greedy = pages.filter(([name]) => /never ends$|hog|workers|history|console|bodies|attributes/.test(name))

export const textOf = (outcome: Outcome): string =>
  Result.isSuccess(outcome) ? outcome.success.html : JSON.stringify(outcome.failure)

export const nothingIsLeft = Effect.sync(() => {
  assert.deepStrictEqual(processesLeft(), [])
  assert.deepStrictEqual(foldersLeft(), [])
})

const isSkipped = await isMissing()

/** The text of the page with this name. */
export const pageOf = (name: string): string => pages.find(([other]) => other === name)?.[1] ?? ""

/** Tests that these pages cost their own calls, the greedy ones nothing beside them, and that nothing is left of them. */
export const hostilePageTests = (pages: ReadonlyArray<HostilePage>, greedy: ReadonlyArray<HostilePage>): void => {
  describe.skipIf(isSkipped)("a hostile page", () => {
    const browser = ManagedRuntime.make(patient)
    afterAll(() => browser.dispose())
    const layer = Layer.effectContext(browser.contextEffect)

    it.live("costs its own call, and leaves a browser that renders the next one", () =>
      Effect.gen(function* () {
        for (const page of pages) {
          const [name, html, expected] = page
          const outcome = yield* render(html, secondsFor(page))
          assert.match(textOf(outcome).replaceAll("\n", " "), expected, name)
          const next = yield* render("<p></p><script>document.body.append('Fine')</script>", patience)
          assert.include(textOf(next), "Fine", `after ${name}`)
        }
      }).pipe(Effect.provide(layer)),
    )

    it.live("doesn't cost the page beside it", () =>
      Effect.gen(function* () {
        for (const page of greedy) {
          const beside = yield* waitingPage
          const other = yield* Effect.forkChild(renderRequest(beside.request, patience), { startImmediately: true })
          yield* Deferred.await(beside.asked)
          yield* render(page[1], secondsFor(page))
          yield* Deferred.succeed(beside.answered, undefined)
          assert.include(textOf(yield* Fiber.join(other)), "Fine", `beside ${page[0]}`)
        }
      }).pipe(Effect.provide(layer)),
    )

    it.live("is gone when its call is interrupted, and the browser with the layer", () =>
      Effect.gen(function* () {
        const begun = yield* Deferred.make<void>()
        const request = requestOf("<script>fetch('/begun'); while (true);</script>")
        const fetchPart: typeof request.fetchPart = (part) =>
          Effect.andThen(Deferred.succeed(begun, undefined), request.fetchPart(part))
        const call = yield* Effect.forkChild(renderRequest({ ...request, fetchPart }, patience), {
          startImmediately: true,
        })
        yield* Deferred.await(begun)
        yield* Fiber.interrupt(call)
        yield* Effect.promise(() => browser.dispose())
        yield* nothingIsLeft
      }).pipe(Effect.provide(layer)),
    )
  })
}

// --- private --------------------------------------------------------------------------

/** The time of a call. The pages that may end by a timeout get little; a busy machine needs more for the others. */
const secondsFor = ([name, , expected]: HostilePage): number => {
  if (!expected.test("timeout")) return patience
  return /never ends|workers/.test(name) ? 2 : 5
}

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
