/**
 * Compressors as layers: `import * as Compressors from "@porthole/core/compressors"`. None is on by default. They stand
 * apart from the root, which doesn't load Effect's language models.
 */
export { extractive } from "./extractive.ts"
export { languageModel, type LanguageModelOptions } from "./languageModel.ts"
