import { assert, describe, it } from "@effect/vitest"
import { Extractor, Settings, Trace } from "@porthole/core"
import { Clock, Duration, Effect, Layer, Result, Tracer } from "effect"
import { DocumentExtractor, type Stage } from "../src/index.ts"
import { stages } from "../src/html/Pipeline.ts"
import { article, bytesOf, unhurried } from "./support.ts"

const page: Extractor.Fetched = {
  url: "https://site.test/",
  contentType: "text/html",
  bytes: bytesOf(article("<p>Hello <a href=x>there</a>.</p>")),
  mode: "markdown",
}

/** A process that reads has a clock of its own. */
const reading = (layer: Layer.Layer<Extractor.Extractor>) => Layer.provideMerge(layer, unhurried)

describe("DocumentExtractor", () => {
  it.effect("reads a page", () =>
    Effect.gen(function* () {
      const extractor = yield* Extractor.Extractor
      assert.deepStrictEqual(yield* extractor.extract(page), {
        title: "A title",
        content: "Hello [there](https://site.test/x).",
        links: ["https://site.test/x"],
        text_length: 12,
        is_complete: true,
      })
    }).pipe(Effect.provide(reading(DocumentExtractor.layer()))),
  )

  it.effect("stops when extract_timeout has passed", () =>
    Effect.gen(function* () {
      const extractor = yield* Extractor.Extractor
      const settings = yield* Settings.Settings
      const real = yield* Clock.Clock
      let now = 0
      const error = yield* extractor
        .extract(page)
        .pipe(
          Effect.provideService(Settings.Settings, { ...settings, extract_timeout: Duration.millis(250) }),
          Effect.provideService(Clock.Clock, { ...real, currentTimeMillisUnsafe: () => (now += 100) }),
          Effect.flip,
        )
      assert.strictEqual(error.error, "timeout")
    }).pipe(Effect.provide(DocumentExtractor.layer({ isolation: "none" }))),
  )
})

/** A template that an author may want to remove: the box at the end of every page of a wiki. */
const withoutBoxes: Stage = {
  name: "boxes",
  run: ({ document }) => {
    const boxes = document.querySelectorAll(".box")
    for (const box of boxes) box.remove()
    return { note: `${boxes.length} taken out` }
  },
}

const boxed: Extractor.Fetched = {
  ...page,
  bytes: bytesOf(article(`<p>The harbour was quiet, and the fog lay low.</p><p class="box">See also</p>`)),
}

describe("DocumentExtractor.layerWith", () => {
  it.effect("reads with the caller's stages, made from the standard ones at the first document", () => {
    let calls = 0
    return Effect.gen(function* () {
      const extractor = yield* Extractor.Extractor
      assert.strictEqual(calls, 0)
      assert.strictEqual((yield* extractor.extract(boxed)).content, "The harbour was quiet, and the fog lay low.")
      yield* extractor.extract(boxed)
      assert.strictEqual(calls, 1)
    }).pipe(
      Effect.provide(
        DocumentExtractor.layerWith((standard) => {
          calls++
          assert.deepStrictEqual(standard, stages)
          return [withoutBoxes, ...standard]
        }),
      ),
    )
  })

  it.effect("fails with extraction_failed if such a stage throws", () =>
    Effect.gen(function* () {
      const extractor = yield* Extractor.Extractor
      assert.strictEqual((yield* Effect.flip(extractor.extract(page))).error, "extraction_failed")
    }).pipe(
      Effect.provide(
        DocumentExtractor.layerWith((standard) => [
          ...standard,
          {
            name: "broken",
            run: () => {
              throw new Error("of an author's")
            },
          },
        ]),
      ),
    ),
  )
})

describe("DocumentExtractor.explain", () => {
  it.effect("reports each stage in order, with its note and its result", () =>
    Effect.gen(function* () {
      const extractor = yield* Extractor.Extractor
      const { result, traces } = yield* DocumentExtractor.explain(extractor.extract(boxed))
      assert.isTrue(Result.isSuccess(result))
      const trace = onlyOne(traces)
      assert.strictEqual(trace.url, "https://site.test/")
      assert.isString(trace.path)
      assert.deepStrictEqual(
        trace.stages.map(({ name }) => name),
        ["parse", "boxes", ...stages.map(({ name }) => name), "render"],
      )
      const [parse, boxes] = trace.stages
      assert.deepInclude(parse, { elements: 4, characters: 42 })
      assert.deepInclude(boxes, { note: "1 taken out", elements: 3, characters: 35 })
      assert.deepInclude(trace.stages.at(-1), { note: "markdown", characters: 35 })
      for (const { ms } of trace.stages) assert.isAtLeast(ms, 0)
    }).pipe(Effect.provide(reading(DocumentExtractor.layerWith((standard) => [withoutBoxes, ...standard])))),
  )

  it.effect("counts neither scripts nor styles as text", () =>
    Effect.gen(function* () {
      const extractor = yield* Extractor.Extractor
      const bytes = bytesOf("<style>p{}</style><p>Eight by</p><script>var words = 1</script>")
      const { traces } = yield* DocumentExtractor.explain(extractor.extract({ ...page, bytes }))
      assert.strictEqual(traces[0]?.stages[0]?.characters, 7)
    }).pipe(Effect.provide(reading(DocumentExtractor.layer()))),
  )

  it.effect("reports a failed reading up to its failure, and each document separately", () =>
    Effect.gen(function* () {
      const extractor = yield* Extractor.Extractor
      const { result, traces } = yield* DocumentExtractor.explain(
        Effect.andThen(extractor.extract({ ...page, contentType: "text/plain" }), extractor.extract(page)),
      )
      assert.isTrue(Result.isFailure(result))
      assert.deepStrictEqual(traces[0], { url: page.url, stages: [] })
      assert.deepStrictEqual(
        traces[1]?.stages.map(({ name }) => name),
        ["parse"],
      )
    }).pipe(
      Effect.provide(
        DocumentExtractor.layerWith((standard) => [
          {
            name: "broken",
            run: () => {
              throw new Error("of an author's")
            },
          },
          ...standard,
        ]),
      ),
    ),
  )
})

describe("the span of a reading", () => {
  it.effect("reports the method of the content, which the page doesn't", () => {
    const spans: Array<Tracer.NativeSpan> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      },
    })
    return Effect.gen(function* () {
      const extractor = yield* Extractor.Extractor
      const extracted = yield* extractor
        .extract(page)
        .pipe(Trace.call("call"), Effect.provideService(Tracer.Tracer, tracer))
      const span = spans.find(({ name }) => name === "call")
      assert.strictEqual(span?.attributes.get("porthole.extract.path"), "hand-picked")
      assert.notInclude(JSON.stringify(extracted), "hand-picked")
    }).pipe(
      Effect.provide(
        DocumentExtractor.layerWith((standard) => [
          ...standard,
          { name: "mine", run: () => ({ foundBy: "hand-picked" }) },
        ]),
      ),
    )
  })
})

const onlyOne = <A>([first, ...more]: ReadonlyArray<A>): A => {
  if (first === undefined || more.length > 0) throw new Error(`one was expected, not ${more.length + 1}`)
  return first
}

/** The result of a stage that classifies pages. */
