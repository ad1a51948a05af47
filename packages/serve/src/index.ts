/** Porthole over HTTP. */
// First, because undici can't be loaded by the runtimes that the kernel refuses.
import "@porthole/core"
export * as Calls from "./Calls.ts"
export * as JobCalls from "./JobCalls.ts"
export * as Guard from "./Guard.ts"
export * as Server from "./Server.ts"
export * as ServerLog from "./ServerLog.ts"
export * as ServerSettings from "./settings/ServerSettings.ts"
export * as Token from "./Token.ts"
