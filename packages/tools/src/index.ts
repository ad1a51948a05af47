/**
 * Porthole's tools for AI agents: `web_search`, `web_fetch` and `web_search_and_fetch` as an Effect
 * toolkit with ready-made layers, as an MCP server, and as plain promises; `docs_search` and
 * `docs_fetch` for the documentation of a product; and `fetchImage` for programs.
 */
export { createWebTools } from "./facade/createWebTools.ts"
export type {
  CallOptions,
  PromiseDocsTools,
  PromiseLibraryTools,
  PromiseTools,
  ToolResult,
} from "./facade/PromiseTools.ts"
export type { SwappablePort, WebToolsOptions } from "./facade/WebToolsOptions.ts"
export { fetchImage } from "@porthole/core"
export { OperatorCommands } from "@porthole/provider-kit"
export * as Batch from "./node/Batch.ts"
export * as Crawl from "./node/Crawl.ts"
export * as JobCalls from "./node/JobCalls.ts"
export * as JobRequests from "./node/JobRequests.ts"
export * as Jobs from "./node/Jobs.ts"
export * as JobSettings from "./settings/JobSettings.ts"
export * as JobWorker from "./node/JobWorker.ts"
export * as Definitions from "./toolkit/Definitions.ts"
export * as DocsDefinitions from "./toolkit/DocsDefinitions.ts"
export * as Documentation from "./node/Documentation.ts"
export * as DocsSite from "./layers/DocsSite.ts"
export * as ProviderCheck from "./checks/ProviderCheck.ts"
export * as ComponentCheck from "./checks/ComponentCheck.ts"
export * as Lines from "./mcp/LineSplitter.ts"
export * as LibraryDefinitions from "./toolkit/LibraryDefinitions.ts"
export * as LibraryToolkit from "./toolkit/LibraryToolkit.ts"
export * as LibraryTools from "./layers/LibraryTools.ts"
export * as NetworkAdvice from "./checks/NetworkAdvice.ts"
export * as McpTools from "./mcp/McpTools.ts"
export * as Node from "./node/node.ts"
export type { SigningIdentity } from "./node/SigningIdentity.ts"
export * as Operator from "./node/operator.ts"
export { isToolAnswer, type ModelResult, ToolAnswer, toModelResult, toText, unknownText } from "./toolkit/ToolText.ts"
export * as FetchTrace from "./node/FetchTrace.ts"
export * as ProjectIndexing from "./node/ProjectIndexing.ts"
export * as RecordingFile from "./node/RecordingFile.ts"
export * as ToolSettings from "./settings/ToolSettings.ts"
export * as ToolArguments from "./arguments/ToolArguments.ts"
export * as ToolCalls from "./calls/index.ts"
export * as WebToolkit from "./toolkit/WebToolkit.ts"
export * as WebTools from "./layers/WebTools.ts"
