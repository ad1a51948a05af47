/** The contract of `Extractor`, for every adapter. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import { Extractor, type FetchRequest, HttpUrl, type WebError } from "@porthole/core"
import * as Contract from "./Contract.ts"

const modes: ReadonlyArray<FetchRequest.ExtractMode> = ["markdown", "text", "html"]

/** A page with everything that the contract covers. */
export const article = `<!doctype html><html><head><title>The tide table</title>
<script>alert("never")</script><style>p { color: red }</style></head><body>
<article><h1>The tide table</h1>
<p>High water comes twice a day, and the harbour master writes its hours on a board by the quay,
so that every boat knows when the bar can be crossed and when it must wait outside for the flood.</p>
<p>Read the <a href="/almanac#spring">almanac</a>, the <a href="https://other.example/moon">moon</a> tables,
the <a href="/almanac">almanac</a> again, and <a href="javascript:alert(1)">nothing</a> else, before you sail
on a spring tide, when the stream runs hardest and the bar breaks even in a light wind from the west.</p>
</article></body></html>`

/** Unusual but valid documents: each can be read, none is a failure. */
export const oddities: ReadonlyArray<readonly [name: string, contentType: string, document: string]> = [
  ["an empty document", "text/html", ""],
  ["white space", "text/html", "  \n\t "],
  ["a fragment without html", "text/html", "<p>Only a paragraph.</p>"],
  ["plain text", "text/plain", "Just words, with < and & in them."],
  ["markdown", "text/markdown", "# A title\n\nAnd *words*."],
  ["an unclosed tag", "text/html", "<div><p>left open <b>bold"],
  ["a frameset", "text/html", "<html><frameset><frame src=x></frameset></html>"],
  ["an unknown charset", "text/html; charset=nonsense", "<p>words</p>"],
]

/** The cases. */
export const cases = (layer: Layer.Layer<Extractor.Extractor>): ReadonlyArray<Contract.Case> => {
  const test = (name: string, run: (read: Read) => Effect.Effect<void, WebError.WebError | Contract.BrokenContract>) =>
    Contract.make(
      name,
      Extractor.Extractor.use(({ extract }) => run(reader(extract))),
      Effect.provide(layer),
    )
  return [
    ...modes.map((mode) =>
      test(`reads the main content and the title as ${mode}`, (read) =>
        Effect.gen(function* () {
          const page = yield* read("text/html", article, mode)
          yield* Contract.expectEqual(page.title, "The tide table", "title")
          yield* Contract.expect(page.content.includes("High water comes twice a day"), "content")
          yield* Contract.expect(!/alert|color: red|<script/i.test(page.content), "no script and no style")
        })),
    ),
    test("lists absolute links without fragment, once each, in order", (read) =>
      Effect.flatMap(read("text/html", article, "markdown"), ({ links }) =>
        Contract.expectEqual(links, ["https://site.example/almanac", "https://other.example/moon"], "links"),
      )),
    test("reports the length of the readable text, in any mode", (read) =>
      Effect.gen(function* () {
        const lengths = yield* Effect.forEach(modes, (mode) =>
          Effect.map(read("text/html", article, mode), ({ text_length }) => text_length),
        )
        yield* Contract.expect(
          lengths.every((length) => length > 300 && length < 1_000),
          `plausible: ${lengths.join()}`,
        )
        yield* Contract.expect(new Set(lengths).size === 1, "the same in every mode")
      })),
    ...oddities.flatMap(([name, contentType, document]) =>
      modes.map((mode) =>
        test(`reads ${name} as ${mode}`, (read) =>
          Effect.flatMap(read(contentType, document, mode), (page) =>
            Contract.expect(
              page.text_length >= 0 && page.links.every((link) => HttpUrl.normalise(link) !== undefined),
              "a result",
            ),
          )),
      ),
    ),
    test("survives arbitrary bytes", (read) =>
      Effect.forEach(
        noise,
        (bytes) =>
          Effect.flatMap(Effect.exit(read("text/html", bytes, "markdown")), (exit) =>
            Contract.expect(Exit.isSuccess(exit) || !Exit.hasDies(exit), "no defect"),
          ),
        { discard: true },
      )),
  ]
}

// --- private --------------------------------------------------------------------------

type Read = (
  contentType: string,
  document: string | Uint8Array,
  mode: FetchRequest.ExtractMode,
) => Effect.Effect<Extractor.Extracted, WebError.WebError>

const reader =
  (extract: Extractor.Extractor["Service"]["extract"]): Read =>
  (contentType, document, mode) =>
    extract({
      url: "https://site.example/tides/table.html",
      contentType,
      bytes: typeof document === "string" ? new TextEncoder().encode(document) : document,
      mode,
    })

const noise = [1, 7, 64, 255].map((step) =>
  Uint8Array.from({ length: 4_096 }, (_, at) => (at * step * step + at) % 256),
)
