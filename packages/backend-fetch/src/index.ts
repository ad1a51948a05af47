/** The pinned transport: `Resolver` and `Dialer` for Node, redirect chains, and page and image fetch over them. */
// First, because undici can't be loaded by the runtimes that the kernel refuses.
import "@porthole/core"
export * as NodeHttpClient from "./NodeHttpClient.ts"
export * as NodeNetwork from "./NodeNetwork.ts"
export * as PinnedFetch from "./PinnedFetch.ts"
export * as RedirectChain from "./chain/RedirectChain.ts"
export * as RequestSigner from "./sign/RequestSigner.ts"
export * as RenderTrace from "./page/RenderTrace.ts"
export * as RobotsFile from "./site/RobotsFile.ts"
export * as SigningKey from "./sign/SigningKey.ts"
