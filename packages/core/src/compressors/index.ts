/**
 * Compressors as layers: `import * as Compressors from "@porthole/core/compressors"`. None is on by default. The
 * kernel's root doesn't include them, so that it doesn't load Effect's language models.
 */
export { extractive } from "./extractive.ts"
export { languageModel, type LanguageModelOptions } from "./languageModel.ts"
