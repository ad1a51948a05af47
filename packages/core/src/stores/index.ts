/**
 * Stores for what is kept between calls. They stand apart from the kernel's root, because few programs
 * want one and Effect's persistence is much to load.
 */
export * as BoundedMap from "../domain/BoundedMap.ts"
export * as BoundedMemory from "./BoundedMemory.ts"
export * as Guarded from "./Guarded.ts"
export * as PersistedAnswers from "./PersistedAnswers.ts"
