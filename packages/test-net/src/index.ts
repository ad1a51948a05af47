/**
 * A small Internet in a network namespace: public-looking addresses, a scripted name server, sites
 * over HTTP and HTTPS, and a private side that logs every connection. It has no way out.
 */
export * as Certificates from "./Certificates.ts"
export * as Dns from "./Dns.ts"
export * as DocsServer from "./DocsServer.ts"
export * as Doh from "./Doh.ts"
export * as Faults from "./Faults.ts"
export * as FolderServer from "./FolderServer.ts"
export * as GeneratedSites from "./GeneratedSites.ts"
export * as Network from "./Network.ts"
export * as Nginx from "./Nginx.ts"
export * as PrivateSide from "./PrivateSide.ts"
export * as Proxies from "./Proxies.ts"
export * as Random from "./Random.ts"
export * as Sites from "./Sites.ts"
export * as World from "./World.ts"
