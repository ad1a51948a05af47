/** Porthole over HTTP. */
export * as Calls from "./Calls.ts"
export * as Guard from "./Guard.ts"
export * as Server from "./Server.ts"
export * as ServerSettings from "./settings/ServerSettings.ts"
export * as Token from "./Token.ts"
