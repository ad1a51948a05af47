/**
 * The reader and the ranking of a tree in this thread, by what its packages export: by this tree's names, and by the
 * earlier ones that the base still has.
 */
import type * as Core from "@porthole/core"
import type { DocumentExtractor } from "@porthole/extract"
import type * as Vectors from "@porthole/vectors-en"
import type * as Effects from "effect"
import { existsSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "./Pages.ts"

/** Functions of a tree's packages. */
export interface Packages {
  /** The Markdown of a page. */
  readonly read: (page: Page) => Promise<string>
  /** The passages that `webFetch` selects from a text: by words, or by word vectors, too, if the tree has them. */
  readonly rank: Readonly<Record<Way, (text: string, query: string) => Promise<string>>>
}

/** The ways to rank. */
export const ways = ["words", "vectors"] as const
export type Way = (typeof ways)[number]

/** Loads the packages of a tree, and its own Effect. */
export const load = async (folder: string): Promise<Packages> => {
  const packageOf = (name: string) => import(join(folder, "packages", name))
  const core: typeof Core = await packageOf("core/src/index.ts")
  const extract: Extract = await packageOf("extract/src/index.ts")
  const { Effect, Layer, ManagedRuntime }: typeof Effects = await packageOf("core/node_modules/effect/dist/index.js")
  const extractor = extract.DocumentExtractor ?? extract.Reader
  if (extractor === undefined) throw new Error(`${folder} has no extractor by a known name.`)

  // A busy machine mustn't end a reading.
  const settings = Layer.orDie(core.Settings.layer({ extract_timeout: "60 s", fetch_timeout: "60 s" }))
  const reader = ManagedRuntime.make(Layer.provideMerge(extractor.layer({ isolation: "none" }), settings))
  const read = ({ bytes, url }: Page): Promise<string> =>
    core.Extractor.Extractor.use(({ extract }) =>
      extract({ url, contentType: "text/html", bytes: bytes.slice(), mode: "markdown" }),
    ).pipe(
      Effect.map(({ content }) => content),
      reader.runPromise,
    )

  const rankBy = (similarity: Effects.Layer.Layer<never>) => {
    const { runPromise } = ManagedRuntime.make(Layer.merge(settings, similarity))
    return (content: string, query: string): Promise<string> => {
      const row = { url, status_code: 200, title: "", content, links: [], text_length: content.length }
      const backend = { search: core.WebBackend.unavailable, extract: Effect.succeed(() => Effect.succeed(row)) }
      return core.webFetch({ url, query }).pipe(
        Effect.map((page) => page.content_md ?? ""),
        Effect.provide(core.WebBackend.layer(backend)),
        runPromise,
      )
    }
  }
  const vectors: typeof Vectors | undefined = existsSync(join(folder, "packages/vectors-en"))
    ? await packageOf("vectors-en/src/index.ts")
    : undefined
  return { read, rank: { words: rankBy(Layer.empty), vectors: rankBy(vectors?.layer ?? Layer.empty) } }
}

// --- private --------------------------------------------------------------------------

/** The extractor's name now, and before it was told apart from remote readers. */
interface Extract {
  readonly DocumentExtractor?: typeof DocumentExtractor
  readonly Reader?: typeof DocumentExtractor
}

const url = "https://site.test/"
