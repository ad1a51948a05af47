/** Tests the bounds of a rendering's result, in the browser of this machine. clock: real, since a browser's is. */
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Renderer } from "@porthole/core"
import { isMissing, patient, requestOf, type Site } from "./support/browser.ts"

const render = (html: string, site?: Site) =>
  Effect.gen(function* () {
    const renderer = yield* Renderer.Renderer
    const { bytes } = yield* renderer.render(requestOf(html, site))
    return Buffer.from(bytes).toString()
  })

const countOf = (html: string, pattern: RegExp): number => html.match(pattern)?.length ?? 0

const framed = Array.from({ length: 12 }, (_, at) => `https://docs.site.test/${at}`)
/** A frame's document of 150 parts, 1,000 characters each. */
const long = `<p>Framed</p>${`<b>${"x".repeat(993)}</b>`.repeat(150)}`
const partsOf = (html: string): number => countOf(html, /b&gt;x/g)

const sheets = ["/a.css", "/b.css"]

describe.skipIf(await isMissing())("the result of a rendering", { concurrent: true }, () => {
  // clock: real, since the browser is
  layer(patient, { excludeTestServices: true })("has", (it) => {
    it.effect("ten frames of other origins, and 100,000 characters of each", () =>
      Effect.gen(function* () {
        const html = framed.map((url) => `<iframe src=${url}></iframe>`).join("")
        const rendered = yield* render(
          html,
          Object.fromEntries(framed.map((url) => [new URL(url).href, ["text/html", long]])),
        )
        assert.strictEqual(countOf(rendered, /Framed/g), 10)
        assert.strictEqual(partsOf(rendered), 10 * 99)
      }),
    )

    it.effect("100,000 characters of a frame of its own origin", () =>
      Effect.gen(function* () {
        const rendered = yield* render("<iframe src=/f></iframe>", { "/f": ["text/html", long] })
        assert.include(rendered, "Framed")
        assert.strictEqual(partsOf(rendered), 99)
      }),
    )

    it.effect("500 closed shadow trees, and none in a document of more than 20,000 elements", () =>
      Effect.gen(function* () {
        const closed = (count: number, others: number) =>
          `<p></p><script>for (let i = 0; i < ${count}; i++) { const e = document.createElement('div'); document.body.append(e);
e.attachShadow({ mode: 'closed' }).innerHTML = '<p>Closed</p>' }
for (let i = 0; i < ${others}; i++) document.body.append(document.createElement('i'))</script>`
        assert.strictEqual(countOf(yield* render(closed(600, 0)), /Closed/g), 500)
        assert.strictEqual(countOf(yield* render(closed(3, 20_000)), /Closed/g), 0)
      }),
    )

    it.effect("8 MiB of characters", () =>
      Effect.gen(function* () {
        const script =
          "for (let i = 0; i < 9; i++) document.body.append('x'.repeat(1048575), document.createElement('br'))"
        const rendered = yield* render(`<p>First</p><script>${script}</script>`)
        assert.include(rendered, "First")
        assert.isAtMost(rendered.length, 8 * 1_048_576)
        assert.isAbove(rendered.length, 7 * 1_048_576)
      }),
    )

    it.effect("1 MiB of linked style sheets", () =>
      Effect.gen(function* () {
        const html = `${sheets.map((url) => `<link rel=stylesheet href=${url}>`).join("")}<p>Shown</p>`
        const site: Site = Object.fromEntries(
          sheets.map((url) => [url, ["text/css", `.a{}/*${"x".repeat(700_000)}*/`]]),
        )
        assert.strictEqual(countOf(yield* render(html, site), /\.a\{\}/g), 1)
      }),
    )
  })
})
