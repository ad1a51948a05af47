/**
 * A search over the layers that the command is made of, in this process: for tables that are too long for one process a
 * row.
 */
import { Credentials, Settings, type WebError } from "@porthole/core"
import { Node, WebCalls } from "@porthole/tools"
import { ConfigProvider, Effect, Layer, Result } from "effect"

/** What a search prints as JSON, of one provider in an environment that has nothing but `env`. */
export const searchInProcess = (provider: string, env: Readonly<Record<string, string>>): Promise<unknown> =>
  Effect.runPromise(
    WebCalls.search({ query: "tidal power" }).pipe(
      Effect.result,
      Effect.map(
        Result.match({ onSuccess: (found): unknown => found, onFailure: (error: WebError.WebError) => error.wire }),
      ),
      Effect.provide(
        Node.backend().pipe(
          Layer.provideMerge(Layer.orDie(Settings.layer({}))),
          // Those that whoever runs the tests has stored are none of its business.
          Layer.provideMerge(Layer.succeed(Credentials.Credentials, Credentials.ofEnvironment)),
          Layer.provideMerge(
            ConfigProvider.layer(
              ConfigProvider.fromEnv({
                env: {
                  PORTHOLE_DUCKDUCKGO_URL: "http://127.0.0.1:1",
                  PORTHOLE_WIKIPEDIA_URL: "http://127.0.0.1:1",
                  PORTHOLE_PROVIDER: provider,
                  ...env,
                },
              }),
            ),
          ),
        ),
      ),
    ),
  )
