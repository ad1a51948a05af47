/**
 * Porthole's tools for AI agents: `web_search`, `web_fetch` and `web_search_and_fetch` as an Effect
 * toolkit with ready-made layers, as an MCP server, and as plain promises; `docs_search` and
 * `docs_fetch` for the documentation of a product; and `fetchImage` for programs.
 */
export { createWebTools } from "./createWebTools.ts"
export type {
  CallOptions,
  PromiseDocsTools,
  PromiseTools,
  SwappablePort,
  ToolResult,
  WebToolsOptions,
} from "./createWebTools.ts"
export { fetchImage } from "@porthole/core"
export * as Definitions from "./Definitions.ts"
export * as DocsDefinitions from "./DocsDefinitions.ts"
export * as DocsSite from "./DocsSite.ts"
export * as Doctor from "./providers/Doctor.ts"
export * as ComponentCheck from "./providers/ComponentCheck.ts"
export * as Lines from "./LineSplitter.ts"
export * as McpTools from "./McpTools.ts"
export * as Node from "./node.ts"
export * as Operator from "./operator.ts"
export { isToolAnswer, type ModelResult, ToolAnswer, toModelResult, toText, unknownText } from "./ToolText.ts"
export * as FetchTrace from "./FetchTrace.ts"
export * as WebCalls from "./WebCalls.ts"
export * as WebToolkit from "./WebToolkit.ts"
export * as WebTools from "./WebTools.ts"
