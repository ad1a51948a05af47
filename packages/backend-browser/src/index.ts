/** Renders pages that need scripts, in a browser without a network. */
export * as BrowserRenderer from "./BrowserRenderer.ts"
export { type User } from "./browser/Confinement.ts"
export { findBrowser, type FoundBrowser } from "./browser/FindBrowser.ts"
export { Unready } from "./browser/Unready.ts"
