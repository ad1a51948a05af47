/** Our reader with each kind of isolation, as a plain function that lives as long as a piece of work. */
import { Extractor, type Page, Settings, WebBackend, type WebError, webFetch } from "@porthole/core"
import { DocumentExtractor } from "@porthole/extract"
import { Effect, Layer, ManagedRuntime, type Result } from "effect"

export const names = ["inline", "threads", "processes"] as const
export type Name = (typeof names)[number]

/** The outcome of a document. */
export type Outcome = Result.Result<Extractor.Extracted, WebError.WebError>

/** Reads a document. */
export type Read = (fetched: Extractor.Fetched) => Promise<Outcome>

/** Runs some work with a reader. `size` is the number of threads or processes. */
export const using = async <A>(
  name: Name,
  work: (read: Read) => Promise<A>,
  { settings = {}, size }: { readonly settings?: Settings.SettingsInput; readonly size?: number } = {},
): Promise<A> => {
  const layer = {
    inline: DocumentExtractor.layer({ isolation: "none" }),
    threads: DocumentExtractor.layer({ isolation: "thread", size }),
    processes: DocumentExtractor.layer({ isolation: "process", size }),
  }[name]
  const runtime = ManagedRuntime.make(Layer.provideMerge(layer, Layer.orDie(Settings.layer(settings))))
  try {
    return await work((fetched) =>
      runtime.runPromise(Effect.result(Extractor.Extractor.use(({ extract }) => extract(fetched)))),
    )
  } finally {
    await runtime.dispose()
  }
}

/**
 * Reads a document with `webFetch`: a thread extracts it, the kernel runs in the caller's thread. The document is the
 * argument, so neither cache nor network takes part.
 */
export type Fetch = (fetched: Extractor.Fetched) => Promise<Result.Result<Page.Page, WebError.WebError>>

/** Runs some work with {@link Fetch}. */
export const fetching = async <A>(work: (fetch: Fetch) => Promise<A>): Promise<A> => {
  const runtime = ManagedRuntime.make(Layer.provideMerge(DocumentExtractor.layer(), Layer.orDie(Settings.layer({}))))
  const search = await Effect.runPromise(WebBackend.unavailable)
  try {
    const { extract } = await runtime.runPromise(Extractor.Extractor)
    return await work((fetched) =>
      runtime.runPromise(
        webFetch({ url: fetched.url }).pipe(
          Effect.provideService(WebBackend.WebBackend, {
            search,
            extract: ({ url }) =>
              Effect.map(extract(fetched), (extracted) => ({ ...extracted, url, status_code: 200 })),
          }),
          Effect.result,
        ),
      ),
    )
  } finally {
    await runtime.dispose()
  }
}
