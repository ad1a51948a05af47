/** English word vectors: how alike a question and the units of a page are in meaning. */
export { featuresOf, layer, make } from "./Meaning.ts"
export { load as loadVectors } from "./WordVectors.ts"
