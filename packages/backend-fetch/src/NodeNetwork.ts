/**
 * The network of Node: {@link layerResolver} over the operating system, {@link layerDohResolver} over DNS-over-HTTPS,
 * {@link layerDialer} over undici, {@link layerProxyDialer} through a proxy.
 */
export type { Proxy } from "./dial/ProxyConnector.ts"
export { layer as layerDialer, layerThrough as layerProxyDialer } from "./dial/NodeDialer.ts"
export { layer as layerDohResolver } from "./resolve/DohResolver.ts"
export { layer as layerResolver } from "./resolve/NodeResolver.ts"
