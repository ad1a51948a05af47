/**
 * Pages for Node where the setting `reader` names others than the pinned transport: a chain of readers, in its
 * order.
 */
import type * as HttpClient from "effect/http/HttpClient"
import type * as Scope from "effect/Scope"
import { Credentials, type WebBackend } from "@porthole/core"
import { chainExtract } from "@porthole/core/chain"
import * as ProviderLink from "./ProviderLink.ts"
import * as ProviderName from "./ProviderName.ts"
import type { ProviderOptions } from "./ProviderOptions.ts"

/** The chain; `pinned` is our own transport. */
export const make = (
  readers: ReadonlyArray<string>,
  options: ProviderOptions,
  pinned: WebBackend.Half<WebBackend.Extract, never, Scope.Scope>,
): WebBackend.Half<WebBackend.Extract, never, HttpClient.HttpClient | Scope.Scope> =>
  Credentials.bound(
    chainExtract(
      readers.map((name) => {
        if (name === "pinned") return { provider: name, half: pinned, keyless: true }
        return ProviderName.isReadingName(name) ? ProviderLink.extract(name, options[name]) : ProviderLink.unknown(name)
      }),
    ),
  )
