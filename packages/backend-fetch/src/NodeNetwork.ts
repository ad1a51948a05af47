/** The network of Node: {@link layerResolver} over the operating system, {@link layerDialer} over undici. */
export { layer as layerDialer } from "./dial/NodeDialer.ts"
export { layer as layerResolver } from "./resolve/NodeResolver.ts"
