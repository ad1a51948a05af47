/** Our reader in each of its isolations, as a plain function, for as long as some work lasts. */
import { Extractor, Settings, type WebError } from "@porthole/core"
import { Reader } from "@porthole/extract"
import { Effect, Layer, ManagedRuntime, type Result } from "effect"

export const names = ["inline", "threads", "processes"] as const
export type Name = (typeof names)[number]

/** What a document came to. */
export type Outcome = Result.Result<Extractor.Extracted, WebError.WebError>

/** Reads a document. */
export type Read = (fetched: Extractor.Fetched) => Promise<Outcome>

/** Does some work with a reader. `size` is how many threads or processes there are. */
export const using = async <A>(
  name: Name,
  work: (read: Read) => Promise<A>,
  { settings = {}, size }: { readonly settings?: Settings.SettingsInput; readonly size?: number } = {},
): Promise<A> => {
  const layer = {
    inline: Reader.layerInline,
    threads: Reader.layerThreads({ size }),
    processes: Reader.layerProcesses({ size }),
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
