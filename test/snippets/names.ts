/* oxlint-disable typescript/consistent-type-imports -- a value's type has no other name here */
/** Names that a page uses and doesn't declare: the reader's own, and imports that the page or its table names. */
import type { Effect as EffectModule, Layer as LayerModule } from "effect"
import type { Extractor, WebBackend as Backend } from "@porthole/core"
import type { PromiseTools } from "@porthole/tools"

declare global {
  // The reader's own.
  const url: string
  const query: string
  const key: string
  const a: string
  const b: string
  const c: string
  const signal: AbortSignal
  const modelArguments: unknown
  const customer: { readonly id: string }
  const chat: { readonly id: string }
  const tools: PromiseTools
  const model: import("ai").LanguageModel
  const call: EffectModule.Effect<void>
  const search: EffectModule.Effect<Backend.Search>
  const other: import("@porthole/provider-kit/chain").SearchProvider
  const myCompressor: LayerModule.Layer<never>
  const myExtractor: LayerModule.Layer<Extractor.Extractor>
  const acme: typeof import("@porthole/providers/tavily").tavily

  // Imports.
  const Effect: typeof import("effect").Effect
  const Layer: typeof import("effect").Layer
  const Redacted: typeof import("effect").Redacted
  const it: typeof import("@effect/vitest").it
  const generateText: typeof import("ai").generateText
  const isStepCount: typeof import("ai").isStepCount
  const createWebTools: typeof import("@porthole/tools").createWebTools
  const WebTools: typeof import("@porthole/tools").WebTools
  const WebBackend: typeof import("@porthole/core").WebBackend
  const Arguments: typeof import("@porthole/core").Arguments
  const Conversation: typeof import("@porthole/core").Conversation
  const webSearch: typeof import("@porthole/core").webSearch
  const webFetch: typeof import("@porthole/core").webFetch
  const searxng: typeof import("@porthole/backend-searxng").searxng
  const PinnedFetch: typeof import("@porthole/backend-fetch").PinnedFetch
  const DocumentExtractor: typeof import("@porthole/extract").DocumentExtractor
  const Doubles: typeof import("@porthole/testing").Doubles
  const chain: typeof import("@porthole/provider-kit/chain").chain
}
