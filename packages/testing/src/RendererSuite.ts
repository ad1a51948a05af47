/** The contract of `Renderer`, for every adapter: documents with scripts over parts that are a table. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { Deadline, Renderer, WebError } from "@porthole/core"
import * as Contract from "./Contract.ts"

/** The suite's input: an adapter whose browser is ready. */
export interface RendererFixture {
  readonly layer: Layer.Layer<Renderer.Renderer>
}

/** The cases. They take the time of real renderings: run them under a live clock. */
export const cases = (fixture: RendererFixture): ReadonlyArray<Contract.Case> =>
  [...documentCases, ...partCases, ...refusalCases, ...boundCases].map(({ name, run }) =>
    Contract.make(
      name,
      Renderer.Renderer.use((renderer) => run(renderer)),
      Effect.provide(fixture.layer),
    ),
  )

// --- private --------------------------------------------------------------------------

type Service = Renderer.Renderer["Service"]

/** A case that still needs its renderer. */
interface RenderCase {
  readonly name: string
  readonly run: (renderer: Service) => Effect.Effect<void, WebError.WebError | Contract.BrokenContract>
}

const test = (name: string, run: RenderCase["run"]): RenderCase => ({ name, run })

/** The answer to a part's request: its body, more of it, or a failure. */
type Answer = string | (Partial<Omit<Renderer.PartAnswer, "bytes">> & { readonly body?: string }) | WebError.WebError

/** The answers by URL, without the query. */
type Answers = Readonly<Record<string, Answer>>

interface Outcome extends Renderer.Rendered {
  readonly text: string
  /** The parts that the renderer asked for, in order. */
  readonly parts: ReadonlyArray<Renderer.PartRequest>
}

const origin = "https://site.test"
const documentUrl = `${origin}/page`

/** Renders a document whose body is given; a part that isn't in the table is 404. */
const render = Effect.fnUntraced(function* (
  renderer: Service,
  body: string,
  answers: Answers = {},
): Effect.fn.Return<Outcome, WebError.WebError> {
  const parts: Array<Renderer.PartRequest> = []
  const rendered = yield* Deadline.withDefault(
    renderer.render({
      document: {
        url: documentUrl,
        status: 200,
        contentType: "text/html; charset=utf-8",
        bytes: new TextEncoder().encode(`<!doctype html><title>Page</title><body>${body}`),
      },
      fetchPart: (part) =>
        Effect.suspend(() => {
          parts.push(part)
          return answerOf(answers[part.url.replace(/[?#].*$/s, "")] ?? { status: 404 })
        }),
    }),
    time,
  )
  return { ...rendered, text: new TextDecoder().decode(rendered.bytes), parts }
})

/** The time of a rendering that has no deadline. */
const time = Duration.minutes(5)

const answerOf = (answer: Answer): Effect.Effect<Renderer.PartAnswer, WebError.WebError> => {
  if (answer instanceof WebError.WebError) return Effect.fail(answer)
  const { body = "", headers = {}, ...more } = typeof answer === "string" ? { body: answer } : answer
  const bytes = new TextEncoder().encode(body)
  return Effect.succeed({ status: 200, setCookies: [], ...more, headers: { ...anyOrigin, ...headers }, bytes })
}

const anyOrigin = { "access-control-allow-origin": "*" }
const js = (body: string): Answer => ({ body, headers: { "content-type": "text/javascript" } })
const html = (body: string): Answer => ({ body, headers: { "content-type": "text/html" } })

/** A document that writes what a script's promise becomes, an error by its name and message. */
const writing = (promise: string): string =>
  `<p id=out></p><script>const write = (value) => { document.getElementById("out").textContent = "[" + value + "]" }
    ;(async () => ${promise})().then(write, write)</script>`

const has = (outcome: Outcome, text: string) =>
  Contract.expect(outcome.text.includes(text), `the document holds ${text}: ${outcome.text.slice(0, 500)}`)

const pathsOf = ({ parts }: Outcome): ReadonlyArray<string> => parts.map(({ url }) => url)

const documentCases: ReadonlyArray<RenderCase> = [
  test("is ready, and says so", (renderer) =>
    Effect.flatMap(renderer.state, (state) => Contract.expectEqual(state, { isReady: true }, "state"))),
  test("runs the document's scripts, leaves them out, and asks for the document no second time", (renderer) =>
    Effect.gen(function* () {
      const outcome = yield* render(renderer, writing('"6" + "7"'))
      yield* has(outcome, "[67]")
      yield* Contract.expect(!/<script/i.test(outcome.text), "no script is left")
      yield* Contract.expectEqual(pathsOf(outcome), [], "parts")
      yield* Contract.expectEqual([outcome.url, outcome.isPartial], [documentUrl, false], "URL and end")
    })),
  test("returns UTF-8, whatever the script writes", (renderer) =>
    Effect.flatMap(render(renderer, writing('"\\u00e9\\u6f6e\\u{1f40b}"')), (outcome) => has(outcome, "[é潮🐋]"))),
  test("shows the URL that a script wrote, of the document's origin", (renderer) =>
    Effect.flatMap(render(renderer, writing('history.pushState({}, "", "/view?a=1") ?? "done"')), (outcome) =>
      Contract.expectEqual(outcome.url, `${origin}/view?a=1`, "URL"),
    )),
  test("returns open shadow roots", (renderer) =>
    Effect.flatMap(
      render(
        renderer,
        "<x-a></x-a><script>document.querySelector('x-a').attachShadow({ mode: 'open' })" +
          ".innerHTML = '<p>in the ' + 'shadow</p>'</script>",
      ),
      (outcome) => has(outcome, "in the shadow"),
    )),
  // clock: the page's own script
  test("waits for text that comes late", (renderer) =>
    Effect.flatMap(
      render(renderer, writing('new Promise((resolve) => setTimeout(() => resolve("la" + "te"), 700))')),
      (outcome) => has(outcome, "[late]"),
    )),
]

/** A rendering whose last request has a cookie of this value. */
const cookieOf = (renderer: Service, value: string) =>
  render(
    renderer,
    writing(`(await fetch("/${value}"), document.cookie = "n=${value}", (await fetch("/get")).status)`),
    { [`${origin}/${value}`]: "x", [`${origin}/get`]: "x" },
  )

const partCases: ReadonlyArray<RenderCase> = [
  test("gets scripts and data as parts of these kinds", (renderer) =>
    Effect.gen(function* () {
      const outcome = yield* render(renderer, '<script src="/app.js"></script>', {
        [`${origin}/app.js`]: js(
          "fetch('/data').then((answer) => answer.json()).then(({ words }) => document.body.append(words.join('-')))",
        ),
        [`${origin}/data`]: { body: '{"words":["high","water"]}', headers: { "content-type": "application/json" } },
      })
      yield* has(outcome, "high-water")
      yield* Contract.expectEqual(
        outcome.parts.map(({ kind, url }) => [kind, url]),
        [
          ["script", `${origin}/app.js`],
          ["data", `${origin}/data`],
        ],
        "parts",
      )
      yield* Contract.expectEqual(
        outcome.requested.map(({ outcome }) => outcome),
        [200, 200],
        "what was requested",
      )
    })),
  test("gets a frame of its own origin as a document, and returns it", (renderer) =>
    Effect.gen(function* () {
      const outcome = yield* render(renderer, '<iframe src="/frame"></iframe>', {
        [`${origin}/frame`]: html("<p>words of a frame</p>"),
      })
      yield* has(outcome, "words of a frame")
      yield* Contract.expectEqual(outcome.parts[0]?.kind, "document", "kind")
    })),
  test("asks for the target of a redirect by a part of its own", (renderer) =>
    Effect.gen(function* () {
      const outcome = yield* render(renderer, writing('(await fetch("/old")).text()'), {
        [`${origin}/old`]: { status: 302, headers: { location: "/new" } },
        [`${origin}/new`]: "moved",
      })
      yield* has(outcome, "[moved]")
      yield* Contract.expectEqual(pathsOf(outcome), [`${origin}/old`, `${origin}/new`], "parts")
    })),
  test("returns cookies to their host in this rendering, and in no other", (renderer) =>
    Effect.gen(function* () {
      const answers = { [`${origin}/set`]: { setCookies: ["a=1; Path=/"] }, [`${origin}/get`]: "x" }
      const body = writing('[await fetch("/get?1"), await fetch("/set"), await fetch("/get?2")].length')
      for (const round of [1, 2]) {
        const { parts } = yield* render(renderer, body, answers)
        const cookies = parts.map(({ headers }) => headers["cookie"] ?? "")
        yield* Contract.expectEqual(cookies, ["", "", "a=1"], `cookies of rendering ${round}`)
      }
    })),
  test("keeps two renderings at the same time apart", (renderer) =>
    Effect.gen(function* () {
      const outcomes = yield* Effect.all([cookieOf(renderer, "left"), cookieOf(renderer, "right")], { concurrency: 2 })
      yield* Contract.expectEqual(
        outcomes.map(({ parts }) => parts.at(-1)?.headers["cookie"]),
        ["n=left", "n=right"],
        "cookies",
      )
    })),
  test("sends no header that a script wrote", (renderer) =>
    Effect.gen(function* () {
      const outcome = yield* render(
        renderer,
        writing('(await fetch("/data", { headers: { "X-Mine": "1", Authorization: "secret" } })).status'),
        { [`${origin}/data`]: "x" },
      )
      const allowed = new Set(["accept", "origin", "referer", "cookie"])
      for (const { headers } of outcome.parts)
        yield* Contract.expect(
          Object.keys(headers).every((name) => allowed.has(name)),
          `only ${Array.from(allowed).join(", ")}: ${Object.keys(headers).join(", ")}`,
        )
    })),
]

/** What a script sees of a part that fails. */
const failingFetch = (renderer: Service, error: WebError.WebError) =>
  render(renderer, writing('(await fetch("/data")).text()'), { [`${origin}/data`]: error })

const refusalCases: ReadonlyArray<RenderCase> = [
  test("lets a script tell a refused part from a broken one by nothing", (renderer) =>
    Effect.gen(function* () {
      const refused = yield* failingFetch(
        renderer,
        WebError.make({ error: "blocked_url", reason: "private_or_metadata_target" }),
      )
      const broken = yield* failingFetch(renderer, WebError.unreachable())
      const late = yield* failingFetch(renderer, WebError.make({ error: "timeout" }))
      yield* has(refused, "TypeError")
      yield* Contract.expectEqual([broken.text, late.text], [refused.text, refused.text], "what the script sees")
    })),
  test("goes on after a part that fails", (renderer) =>
    Effect.flatMap(
      render(renderer, `<script src="/gone.js"></script>${writing('"still here"')}`, {
        [`${origin}/gone.js`]: WebError.unreachable(),
      }),
      (outcome) => has(outcome, "[still here]"),
    )),
  test("writes nothing: a POST is refused, and told", (renderer) =>
    Effect.gen(function* () {
      const outcome = yield* render(renderer, writing('(await fetch("/data", { method: "POST", body: "x" })).status'))
      yield* Contract.expectEqual(pathsOf(outcome), [], "parts")
      yield* Contract.expectEqual(
        outcome.requested.map(({ method, outcome }) => [method, outcome]),
        [["POST", "refused"]],
        "what was requested",
      )
    })),
  test("fetches no image, no media and no font", (renderer) =>
    Effect.flatMap(
      render(
        renderer,
        `<style>@font-face { font-family: f; src: url(/f.woff2) } p { font-family: f; background: url(/b.png) }</style>
         <img src="/a.png"><video src="/v.mp4" autoplay></video>${writing('"done"')}`,
      ),
      (outcome) => Contract.expectEqual(pathsOf(outcome), [], "parts"),
    )),
]

const boundCases: ReadonlyArray<RenderCase> = [
  // clock: the page's own script
  ...["for (;;) {}", "const again = () => { document.body.append('x'); setTimeout(again, 1) }; again()"].map((script) =>
    test(`ends at the deadline, though a script runs on: ${script.slice(0, 24)}`, (renderer) =>
      Effect.gen(function* () {
        const begun = yield* Clock.currentTimeMillis
        const endless = render(renderer, `<p>before</p><script>${script}</script>`)
        const isOver = yield* Effect.match(Deadline.withNearer(endless, Duration.seconds(1)), {
          onFailure: () => true,
          onSuccess: ({ isPartial }) => isPartial,
        })
        yield* Contract.expect(isOver, "it fails, or says that the document was still changing")
        // A renderer that ignores the deadline takes its own time.
        yield* Contract.expect((yield* Clock.currentTimeMillis) - begun < Duration.toMillis(time) / 2, "it ends")
      })),
  ),
  test("asks for at most 100 parts, and returns what stands by then", (renderer) =>
    Effect.gen(function* () {
      const outcome = yield* render(
        renderer,
        "<p>before</p><script>for (let i = 0; i < 1000; i++) fetch('/data?' + i).catch(() => {})</script>",
        { [`${origin}/data`]: "x" },
      )
      yield* Contract.expect(outcome.parts.length > 0 && outcome.parts.length <= 100, `${outcome.parts.length} parts`)
      yield* has(outcome, "before")
    })),
  test("renders after a rendering that hung", (renderer) =>
    Effect.gen(function* () {
      const hanging = render(renderer, "<script>for (;;) {}</script>")
      yield* Effect.ignore(Deadline.withNearer(hanging, Duration.seconds(1)))
      yield* has(yield* render(renderer, writing('"again"')), "[again]")
    })),
  test("stops at once when its caller leaves, and renders again", (renderer) =>
    Effect.gen(function* () {
      // clock: the page's own script
      const endless = render(renderer, "<script>setInterval(() => document.body.append('x'), 1)</script>")
      // clock: the caller leaves while the page is under way
      yield* Effect.timeoutOption(endless, "1 second")
      yield* has(yield* render(renderer, writing('"again"')), "[again]")
    })),
]
